import { formsOf } from './secretForms.ts';

/**
 * Finds pieces of secrets in bytes, whatever their number, in one pass that looks at every ninth
 * place only: each run of eight bytes of each spelling is in a hash table, so a run of sixteen
 * can't hide between two looks.
 */

/** Bytes that are looked up at once. */
const GRAM = 8;
/** A piece of a secret that is at least so long is found in data. */
export const LEAST_RUN = 16;
/** Pieces found in messages, where nothing is lost by finding too much. */
export const LEAST_RUN_IN_MESSAGES = GRAM;
/** More of the same eight bytes tell nothing new. */
const MOST_ALIKE = 4;
/** No UTF-8 text holds it. */
const BORDER = 0xff;

export interface Range {
  from: number;
  to: number;
}

export type Where = 'data' | 'messages';

interface Part {
  from: number;
  to: number;
  openBytes: number;
  inData: boolean;
}

function hashAt(bytes: Uint8Array, at: number): number {
  // Missing bytes read as 0; callers stay inside.
  const low =
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24);
  const high =
    (bytes[at + 4] ?? 0) |
    ((bytes[at + 5] ?? 0) << 8) |
    ((bytes[at + 6] ?? 0) << 16) |
    ((bytes[at + 7] ?? 0) << 24);
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export interface HiddenSecret {
  text: string;
  /** Whether it is taken out of records too, or out of messages only. */
  inData: boolean;
}

export class SecretIndex {
  /** All spellings, each with a border behind it. */
  #joined = Buffer.alloc(4096);
  #size = 0;
  readonly #parts: Part[] = [];
  /** Places in `#joined`, counted from 1, by hash; 0 is free. */
  #table = new Int32Array(16 * 1024);
  /** Spellings that are too short for the table, and are found as a whole. */
  readonly #short: { bytes: Buffer; inData: boolean; inMessages: boolean }[] = [];

  add({ text, inData }: HiddenSecret): void {
    for (const { bytes, openBytes } of formsOf(text)) {
      if (bytes.length < LEAST_RUN) {
        const inMessages = bytes.length < GRAM && this.#isTelling(bytes, text);
        const shortData = inData && bytes.length >= GRAM;
        if (inMessages || shortData) this.#short.push({ bytes, inData: shortData, inMessages });
      }
      if (bytes.length < GRAM) continue;
      const part = { from: this.#size, to: this.#size + bytes.length, openBytes, inData };
      this.#append(bytes);
      this.#parts.push(part);
      if (this.#size * 3 > this.#table.length) this.#widen();
      else this.#insertPart(part);
    }
  }

  #append(bytes: Buffer): void {
    const size = this.#size + bytes.length + 1;
    if (size > this.#joined.length) {
      this.#joined = Buffer.concat([this.#joined.subarray(0, this.#size)], size * 2);
    }
    this.#joined.set(bytes, this.#size);
    this.#joined[size - 1] = BORDER;
    this.#size = size;
  }

  #widen(): void {
    this.#table = new Int32Array(this.#table.length * 4);
    for (const part of this.#parts) this.#insertPart(part);
  }

  #insertPart({ from, to }: Part): void {
    for (let at = from; at + GRAM <= to; at += 1) this.#insert(at);
  }

  /** A short spelling in base64 or hexadecimal may be part of anything. */
  #isTelling(bytes: Buffer, text: string): boolean {
    return bytes.equals(Buffer.from(text)) && /[\p{L}\p{N}]/u.test(text);
  }

  #insert(at: number): void {
    const mask = this.#table.length - 1;
    let alike = 0;
    let slot = hashAt(this.#joined, at) & mask;
    for (let held = this.#table[slot] ?? 0; held !== 0; held = this.#table[slot] ?? 0) {
      if (this.#alike(this.#joined, at, held - 1) && (alike += 1) >= MOST_ALIKE) return;
      slot = (slot + 1) & mask;
    }
    this.#table[slot] = at + 1;
  }

  #alike(bytes: Uint8Array, at: number, place: number): boolean {
    for (let n = 0; n < GRAM; n += 1) if (bytes[at + n] !== this.#joined[place + n]) return false;
    return true;
  }

  #partAt(place: number): Part | undefined {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[middle]?.from ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low];
  }

  /** The longest run around a place that is a piece of a spelling; null where none is long enough. */
  #runAt(bytes: Uint8Array, at: number, where: Where): Range | null {
    const mask = this.#table.length - 1;
    let best: Range | null = null;
    let slot = hashAt(bytes, at) & mask;
    for (let held = this.#table[slot] ?? 0; held !== 0; held = this.#table[slot] ?? 0) {
      slot = (slot + 1) & mask;
      const place = held - 1;
      if (!this.#alike(bytes, at, place)) continue;
      const part = this.#partAt(place);
      if (part === undefined || (where === 'data' && !part.inData)) continue;
      let before = 0;
      while (place - before > part.from && at > before) {
        if (bytes[at - before - 1] !== this.#joined[place - before - 1]) break;
        before += 1;
      }
      let after = GRAM;
      while (place + after < part.to && bytes[at + after] === this.#joined[place + after]) {
        after += 1;
      }
      const open = Math.max(0, part.from + part.openBytes - (place - before));
      const long =
        where === 'data'
          ? before + after - open >= LEAST_RUN
          : before + after >= LEAST_RUN_IN_MESSAGES;
      if (!long || (best !== null && best.to - best.from >= before + after)) continue;
      best = { from: at - before, to: at + after };
    }
    return best;
  }

  /** Runs of spellings whose looks fall between two offsets. */
  *runs(bytes: Uint8Array, where: Where, from: number, to: number): Generator<Range> {
    if (this.#parts.length === 0) return;
    const mask = this.#table.length - 1;
    const step = where === 'data' ? LEAST_RUN - GRAM + 1 : 1;
    const last = Math.min(to, bytes.length - GRAM + 1);
    for (let at = from; at < last; at += step) {
      if (this.#table[hashAt(bytes, at) & mask] === 0) continue;
      const run = this.#runAt(bytes, at, where);
      if (run === null) continue;
      yield run;
      at = Math.max(at, run.to - step);
    }
  }

  /** Whole spellings that are too short for the table: fifteen bytes at most. */
  *wholes(bytes: Buffer, where: Where): Generator<Range> {
    for (const { bytes: short, inData, inMessages } of this.#short) {
      if (where === 'data' ? !inData : !inMessages) continue;
      for (let at = bytes.indexOf(short); at >= 0; at = bytes.indexOf(short, at + short.length)) {
        const range = { from: at, to: at + short.length };
        if (short.length >= 4 || standsAlone(bytes, range)) yield range;
      }
    }
  }
}

/** Whether neither a letter nor a digit touches a range. */
function standsAlone(bytes: Uint8Array, { from, to }: Range): boolean {
  const isWord = (code: number | undefined): boolean =>
    code !== undefined && (code >= 0x80 || /[A-Za-z0-9]/.test(String.fromCharCode(code)));
  return !isWord(bytes[from - 1]) && !isWord(bytes[to]);
}

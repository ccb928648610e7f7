/** A list of tiles inside an archive (PMTiles version 3): read once, searched often. */

/** More entries than any archive has in one list; each takes 28 bytes here. */
const MOST_ENTRIES = 1_000_000;

export interface Directory {
  readonly ids: Float64Array;
  /** Tiles in a row that share the bytes; 0 for a further list. */
  readonly runs: Float64Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  /** Memory that it takes. */
  readonly bytes: number;
}

export interface Entry {
  readonly offset: number;
  readonly length: number;
  /** It leads to a further list instead of a tile. */
  readonly isList: boolean;
}

/** Numbers one after the other, seven bits to a byte. */
class Numbers {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.byteLength - this.#at;
  }

  /** NaN where the bytes end, or where the number is beyond what is counted exactly. */
  next(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 8; count += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return Number.NaN;
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return Number.isSafeInteger(value) ? value : Number.NaN;
      scale *= 128;
    }
    return Number.NaN;
  }
}

/** Reads a list that was unpacked; null where it is damaged. */
export function readDirectory(bytes: Uint8Array): Directory | null {
  const numbers = new Numbers(bytes);
  const count = numbers.next();
  // Each entry has four numbers, of one byte at least: no count makes us reserve what is not there.
  if (!(count >= 1 && count <= MOST_ENTRIES && count * 4 <= numbers.left)) return null;
  const ids = new Float64Array(count);
  const runs = new Float64Array(count);
  const lengths = new Uint32Array(count);
  const offsets = new Float64Array(count);
  let id = 0;
  for (let i = 0; i < count; i += 1) {
    const step = numbers.next();
    if (i > 0 && step === 0) return null;
    ids[i] = id += step;
  }
  for (let i = 0; i < count; i += 1) runs[i] = numbers.next();
  for (let i = 0; i < count; i += 1) {
    const length = numbers.next();
    if (!(length >= 1 && length <= 0xffff_ffff)) return null;
    lengths[i] = length;
  }
  for (let i = 0; i < count; i += 1) {
    const value = numbers.next();
    if (value === 0 && i === 0) return null;
    offsets[i] = value === 0 ? (offsets[i - 1] ?? 0) + (lengths[i - 1] ?? 0) : value - 1;
  }
  // A number that could not be read is in one of the sums.
  const broken = Number.isNaN(id) || runs.some(Number.isNaN) || offsets.some(Number.isNaN);
  return broken ? null : { ids, runs, lengths, offsets, bytes: count * 28 };
}

/** Where a tile, or the list that knows of it, lies; null where there is none. */
export function findEntry({ ids, runs, offsets, lengths }: Directory, id: number): Entry | null {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) <= id) low = middle + 1;
    else high = middle - 1;
  }
  if (high < 0) return null;
  const run = runs[high] ?? 0;
  const isList = run === 0;
  if (!isList && id >= (ids[high] ?? 0) + run) return null;
  return { offset: offsets[high] ?? 0, length: lengths[high] ?? 0, isList };
}

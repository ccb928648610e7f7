import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { type Cos, type Dict, Name, Ref, Text, textOf } from './cos.ts';

/**
 * A PDF that is written from its begin to its end: only where each object lies is kept in memory.
 * Small objects go together into packed ones (ISO 32000-1, 7.5.7), because tags are many and alike.
 */

/** Objects packed together; a reader unpacks all of them to see one. */
const TOGETHER = 200;
/** Bytes that are written at once. */
const CHUNK = 1024 * 1024;
const FREE = 65_535;

/** Neither in the file nor in a packed object. */
const NOWHERE = -1;

export class PdfSink {
  readonly #handle: number;
  readonly #hash: Hash = createHash('sha256');
  /** Where each object begins in the file, or the number of the packed object that it is in. */
  readonly #at: number[] = [NOWHERE];
  /** Its place in the packed object; nowhere for one of its own. */
  readonly #inside: number[] = [NOWHERE];
  #together: { id: number; text: string }[] = [];
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #length = 0;

  constructor(file: string) {
    this.#handle = openSync(file, 'w', 0o600);
    this.#put(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  }

  /** A number for an object that comes later. */
  reserve(): number {
    this.#inside.push(NOWHERE);
    return this.#at.push(NOWHERE) - 1;
  }

  add(value: Cos, id = this.reserve()): Ref {
    this.#together.push({ id, text: textOf(value) });
    if (this.#together.length >= TOGETHER) this.#pack();
    return new Ref(id);
  }

  addStream(dict: Dict, bytes: Uint8Array, id = this.reserve()): Ref {
    this.#at[id] = this.#length;
    const head = textOf(new Map(dict).set('Length', bytes.byteLength));
    this.#put(Buffer.from(`${id} 0 obj\n${head}\nstream\n`, 'latin1'));
    this.#put(bytes);
    this.#put(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return new Ref(id);
  }

  #pack(): void {
    if (this.#together.length === 0) return;
    const objects = this.#together.splice(0);
    const own = this.reserve();
    let offset = 0;
    const heads = objects.map(({ id, text }, inside) => {
      this.#at[id] = own;
      this.#inside[id] = inside;
      const head = `${id} ${offset}`;
      offset += text.length + 1;
      return head;
    });
    const head = `${heads.join(' ')}\n`;
    const body = objects.map(({ text }) => `${text}\n`).join('');
    const dict: Dict = new Map<string, Cos>([
      ['Type', new Name('ObjStm')],
      ['N', objects.length],
      ['First', head.length],
      ['Filter', new Name('FlateDecode')],
    ]);
    this.addStream(dict, deflateSync(Buffer.from(head + body, 'latin1')), own);
  }

  #put(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.#length += bytes.byteLength;
    if (this.#waitingBytes >= CHUNK) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting.splice(0));
    this.#waitingBytes = 0;
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#handle, bytes, at);
  }

  /** A name for the file as it is by now, which no other file has. */
  fingerprint(): string {
    this.#flush();
    return this.#hash.copy().digest('hex').slice(0, 32);
  }

  /** Writes where everything lies, and brings the file to the disk. */
  end(root: Ref, info: Ref, fingerprint: string): { sizeBytes: number; sha256: string } {
    this.#pack();
    const own = this.reserve();
    const at = this.#length;
    this.#at[own] = at;
    const entries = Buffer.alloc(this.#at.length * 8);
    entries.writeUInt16BE(FREE, 6);
    for (const [id, place] of this.#at.entries()) {
      if (place === NOWHERE) continue;
      const inside = this.#inside[id] ?? NOWHERE;
      entries.writeUInt8(inside === NOWHERE ? 1 : 2, id * 8);
      entries.writeUIntBE(place, id * 8 + 1, 5);
      entries.writeUInt16BE(Math.max(0, inside), id * 8 + 6);
    }
    const mark = new Text(`<${fingerprint}>`);
    const dict: Dict = new Map<string, Cos>([
      ['Type', new Name('XRef')],
      ['Size', this.#at.length],
      ['W', [1, 5, 2]],
      ['Root', root],
      ['Info', info],
      ['ID', [mark, mark]],
      ['Filter', new Name('FlateDecode')],
    ]);
    this.addStream(dict, deflateSync(entries), own);
    this.#put(Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1'));
    this.#flush();
    fsyncSync(this.#handle);
    return { sizeBytes: this.#length, sha256: this.#hash.digest('hex') };
  }

  close(): void {
    closeSync(this.#handle);
  }
}

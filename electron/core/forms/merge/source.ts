import { type Cos, DamagedPdf, type Dict, Reader, Ref, type Stream } from './cos.ts';

/** A PDF that the typesetter wrote, object by object. */
export class SourceFile {
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #offsets = new Map<number, number>();
  readonly trailer: Dict;

  /** @throws DamagedPdf where the file is not as the typesetter writes them */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = this.#bytes.toString('latin1');
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.#text.slice(-64));
    const reader = new Reader(this.#text, Number(start?.[1] ?? NaN));
    if (start === null || !reader.skip('xref')) throw new DamagedPdf('It has no list of objects.');
    while (!reader.skip('trailer')) this.#section(reader);
    this.trailer = reader.dict();
  }

  #section(reader: Reader): void {
    const [first, count] = [reader.value(), reader.value()];
    if (typeof first !== 'number' || typeof count !== 'number') {
      throw new DamagedPdf('Its list of objects is damaged.');
    }
    for (let at = 0; at < count; at += 1) {
      const offset = reader.value();
      reader.value();
      if (reader.skip('n') && typeof offset === 'number') this.#offsets.set(first + at, offset);
      else reader.skip('f');
    }
  }

  /** An object by its number. */
  get(id: number): Cos | Stream {
    const offset = this.#offsets.get(id);
    if (offset === undefined) throw new DamagedPdf(`Object ${id} is missing.`);
    const reader = new Reader(this.#text, offset);
    reader.value();
    reader.value();
    if (!reader.skip('obj')) throw new DamagedPdf(`Object ${id} is damaged.`);
    const value = reader.value();
    if (!(value instanceof Map) || !reader.skip('stream')) return value;
    const from = reader.at + (this.#text[reader.at] === '\r' ? 2 : 1);
    const length = this.follow(value.get('Length') ?? null);
    if (typeof length !== 'number') throw new DamagedPdf(`Object ${id} has no length.`);
    return { dict: value, bytes: this.#bytes.subarray(from, from + length) };
  }

  /** The object that a reference means; whatever else it is handed, as it is. */
  follow(value: Cos | undefined): Cos {
    if (!(value instanceof Ref)) return value ?? null;
    const target = this.get(value.id);
    return isStream(target) ? target.dict : target;
  }

  /** The same as a dictionary; empty for anything else. */
  dictAt(value: Cos | undefined): Dict {
    const target = this.follow(value);
    return target instanceof Map ? target : new Map<string, Cos>();
  }

  listAt(value: Cos | undefined): Cos[] {
    const target = this.follow(value);
    return Array.isArray(target) ? target : [];
  }

  get catalog(): Dict {
    return this.dictAt(this.trailer.get('Root'));
  }

  /** Pages by their numbers, in their order. */
  pages(node: Cos = this.catalog.get('Pages') ?? null): number[] {
    return this.listAt(this.dictAt(node).get('Kids')).flatMap((kid) => {
      if (!(kid instanceof Ref)) return [];
      return this.dictAt(kid).has('Kids') ? this.pages(kid) : [kid.id];
    });
  }

  /** The pairs of a tree of names or numbers, in their order. */
  pairs(node: Cos | undefined, under: 'Nums' | 'Names'): [Cos, Cos][] {
    const tree = this.dictAt(node);
    const flat = this.listAt(tree.get(under));
    const own = flat.flatMap((key, at): [Cos, Cos][] =>
      at % 2 === 0 ? [[key, flat[at + 1] ?? null]] : [],
    );
    return [...own, ...this.listAt(tree.get('Kids')).flatMap((kid) => this.pairs(kid, under))];
  }
}

export function isStream(value: Cos | Stream): value is Stream {
  return value !== null && typeof value === 'object' && 'bytes' in value;
}

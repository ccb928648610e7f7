import { type Cos, DamagedPdf, type Dict, EncryptedPdf, Reader, Ref, type Stream } from './cos.ts';
import { listEntries, unpacked } from './packed.ts';

/** In the file at an offset, or in a packed object; null for what was taken away. */
type Place = { offset: number } | { pack: number } | null;

/** Objects that are packed together, by their numbers. */
interface Pack {
  text: string;
  offsets: Map<number, number>;
}

/** Unpacked objects of one file take no more memory than this. */
const MOST_UNPACKED = 128 * 1024 * 1024;
/** Where a file may say how it begins and ends: others write something before and behind. */
const AROUND = 2048;
const END_OF_STREAM = /[\0\t\n\f\r ]*endstream/y;

/** A PDF, object by object: one that the typesetter wrote, or a service. */
export class SourceFile {
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #places = new Map<number, Place>();
  readonly #packs = new Map<number, Pack>();
  #room = MOST_UNPACKED;
  readonly trailer: Dict;

  /**
   * @throws DamagedPdf where its objects can’t be found
   * @throws EncryptedPdf where it has a key
   */
  constructor(bytes: Uint8Array) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = all.subarray(Math.max(0, all.subarray(0, AROUND).indexOf('%PDF-')));
    this.#text = this.#bytes.toString('latin1');
    const ends = this.#text.slice(-AROUND).matchAll(/startxref\s+(\d+)\s+%%EOF/g);
    const start = [...ends].at(-1)?.[1];
    if (start === undefined) throw new DamagedPdf('It has no list of objects.');
    this.trailer = this.#lists(Number(start));
  }

  /** Reads all lists of objects, the latest first: what it says goes before what older ones say. */
  #lists(start: number): Dict {
    let latest: Dict | null = null;
    const seen = new Set<number>();
    const left = [start];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const trailer = this.#list(at);
      if (trailer.has('Encrypt')) throw new EncryptedPdf('It is encrypted.');
      latest ??= trailer;
      for (const key of ['Prev', 'XRefStm']) {
        const other = trailer.get(key);
        if (typeof other === 'number') left.push(other);
      }
    }
    if (latest === null) throw new DamagedPdf('It has no list of objects.');
    return latest;
  }

  #list(at: number): Dict {
    const reader = new Reader(this.#text, at);
    if (!reader.skip('xref')) return this.#packedList(at);
    const taken: number[] = [];
    while (!reader.skip('trailer')) this.#section(reader, taken);
    const trailer = reader.dict();
    // A packed list beside this one names objects that it hides from older readers.
    if (!trailer.has('XRefStm')) for (const id of taken) this.#place(id, null);
    return trailer;
  }

  #section(reader: Reader, taken: number[]): void {
    const [first, count] = [reader.value(), reader.value()];
    if (typeof first !== 'number' || typeof count !== 'number') {
      throw new DamagedPdf('Its list of objects is damaged.');
    }
    for (let at = 0; at < count; at += 1) {
      const offset = reader.value();
      reader.value();
      if (reader.skip('n') && typeof offset === 'number') this.#place(first + at, { offset });
      else if (reader.skip('f')) taken.push(first + at);
    }
  }

  #packedList(at: number): Dict {
    const { value } = this.#objectAt(at);
    if (!isStream(value)) throw new DamagedPdf('It has no list of objects.');
    for (const { id, kind, field } of listEntries(value.dict, this.#unpacked(value))) {
      if (kind === 0) this.#place(id, null);
      if (kind === 1) this.#place(id, { offset: field });
      if (kind === 2) this.#place(id, { pack: field });
    }
    return value.dict;
  }

  #place(id: number, place: Place): void {
    if (!this.#places.has(id)) this.#places.set(id, place);
  }

  #unpacked(stream: Stream): Buffer {
    const bytes = unpacked(stream, this.#room);
    this.#room -= bytes.byteLength;
    return bytes;
  }

  /** An object by its number; null for one that is not there, as every reader takes it. */
  get(id: number): Cos | Stream {
    const place = this.#places.get(id) ?? null;
    if (place === null) return null;
    if ('pack' in place) return this.#inPack(place.pack, id);
    const found = this.#objectAt(place.offset);
    if (found.id !== id) throw new DamagedPdf(`Object ${id} is damaged.`);
    return found.value;
  }

  #objectAt(offset: number): { id: Cos; value: Cos | Stream } {
    const reader = new Reader(this.#text, offset);
    const id = reader.value();
    reader.value();
    if (!reader.skip('obj')) throw new DamagedPdf(`There is no object at ${offset}.`);
    const value = reader.value();
    if (!(value instanceof Map) || !reader.skip('stream')) return { id, value };
    const end = /\r?\n?/y;
    end.lastIndex = reader.at;
    const from = reader.at + (end.exec(this.#text)?.[0].length ?? 0);
    return {
      id,
      value: { dict: value, bytes: this.#bytes.subarray(from, this.#end(value, from)) },
    };
  }

  /** Where the bytes of a stream end: where it says, or where its mark of the end stands. */
  #end(dict: Dict, from: number): number {
    const length = this.follow(dict.get('Length'));
    if (typeof length === 'number' && length >= 0) {
      END_OF_STREAM.lastIndex = from + length;
      if (END_OF_STREAM.test(this.#text)) return from + length;
    }
    const mark = this.#text.indexOf('endstream', from);
    if (mark === -1) throw new DamagedPdf(`A stream at ${from} has no end.`);
    return mark;
  }

  #inPack(id: number, wanted: number): Cos {
    const pack = this.#packs.get(id) ?? this.#openPack(id);
    const offset = pack.offsets.get(wanted);
    return offset === undefined ? null : new Reader(pack.text, offset).value();
  }

  #openPack(id: number): Pack {
    const place = this.#places.get(id) ?? null;
    const found = place !== null && 'offset' in place ? this.#objectAt(place.offset).value : null;
    if (found === null || !isStream(found)) throw new DamagedPdf(`Pack ${id} is missing.`);
    const text = this.#unpacked(found).toString('latin1');
    const [count, first] = [this.follow(found.dict.get('N')), this.follow(found.dict.get('First'))];
    if (typeof count !== 'number' || typeof first !== 'number') {
      throw new DamagedPdf(`Pack ${id} is damaged.`);
    }
    const offsets = new Map<number, number>();
    const reader = new Reader(text, 0);
    for (let at = 0; at < count; at += 1) {
      const [own, offset] = [reader.value(), reader.value()];
      if (typeof own === 'number' && typeof offset === 'number') offsets.set(own, first + offset);
    }
    const pack = { text, offsets };
    this.#packs.set(id, pack);
    return pack;
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
  pairs(node: Cos | undefined, under: 'Nums' | 'Names', seen = new Set<number>()): [Cos, Cos][] {
    if (node instanceof Ref) {
      // One that holds itself would have no end.
      if (seen.has(node.id)) return [];
      seen.add(node.id);
    }
    const tree = this.dictAt(node);
    const flat = this.listAt(tree.get(under));
    const own = flat.flatMap((key, at): [Cos, Cos][] =>
      at % 2 === 0 ? [[key, flat[at + 1] ?? null]] : [],
    );
    return [
      ...own,
      ...this.listAt(tree.get('Kids')).flatMap((kid) => this.pairs(kid, under, seen)),
    ];
  }
}

export function isStream(value: Cos | Stream): value is Stream {
  return value !== null && typeof value === 'object' && 'bytes' in value;
}

import { createHash } from 'node:crypto';
import { type Cos, type Dict, Name, Ref, type Stream, Text, textOf } from './cos.ts';
import type { PdfSink } from './sink.ts';
import { isStream, type SourceFile } from './source.ts';

/** What makes the objects of one file differ from those of the others in the merged one. */
export interface Setting {
  /** Added to the keys by which pages find their tags. */
  firstKey: number;
  /** Begins the identifiers of tags. */
  prefix: string;
}

/** Looks at a rewritten object before it is written; false where it is written later by its owner. */
type Change = (dict: Dict, ref: Ref) => boolean;

const SHARED_TYPES = new Set(['Font', 'FontDescriptor', 'ExtGState']);

/** What leads to no page and no tag, and so may be the same object for all files. */
function canBeShared(target: Cos | Stream): boolean {
  if (isStream(target)) return true;
  if (Array.isArray(target)) return target[0] instanceof Name;
  const type = target instanceof Map ? target.get('Type') : null;
  return type instanceof Name && SHARED_TYPES.has(type.text);
}

function prefixed({ raw }: Text, prefix: string): Text {
  if (raw.startsWith('(')) return new Text(`(${prefix}${raw.slice(1)}`);
  return new Text(`<${Buffer.from(prefix, 'latin1').toString('hex')}${raw.slice(1)}`);
}

/** Copies what is reached from the objects of one file; what is in the merged one already is not. */
export class Copy {
  readonly #source: SourceFile;
  readonly #sink: PdfSink;
  /** Objects that are the same in all files, by what they hold. */
  readonly #shared: Map<string, Ref>;
  readonly #setting: Setting;
  readonly #refs = new Map<number, Ref>();
  readonly #changes = new Map<number, Change>();
  readonly #left: number[] = [];

  constructor(
    source: SourceFile,
    sink: PdfSink,
    shared: Map<string, Ref>,
    setting: Setting = { firstKey: 0, prefix: '' },
  ) {
    this.#source = source;
    this.#sink = sink;
    this.#shared = shared;
    this.#setting = setting;
  }

  /** Whatever means this object means that one of the merged file. */
  instead(id: number, ref: Ref): void {
    this.#refs.set(id, ref);
  }

  /** Changes an object on its way. */
  change(id: number, change: Change): void {
    this.#changes.set(id, change);
  }

  /** The identifier of a tag, as it is in the merged file. */
  identifier(text: Text): Text {
    return prefixed(text, this.#setting.prefix);
  }

  /** The same object with the numbers of the merged file. */
  rewritten(value: Cos, key = ''): Cos {
    if (value instanceof Ref) return this.ref(value.id);
    if (Array.isArray(value)) return value.map((each) => this.rewritten(each, key));
    if (value instanceof Map) return this.dict(value);
    // Cells name the heads of their columns.
    if (value instanceof Text && (key === 'ID' || key === 'Headers')) return this.identifier(value);
    if (typeof value === 'number' && (key === 'StructParents' || key === 'StructParent')) {
      return value + this.#setting.firstKey;
    }
    return value;
  }

  dict(dict: Dict): Dict {
    return new Map([...dict].map(([key, value]) => [key, this.rewritten(value, key)]));
  }

  ref(id: number): Ref {
    const known = this.#refs.get(id);
    if (known !== undefined) return known;
    const target = this.#source.get(id);
    if (canBeShared(target)) {
      const ref = this.#share(target);
      this.#refs.set(id, ref);
      return ref;
    }
    const ref = new Ref(this.#sink.reserve());
    this.#refs.set(id, ref);
    this.#left.push(id);
    return ref;
  }

  #share(target: Cos | Stream): Ref {
    const value = isStream(target) ? this.dict(target.dict) : this.rewritten(target);
    const bytes = isStream(target) ? target.bytes : new Uint8Array();
    const hash = createHash('sha1').update(textOf(value)).update('\0').update(bytes);
    const mark = hash.digest('base64');
    const known = this.#shared.get(mark);
    if (known !== undefined) return known;
    const ref =
      isStream(target) && value instanceof Map
        ? this.#sink.addStream(value, bytes)
        : this.#sink.add(value);
    this.#shared.set(mark, ref);
    return ref;
  }

  /** Writes everything that is reached by now. */
  finish(): void {
    for (let id = this.#left.pop(); id !== undefined; id = this.#left.pop()) {
      const target = this.#source.get(id);
      const ref = this.ref(id);
      if (isStream(target)) continue;
      const value = this.rewritten(target);
      const change = this.#changes.get(id);
      if (value instanceof Map && change !== undefined && !change(value, ref)) continue;
      this.#sink.add(value, ref.id);
    }
  }
}

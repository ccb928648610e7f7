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
  /** What a file of somebody else needs beyond that. */
  served?: {
    /** Keys that lead to tags; others lead nowhere, and are left out. */
    keys: ReadonlySet<number>;
    /** Names of roles that are its own, as they are in the merged file. */
    roles: ReadonlyMap<string, string>;
  };
}

/** Looks at a rewritten object before it is written; false where it is written later by its owner. */
type Change = (dict: Dict, ref: Ref) => boolean;

const OF_BYTES = new Set(['Length', 'F', 'FFilter', 'FDecodeParms']);
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

/** A name that no other file has. */
export const ownName = ({ text }: Name, prefix: string): Name => new Name(`${prefix}${text}`);

/** Copies what is reached from the objects of one file; what is in the merged one already is not. */
export class Copy {
  readonly #source: SourceFile;
  readonly #sink: PdfSink;
  /** Objects that are the same in all files, by what they hold. */
  readonly #shared: Map<string, Ref>;
  readonly #setting: Setting;
  readonly #refs = new Map<number, Ref>();
  readonly #changes = new Map<number, Change>();
  /** What stands in an object's place, with the numbers of its own file. */
  readonly #standIns = new Map<number, Cos>();
  /** Streams on their way: one that leads to itself is no other file's. */
  readonly #sharing = new Set<number>();
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

  /** Takes another object in its place, with the numbers of the same file. */
  standIn(id: number, value: Cos): void {
    this.#standIns.set(id, value);
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
      const leads = this.#setting.served?.keys.has(value) ?? true;
      return leads ? value + this.#setting.firstKey : null;
    }
    return value;
  }

  dict(dict: Dict): Dict {
    const out = new Map([...dict].map(([key, value]) => [key, this.rewritten(value, key)]));
    const { served, prefix } = this.#setting;
    // Tags alone have both a role and a parent.
    if (served === undefined || !dict.has('P') || dict.has('Subtype')) return out;
    const role = dict.get('S');
    if (!(role instanceof Name)) return out;
    out.set('S', new Name(served.roles.get(role.text) ?? role.text));
    const own = (value: Cos): Cos => (value instanceof Name ? ownName(value, prefix) : value);
    const classes = out.get('C');
    if (classes !== undefined)
      out.set('C', Array.isArray(classes) ? classes.map(own) : own(classes));
    return out;
  }

  ref(id: number): Ref {
    const known = this.#refs.get(id);
    if (known !== undefined) return known;
    const target = this.#target(id);
    if (canBeShared(target) && !this.#sharing.has(id)) {
      this.#sharing.add(id);
      const ref = this.#share(target);
      this.#sharing.delete(id);
      // Met within itself, it has a number already.
      const own = this.#refs.get(id);
      if (own !== undefined) return own;
      this.#refs.set(id, ref);
      return ref;
    }
    const ref = new Ref(this.#sink.reserve());
    this.#refs.set(id, ref);
    this.#left.push(id);
    return ref;
  }

  #target(id: number): Cos | Stream {
    const other = this.#standIns.get(id);
    return other === undefined ? this.#source.get(id) : other;
  }

  /** How its bytes are read; how many they are is said anew, and where else they might lie is not. */
  #head(dict: Dict): Dict {
    return this.dict(new Map([...dict].filter(([key]) => !OF_BYTES.has(key))));
  }

  #share(target: Cos | Stream): Ref {
    const value = isStream(target) ? this.#head(target.dict) : this.rewritten(target);
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
      const target = this.#target(id);
      const ref = this.ref(id);
      if (isStream(target)) {
        this.#sink.addStream(this.#head(target.dict), target.bytes, ref.id);
        continue;
      }
      const value = this.rewritten(target);
      const change = this.#changes.get(id);
      if (value instanceof Map && change !== undefined && !change(value, ref)) continue;
      this.#sink.add(value, ref.id);
    }
  }
}

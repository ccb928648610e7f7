import { parseExact } from './jsonValue.ts';
import { elementSpans, extentOf, memberSpans, skipSpace } from './jsonReader.ts';

/**
 * JSON as the service spelled it, as a tree with offsets. It keeps what `JSON.parse` loses: digits
 * beyond 2^53, `1.10`, the order of keys, duplicate keys and an own key called `__proto__`.
 */

type Scalar = string | number | boolean | null;

interface Place {
  /** Offset in the source, and UTF-16 units from there. */
  offset: number;
  length: number;
}

export interface Property {
  key: string;
  value: Node;
}

export type Node =
  | (Place & { type: 'object'; properties: readonly Property[]; children: readonly Node[] })
  | (Place & { type: 'array'; children: readonly Node[] })
  | (Place & { type: 'string' | 'number' | 'boolean' | 'null'; value: Scalar; children?: never });

export interface JsonDocument {
  source: string;
  root: Node;
}

/** The tree is built by recursion; deeper text is refused before it can exhaust the stack. */
const MAX_DEPTH = 500;
/** A tree of more would take gigabytes and minutes, and nobody reads so many. */
export const MAX_VALUES = 300_000;

function typeOf(value: Scalar): 'string' | 'number' | 'boolean' | 'null' {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'null';
  }
}

function nodeAt(source: string, offset: number, end: number): Node {
  const length = end - offset;
  switch (source[offset]) {
    case '{': {
      const properties = memberSpans(source, offset).map((member) => ({
        key: member.key,
        value: nodeAt(source, member.at, member.end),
      }));
      const children = properties.map(({ value }) => value);
      return { type: 'object', offset, length, properties, children };
    }
    case '[': {
      const { elements } = elementSpans(source, offset);
      const children = elements.map((element) => nodeAt(source, element.at, element.end));
      return { type: 'array', offset, length, children };
    }
    default: {
      const value = parseExact(source.slice(offset, end)) as Scalar;
      // Digits that no number holds are a text by now.
      const type = source[offset] === '"' || typeof value !== 'string' ? typeOf(value) : 'number';
      return { type, offset, length, value };
    }
  }
}

/**
 * Reads strict JSON; null where the text is none, is nested deeper than 500 levels or holds more than
 * 300,000 values.
 */
export function readJson(source: string): JsonDocument | null {
  const { depth, values } = extentOf(source);
  if (depth > MAX_DEPTH || values > MAX_VALUES) return null;
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  return { source, root: nodeAt(source, skipSpace(source, 0), source.trimEnd().length) };
}

/** Members of an object in their order, duplicates included. */
export function members(node: Node): readonly Property[] {
  return node.type === 'object' ? node.properties : [];
}

/** The last own member of that name, which is the one that every JSON parser takes. */
export function memberOf(node: Node, name: string): Node | undefined {
  return members(node).findLast((member) => member.key === name)?.value;
}

/** Whether an object spells a key twice, so that a look-up by name would hide a member. */
export function hasDuplicateKeys(node: Node): boolean {
  const all = members(node);
  return new Set(all.map(({ key }) => key)).size < all.length;
}

/** Text of a scalar for people: a string's content, anything else as it was parsed; '' for others. */
export function textOf(node: Node): string {
  return node.children === undefined ? String(node.value) : '';
}

/** The exact source text of a node: the digits that the service wrote. */
export function sourceOf(document: JsonDocument, node: Node): string {
  return document.source.slice(node.offset, node.offset + node.length);
}

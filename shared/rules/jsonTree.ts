import { parseTree, type Node, type ParseError } from 'jsonc-parser';

/**
 * JSON as the service spelled it. A parsed tree with offsets keeps what `JSON.parse` loses: digits
 * beyond 2^53, `1.10`, the order of keys, duplicate keys and an own key called `__proto__`.
 */

export type { Node };

export interface JsonDocument {
  source: string;
  root: Node;
}

/** The tree is built by recursion; deeper text is refused before it can exhaust the stack. */
const MAX_DEPTH = 500;

/** How deep brackets are nested; strings are skipped. Linear, without recursion. */
export function depthOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charCodeAt(at);
    if (char === 0x22) {
      for (at += 1; at < source.length && source.charCodeAt(at) !== 0x22; at += 1) {
        if (source.charCodeAt(at) === 0x5c) at += 1;
      }
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return deepest;
}

/** Parses strict JSON; null where the text is none, or is nested deeper than 500 levels. */
export function readJson(source: string): JsonDocument | null {
  if (depthOf(source) > MAX_DEPTH) return null;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  return root === undefined || errors.length > 0 ? null : { source, root };
}

/** Members of an object in their order, duplicates included. */
export function members(node: Node): { key: string; value: Node }[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [{ key: String(key.value), value }];
  });
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

/** Text of a scalar for people: a string's content, anything else as it was parsed. */
export function textOf(node: Node): string {
  return String(node.value as string | number | boolean | null);
}

/** The exact source text of a node: the digits that the service wrote. */
export function sourceOf(document: JsonDocument, node: Node): string {
  return document.source.slice(node.offset, node.offset + node.length);
}

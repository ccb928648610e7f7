import { parseTree, type Node } from 'jsonc-parser';

/**
 * JSON as the service spelled it. A parsed tree with offsets keeps what `JSON.parse` loses: digits
 * beyond 2^53, `1.10`, the order of keys, duplicate keys and an own key called `__proto__`.
 */

export type { Node };

export interface JsonDocument {
  source: string;
  root: Node;
}

/** Parses strict JSON; null where the text is none. */
export function readJson(source: string): JsonDocument | null {
  const errors: unknown[] = [];
  const root = parseTree(source, errors as never, {
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

/** Text of a scalar for people: a string's content, anything else as it was parsed. */
export function textOf(node: Node): string {
  return String(node.value as string | number | boolean | null);
}

/** The exact source text of a node: the digits that the service wrote. */
export function sourceOf(document: JsonDocument, node: Node): string {
  return document.source.slice(node.offset, node.offset + node.length);
}

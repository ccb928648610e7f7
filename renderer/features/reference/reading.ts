import { humanLabel } from '../../../shared/rules/formLayout.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { memberOf, members, readJson, sourceOf, textOf } from '../../../shared/rules/jsonTree.ts';
import type { JsonDocument, Node } from '../../../shared/rules/jsonTree.ts';
import type { Described } from './described.ts';

/** Reads a document by the table of what is known. Nothing is dropped: the rest is told as it is. */

export interface Read {
  readonly field: Described;
  /** The parsed value; digits beyond what a number holds are in `source`. */
  readonly value: unknown;
  /** As the service spelled it, a text without its quotes. */
  readonly source: string;
  /** The id of the record that it names; null where it names none. */
  readonly id: string | null;
}

/** A value that the table does not know: its path in words, and the value as it is. */
export interface Further {
  readonly label: string;
  readonly text: string;
}

export interface Reading {
  readonly known: readonly Read[];
  readonly further: readonly Further[];
}

function nodeAt(root: Node, path: string): Node | undefined {
  return path
    .split('.')
    .reduce<Node | undefined>(
      (node, key) => (node === undefined ? undefined : memberOf(node, key)),
      root,
    );
}

function plain(document: JsonDocument, node: Node): string {
  return node.type === 'string' ? textOf(node) : sourceOf(document, node);
}

/** A list of plain values, which reads well in one line. */
const isPlainList = (node: Node): boolean =>
  node.type === 'array' && node.children.every(({ children }) => children === undefined);

function furtherIn(
  document: JsonDocument,
  listed: ReadonlySet<Node>,
  node: Node,
  path: readonly string[],
): Further[] {
  if (listed.has(node)) return [];
  const label = path.map(humanLabel).join(' · ');
  if (node.type === 'object' && members(node).length > 0) {
    return members(node).flatMap(({ key, value }) =>
      furtherIn(document, listed, value, [...path, key]),
    );
  }
  if (isPlainList(node)) {
    return [{ label, text: (node.children ?? []).map((item) => plain(document, item)).join(', ') }];
  }
  if (node.type === 'array') {
    return node.children.flatMap((item, index) =>
      furtherIn(document, listed, item, [...path, String(index + 1)]),
    );
  }
  return [{ label, text: node.type === 'null' ? '' : plain(document, node) }];
}

/** The root, or what an envelope holds (section 6 of the interface leaves envelopes open). */
function unwrapped(root: Node, fields: readonly Described[]): Node {
  const isKnown = fields.some(({ at }) => at.some((path) => nodeAt(root, path) !== undefined));
  const inner = memberOf(root, 'data') ?? memberOf(root, 'result');
  return !isKnown && inner?.type === 'object' ? inner : root;
}

/** What is known of a document, in the order of its table, and the rest; null where it is no object. */
export function readingOf(json: string, fields: readonly Described[]): Reading | null {
  const document = readJson(json);
  if (document === null || document.root.type !== 'object') return null;
  const root = unwrapped(document.root, fields);
  const listed = new Set<Node>();
  const known: Read[] = [];
  for (const field of fields) {
    const { at, kind } = field;
    const found = at.map((path) => nodeAt(root, path)).find((node) => node !== undefined);
    // What is nobody's stands as null in place of an object whose members are known.
    for (const path of at) {
      const [parent] = path.split('.');
      const above = parent === undefined ? undefined : memberOf(root, parent);
      if (above?.type === 'null') listed.add(above);
    }
    const idNode = kind.as === 'record' ? nodeAt(root, kind.id) : undefined;
    if (idNode !== undefined && idNode.children === undefined) listed.add(idNode);
    const id = idNode === undefined || idNode.type === 'null' ? null : plain(document, idNode);
    if (found === undefined && id === null) continue;
    const fits =
      found === undefined ||
      (kind.as === 'permissions' ? found.type === 'array' : found.children === undefined);
    if (!fits) continue;
    if (found !== undefined) listed.add(found);
    const isEmpty = found === undefined || found.type === 'null';
    if (isEmpty && id === null && (field.scope === true || kind.as === 'quiet')) continue;
    const source = found === undefined || isEmpty ? (id ?? '') : plain(document, found);
    const value: unknown =
      found === undefined || isEmpty ? id : parsedJson(sourceOf(document, found));
    known.push({ field, value, source, id });
  }
  return {
    known: known.filter(({ field }) => field.kind.as !== 'quiet'),
    further: furtherIn(document, listed, document.root, []),
  };
}

export interface Theme {
  readonly name: string;
  /** Colours with what they are for. */
  readonly colours: readonly { readonly label: string; readonly colour: string }[];
  readonly dark: boolean | null;
  readonly further: readonly Further[];
}

const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Colours of an object and of what lies in it, with the words of their paths. */
function coloursIn(node: Node, path: readonly string[]): { node: Node; label: string }[] {
  return members(node).flatMap(({ key, value }) => {
    const inner = [...path, key];
    if (value.type === 'string' && COLOUR.test(textOf(value))) {
      return [{ node: value, label: inner.map(humanLabel).join(' · ') }];
    }
    return value.type === 'object' ? coloursIn(value, inner) : [];
  });
}

/** The objects of a list, bare or in an envelope. */
function listIn(root: Node): readonly Node[] {
  if (root.type === 'array') return root.children;
  const inner = members(root).find(({ value }) => value.type === 'array')?.value;
  return inner?.type === 'array' ? inner.children : [];
}

/** The themes of a list: colours as such, everything else beside them. */
export function themesIn(json: string): Theme[] {
  const document = readJson(json);
  if (document === null) return [];
  return listIn(document.root).map((node, index): Theme => {
    const named = memberOf(node, 'name') ?? memberOf(node, 'title');
    const dark = memberOf(node, 'dark');
    const id = memberOf(node, 'id');
    const colours = coloursIn(node, []);
    const listed = new Set<Node>(colours.map((one) => one.node));
    for (const one of [named, dark, id]) if (one?.children === undefined && one) listed.add(one);
    return {
      name: named === undefined ? String(index + 1) : textOf(named),
      colours: colours.map((one) => ({ label: one.label, colour: textOf(one.node) })),
      dark: dark?.type === 'boolean' ? dark.value === true : null,
      further: furtherIn(document, listed, node, []),
    };
  });
}

import { memberOf, members, readJson, sourceOf, textOf } from '../../shared/rules/jsonTree.ts';
import type { JsonDocument, Node } from '../../shared/rules/jsonTree.ts';
import { summaryName } from '../../shared/rules/recordName.ts';

/** A document as a table or as facts; values are the service's own text, strings without quotes. */
export type DocumentShape =
  | { is: 'table'; columns: string[]; rows: string[][]; total: number }
  | { is: 'facts'; facts: { name: string; value: string }[] }
  | { is: 'other' };

const MAX_ROWS = 300;
const MAX_COLUMNS = 14;
const MAX_CELL = 160;
/** Envelopes that may stand around a list, whatever the endpoint. */
const ENVELOPES = ['data', 'result', 'rows', 'items'];

function textIn(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? textOf(node) : undefined;
}

function cell(node: Node | undefined, document: JsonDocument): string {
  if (node === undefined || node.type === 'null') return '';
  if (node.type === 'string') return textOf(node).slice(0, MAX_CELL);
  if (node.type === 'object') {
    const name = summaryName((field) => textIn(memberOf(node, field)));
    if (name !== null) return name.slice(0, MAX_CELL);
  }
  return sourceOf(document, node).slice(0, MAX_CELL);
}

function listIn(node: Node): Node | null {
  if (node.type === 'array') return node;
  if (node.type !== 'object') return null;
  const inner = members(node).find(
    ({ key, value }) =>
      ENVELOPES.includes(key) && (value.type === 'array' || value.type === 'object'),
  );
  return inner === undefined ? null : listIn(inner.value);
}

const isId = (key: string): boolean => /^(id|_id|uuid)$|[a-z]Id$/.test(key);

/** Finds the readable shape of any document (the exact text stays beside it). */
export function shapeOf(source: string): DocumentShape {
  const document = readJson(source);
  if (document === null) return { is: 'other' };
  const { root } = document;
  const list = listIn(root);
  if (list !== null) {
    const items = list.children ?? [];
    const shown = items.slice(0, MAX_ROWS);
    if (shown.some(({ type }) => type !== 'object')) {
      return {
        is: 'table',
        columns: [''],
        rows: shown.map((item) => [cell(item, document)]),
        total: items.length,
      };
    }
    const maps = shown.map((item) => new Map(members(item).map(({ key, value }) => [key, value])));
    const named = [...new Set(maps.flatMap((map) => [...map.keys()]))];
    // What people read comes first, ids last.
    const columns = [
      ...named.filter((key) => !isId(key)),
      ...named.filter((key) => isId(key)),
    ].slice(0, MAX_COLUMNS);
    return {
      is: 'table',
      columns,
      rows: maps.map((map) => columns.map((column) => cell(map.get(column), document))),
      total: items.length,
    };
  }
  if (root.type !== 'object') return { is: 'other' };
  return {
    is: 'facts',
    facts: members(root)
      .slice(0, MAX_ROWS)
      .map(({ key, value }) => ({ name: key, value: cell(value, document) })),
  };
}

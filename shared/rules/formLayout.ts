import { type FieldSpec, firstText, readFieldSpecs } from './formLabels.ts';
import { valueOf, type Value } from './formValues.ts';
import { type JsonDocument, memberOf, members, type Node, readJson } from './jsonTree.ts';

/**
 * Turns any answer into something readable: fields, groups and tables, with the form's own labels
 * where the form is known. Shapes that nobody declared are shown too: no key is dropped.
 */
export type Block =
  | { is: 'field'; key: string; label: string; value: Value }
  | { is: 'group'; key: string; label: string; blocks: Block[] }
  | { is: 'table'; key: string; label: string; columns: string[]; rows: (Value | null)[][] };

export interface AnswerLayout {
  title: string;
  answerId: string;
  /** Who, where, when: known members of the answer itself. */
  head: Block[];
  /** What was answered. */
  body: Block[];
}

/** Members that describe the answer rather than hold what was answered. */
const HEAD_KEYS: ReadonlySet<string> = new Set([
  'id',
  'formId',
  'formName',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'vehicle',
  'driver',
  'user',
  'location',
  'status',
]);
/** Members under which tenants put the answered fields; their label says nothing. */
const BODY_KEYS: ReadonlySet<string> = new Set(['values', 'answers', 'fields', 'data', 'items']);
const VALUE_NAMES = ['value', 'answer', 'values', 'response'];
/** Summaries of other records: their best name is enough in a head. */
const NAME_NAMES = ['regNo', 'fullName', 'name', 'label', 'title'];
const MAX_DEPTH = 40;

/** `fuelLevel_start` gives "Fuel level start". */
export function humanLabel(key: string): string {
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .toLowerCase();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

class Reader {
  readonly document: JsonDocument;
  readonly specs: ReadonlyMap<string, FieldSpec>;
  constructor(document: JsonDocument, specs: ReadonlyMap<string, FieldSpec>) {
    this.document = document;
    this.specs = specs;
  }

  label(key: string): string {
    return this.specs.get(key)?.label ?? humanLabel(key);
  }

  block(key: string, node: Node, depth: number, label = this.label(key)): Block {
    const value = valueOf(this.document, node, key, this.specs.get(key));
    if (value !== null) return { is: 'field', key, label, value };
    if (depth >= MAX_DEPTH) {
      return { is: 'field', key, label, value: { is: 'text', text: '…' } };
    }
    if (node.type === 'array') return this.list(key, node, depth, label);
    return { is: 'group', key, label, blocks: this.blocks(node, depth + 1) };
  }

  blocks(node: Node, depth: number): Block[] {
    return members(node).map(({ key, value }) => this.block(key, value, depth));
  }

  /** `[{key, label, value}, …]` is a list of fields; rows alike are a table; the rest, groups. */
  list(key: string, node: Node, depth: number, label: string): Block {
    const items = node.children ?? [];
    const pairs = items.map((item) => this.pair(item, depth));
    if (!pairs.includes(null)) {
      return { is: 'group', key, label, blocks: pairs.filter((pair) => pair !== null) };
    }
    const table = this.table(key, items, label);
    if (table !== null) return table;
    const blocks = items.map((item, index) =>
      this.block(String(index + 1), item, depth + 1, `${label} ${index + 1}`),
    );
    return { is: 'group', key, label, blocks };
  }

  pair(item: Node, depth: number): Block | null {
    if (item.type !== 'object') return null;
    const valueName = VALUE_NAMES.find((name) => memberOf(item, name) !== undefined);
    const key = firstText(item, ['key', 'field', 'name', 'code', 'id']);
    if (valueName === undefined || key === null) return null;
    const value = memberOf(item, valueName);
    if (value === undefined) return null;
    const own = firstText(item, ['label', 'title', 'question']);
    const block = this.block(key, value, depth + 1, own ?? this.label(key));
    const known = new Set([
      valueName,
      'key',
      'field',
      'name',
      'code',
      'id',
      'label',
      'title',
      'question',
      'type',
      'kind',
    ]);
    const rest = members(item).filter((member) => !known.has(member.key));
    if (rest.length === 0) return block;
    const blocks = [
      block,
      ...rest.map((member) => this.block(member.key, member.value, depth + 1)),
    ];
    return { is: 'group', key, label: block.label, blocks };
  }

  table(key: string, items: readonly Node[], label: string): Block | null {
    if (items.some((item) => item.type !== 'object')) return null;
    const keys = [...new Set(items.flatMap((item) => members(item).map((member) => member.key)))];
    if (keys.length === 0 || keys.length > 8) return null;
    const rows: (Value | null)[][] = [];
    for (const item of items) {
      const row: (Value | null)[] = [];
      for (const name of keys) {
        const cell = memberOf(item, name);
        const value =
          cell === undefined ? null : valueOf(this.document, cell, name, this.specs.get(name));
        if (cell !== undefined && value === null) return null;
        row.push(value);
      }
      rows.push(row);
    }
    return { is: 'table', key, label, columns: keys.map((name) => this.label(name)), rows };
  }

  head(key: string, node: Node): Block {
    if (node.type === 'object' && (key === 'vehicle' || key === 'driver' || key === 'user')) {
      const name = firstText(node, NAME_NAMES);
      const rest = members(node).filter(
        (member) => member.key !== 'id' && member.value.type !== 'null',
      );
      if (name !== null && rest.length <= 2) {
        return { is: 'field', key, label: this.label(key), value: { is: 'text', text: name } };
      }
    }
    return this.block(key, node, 0);
  }
}

/**
 * Lays out an answer.
 *
 * @param answerJson the service's JSON text of the answer
 * @param formJson the text of its form, for labels and words of choices; null where unknown
 * @returns null where the answer is not a JSON object
 */
export function layoutAnswer(answerJson: string, formJson: string | null): AnswerLayout | null {
  const document = readJson(answerJson);
  if (document?.root.type !== 'object') return null;
  const form = formJson === null ? null : readJson(formJson);
  const reader = new Reader(document, readFieldSpecs(form?.root ?? null));
  const head: Block[] = [];
  const body: Block[] = [];
  for (const { key, value } of members(document.root)) {
    if (HEAD_KEYS.has(key)) head.push(reader.head(key, value));
    else {
      const block = reader.block(key, value, 0);
      if (BODY_KEYS.has(key) && block.is === 'group') body.push(...block.blocks);
      else body.push(block);
    }
  }
  const title =
    (form === null ? null : firstText(form.root, ['name', 'title'])) ??
    firstText(document.root, ['formName', 'title', 'name']) ??
    'Answer';
  return { title, answerId: firstText(document.root, ['id']) ?? '', head, body };
}

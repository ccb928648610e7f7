import type {
  AnswerLayout,
  Block,
  FieldBlock,
  GroupBlock,
  Member,
  TableBlock,
  Technical,
  Value,
} from './formBlocks.ts';
import { choicesOf, type FieldSpecs, firstText, readFieldSpecs, UNIT_NAMES } from './formLabels.ts';
import { haveRoom, MOST_COLUMNS } from './formColumns.ts';
import { PAIR_KEYS, PAIR_KINDS, PAIR_LABELS, PAIR_VALUES } from './formWords.ts';
import { type ValueContext, valueOf } from './formValues.ts';
import {
  hasDuplicateKeys,
  type JsonDocument,
  memberOf,
  members,
  type Node,
  readJson,
  sourceOf,
  textOf,
} from './jsonTree.ts';

/** Members that describe the answer rather than hold what was answered, in the order of a head. */
export const ANSWER_HEAD: readonly string[] = [
  'vehicle',
  'vehicleId',
  'driver',
  'driverId',
  'user',
  'createdAt',
  'startedAt',
  'completedAt',
  'submittedAt',
  'location',
  'status',
  'updatedAt',
  'formName',
  'formId',
];
/** Members under which tenants put the answered fields; their names say nothing. */
export const ANSWER_BODIES: ReadonlySet<string> = new Set([
  'values',
  'answers',
  'fields',
  'data',
  'items',
  'responses',
  'content',
]);
/** Deeper groups than this can't be read on a page; the rest is shown as JSON text. */
const MAX_DEPTH = 8;
/** Longer texts are no small facts. */
const MAX_FACT = 120;
/** Rows that share less than this of their columns are things of different kinds. */
const MIN_FILLED = 0.4;

/** What nobody writes as a word. */
const ABBREVIATIONS = /\b(?:gps|iccid|imei|imsi|obd|pdf|url|utc|vin)\b/gi;

/** `fuelLevel_start` gives "Fuel level start"; names of machines, such as `__proto__`, stay. */
export function humanLabel(key: string): string {
  if (key.startsWith('__')) return key;
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .replaceAll(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  if (words === '') return key === '' ? '(no name)' : key;
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return label.replaceAll(ABBREVIATIONS, (letters) => letters.toUpperCase());
}

/** What an answer is laid out for: on paper and screens a table has so much room, in a sheet all that it wants. */
export type LaidOutFor = 'reading' | 'sheets';

class Reader implements ValueContext {
  readonly document: JsonDocument;
  readonly technical: Technical[] = [];
  readonly #specs: FieldSpecs;
  readonly #inSheets: boolean;
  constructor(document: JsonDocument, specs: FieldSpecs, laidOutFor: LaidOutFor) {
    this.document = document;
    this.#specs = specs;
    this.#inSheets = laidOutFor === 'sheets';
  }

  /** Of sheets every list of objects is one, whatever was answered in it. */
  #isSheet(node: Node): boolean {
    const items = this.#inSheets && node.type === 'array' ? node.children : [];
    return items.some((item) => members(item).length > 0) && areRows(items) && !arePairs(items);
  }

  spec(key: string, parent: string | null) {
    return this.#specs.find(key, parent);
  }

  label(key: string, parent: string | null): string {
    const label = this.spec(key, parent)?.label ?? '';
    return label === '' ? humanLabel(key) : label;
  }

  block(key: string, node: Node, parent: string | null, depth: number): Block {
    const label = this.label(key, parent);
    const value = this.#isSheet(node) ? null : valueOf(this, node, key, parent);
    return this.#shape(key, label, node, depth, value, key);
  }

  /** What was answered, under the sections of the form where the answer has none of its own. */
  group(key: string, node: Node): Block {
    const group = this.#shape(key, this.label(key, null), node, 0, null, key);
    return group.is === 'group' ? { ...group, blocks: this.inSections(group.blocks) } : group;
  }

  /** Neighbours that the form asks for in one section, under its name. */
  inSections(blocks: readonly Block[]): Block[] {
    const sections = blocks.map(({ key }) =>
      key === null ? undefined : this.spec(key, null)?.asked?.section,
    );
    // From the end, once: an answer may have a hundred thousand members that no form knows.
    const behind: (string | null)[] = [];
    let next: string | null = null;
    for (const section of sections.toReversed()) {
      next = section === undefined ? next : section;
      behind.push(next);
    }
    const out: Block[] = [];
    let group: GroupBlock = { is: 'group', key: null, label: '', bare: false, blocks: [] };
    let open: string | null = null;
    blocks.forEach((block, at) => {
      // What the form does not know stays inside where the same section goes on behind it.
      const following = behind[blocks.length - 1 - at] ?? null;
      const section = sections[at] ?? (following === open ? open : null);
      if (section === null) out.push(block);
      else {
        if (section !== open) {
          group = { ...group, label: section, blocks: [] };
          out.push(group);
        }
        group.blocks.push(block);
      }
      open = section;
    });
    return out;
  }

  /** Members as the form asks for them; one that it does not know stays behind the one before it. */
  inOrder<T>(all: readonly T[], keyOf: (one: T) => string, parent: string | null): readonly T[] {
    let last = -1;
    const placed = all.map((one) => {
      last = this.spec(keyOf(one), parent)?.asked?.at ?? last;
      return { one, at: last };
    });
    return placed.sort((a, b) => a.at - b.at).map(({ one }) => one);
  }

  /** `name` is the key that inner labels are looked up under; items of a list have none of their own. */
  #shape(
    key: string | null,
    label: string,
    node: Node,
    depth: number,
    value: Value | null,
    name: string,
  ): Block {
    if (value !== null) return { is: 'field', key, label, value, more: [] };
    if (depth >= MAX_DEPTH) {
      const text = sourceOf(this.document, node);
      return { is: 'field', key, label, value: { is: 'json', text }, more: [] };
    }
    if (node.type === 'array') return this.#list(key, label, node, depth, name);
    return { is: 'group', key, label, bare: false, blocks: this.blocks(node, name, depth + 1) };
  }

  blocks(node: Node, parent: string | null, depth: number): Block[] {
    const asked = this.inOrder(members(node), ({ key }) => key, parent);
    return asked.map(({ key, value }) => this.block(key, value, parent, depth));
  }

  /** `[{key, label, value}, …]` is a list of fields; rows alike are a table; the rest, groups. */
  #list(key: string | null, label: string, node: Node, depth: number, name: string): Block {
    const items = node.children ?? [];
    if (arePairs(items)) {
      const blocks = items.map((item) => this.#pair(item, name, depth + 1));
      return { is: 'group', key, label, bare: false, blocks };
    }
    const table = this.#table(key, label, items, depth, name);
    if (table !== null) return table;
    const blocks = items.map((item, index) => {
      const itemLabel = `${label} ${String(index + 1)}`;
      return this.#shape(null, itemLabel, item, depth + 1, valueOf(this, item, name, null), name);
    });
    return { is: 'group', key, label, bare: false, blocks };
  }

  #pair(item: Node, parent: string, depth: number): Block {
    const all = members(item);
    const has = (names: readonly string[]): string | undefined =>
      names.find((name) => memberOf(item, name) !== undefined);
    const valueName = has(PAIR_VALUES) ?? '';
    const keyName = pairKeyOf(item) ?? '';
    const labelName = PAIR_LABELS.find((name) => memberOf(item, name)?.type === 'string');
    const kindName = PAIR_KINDS.find((name) => memberOf(item, name)?.type === 'string');
    const key = firstText(item, [keyName]) ?? '';
    const own = labelName === undefined ? null : firstText(item, [labelName]);
    const label = own === null || own === '' ? this.label(key, parent) : own;
    const kind = kindName === undefined ? null : firstText(item, [kindName]);
    const node = memberOf(item, valueName) ?? item;

    const choices = choicesOf(item);
    const known = this.spec(key, parent);
    const unitName = UNIT_NAMES.find((name) => memberOf(item, name)?.type === 'string');
    const read = this.#isSheet(node)
      ? null
      : valueOf(this, node, key, parent, {
          label,
          kind: kind ?? known?.kind ?? null,
          choices: choices.size > 0 ? choices : (known?.choices ?? choices),
          // A unit of the item's own stands beside its value.
          unit: unitName === undefined ? (known?.unit ?? null) : null,
        });
    const unit = unitName === undefined ? null : firstText(item, [unitName]);
    const measured = read?.is === 'number' && read.unit === null && unit !== null;
    const value: Value | null = measured ? { ...read, unit } : read;
    const block = this.#shape(key, label, node, depth, value, key);

    if (kindName !== undefined && kind !== null) {
      const kindLabel = humanLabel(kindName);
      this.technical.push({ key: kindName, label: kindLabel, text: kind, of: label });
    }
    const used = [valueName, keyName, labelName, kindName, measured ? unitName : undefined];
    const rest = all.filter((member) => !used.includes(member.key));
    const more: Member[] = [];
    const larger: Block[] = [];
    for (const member of rest) {
      const inner = this.block(member.key, member.value, key, depth + 1);
      const small = inner.is === 'field' && !isLarge(inner.value);
      if (small) more.push({ key: member.key, label: inner.label, value: inner.value });
      else larger.push(inner);
    }
    const facts: Block[] = more.map((fact) => ({ is: 'field', ...fact, more: [] }));
    if (block.is === 'field' && larger.length === 0) return { ...block, more };
    if (block.is === 'field') {
      const group: Block[] = [{ ...block, more }, ...larger];
      return { is: 'group', key: null, label, bare: false, blocks: group };
    }
    if (facts.length + larger.length === 0) return block;
    const group: Block[] = [block, ...facts, ...larger];
    return { is: 'group', key: null, label, bare: true, blocks: group };
  }

  #table(
    key: string | null,
    label: string,
    items: readonly Node[],
    depth: number,
    name: string,
  ): TableBlock | null {
    if (!areRows(items)) return null;
    // A row without any member would be an empty line.
    if (!this.#inSheets && items.some((item) => members(item).length === 0)) return null;
    const found = new Set(items.flatMap((item) => members(item).map((member) => member.key)));
    const keys = this.inOrder([...found], (column) => column, name);
    const filled = items.reduce((sum, item) => sum + members(item).length, 0);
    if (keys.length === 0) return null;
    if (!this.#inSheets && keys.length > MOST_COLUMNS) return null;
    if (!this.#inSheets && filled < keys.length * items.length * MIN_FILLED) return null;
    let nested = 0;
    const rows = items.map((item) =>
      keys.map((column): Value | null => {
        const cell = memberOf(item, column);
        if (cell === undefined) return null;
        const value = this.#isSheet(cell) ? null : valueOf(this, cell, column, name);
        if (value !== null) return value;
        nested += 1;
        const block = this.block(column, cell, name, depth + 1);
        // The column says its name already.
        if (block.is === 'group') return { is: 'nested', blocks: block.blocks };
        return block.is === 'field' ? block.value : { is: 'nested', blocks: [block] };
      }),
    );
    // Cells full of groups are easier to read one below the other.
    if (!this.#inSheets && nested > items.length) return null;
    const columns = keys.map((column) => ({ key: column, label: this.label(column, name) }));
    if (!this.#inSheets && !haveRoom(columns, rows)) return null;
    return { is: 'table', key, label, columns, rows };
  }
}

/** The member that names a field: `key`, or `name` and `id` beside a label or a value alone. */
function pairKeyOf(item: Node): string | undefined {
  const hasText = (name: string): boolean => {
    const type = memberOf(item, name)?.type;
    return type === 'string' || type === 'number';
  };
  const name = PAIR_KEYS.find(hasText);
  const sure = name === 'key' || name === 'field' || name === 'code';
  return sure || PAIR_LABELS.some(hasText) || members(item).length === 2 ? name : undefined;
}

function areRows(items: readonly Node[]): boolean {
  return items.every((item) => item.type === 'object' && !hasDuplicateKeys(item));
}

/** Whether a list is really an object, spelled as keys with values. */
function arePairs(items: readonly Node[]): boolean {
  const keys = new Set<string>();
  for (const item of items) {
    if (item.type !== 'object' || hasDuplicateKeys(item)) return false;
    const name = pairKeyOf(item);
    if (name === undefined) return false;
    if (!PAIR_VALUES.some((value) => memberOf(item, value) !== undefined)) return false;
    const key = firstText(item, [name]) ?? '';
    if (keys.has(key)) return false;
    keys.add(key);
  }
  return true;
}

function isLarge(value: Value): boolean {
  if (value.is === 'text') return value.text.length > MAX_FACT;
  return ['many', 'nested', 'json', 'picture', 'strokes'].includes(value.is);
}

function titleOf(form: JsonDocument | null, root: Node): string {
  return (
    (form === null ? null : firstText(form.root, ['name', 'title'])) ??
    firstText(root, ['formName', 'title', 'name']) ??
    'Answer'
  );
}

function plain(title: string, block: FieldBlock): AnswerLayout {
  return { title, answerId: '', head: [], body: [block], technical: [] };
}

/**
 * Lays out an answer of any shape: fields, groups and tables, with the form's own labels where the
 * form is known. Shapes that nobody declared are shown too: no key is dropped.
 *
 * @param answerJson the service's JSON text of the answer
 * @param formJson the text of its form, for labels and words of choices; null where unknown
 * @returns null where the answer is not JSON
 */
export function layoutAnswer(
  answerJson: string,
  formJson: string | null,
  laidOutFor: LaidOutFor = 'reading',
): AnswerLayout | null {
  const form = formJson === null ? null : readJson(formJson);
  const document = readJson(answerJson);
  if (document === null) return tooDeep(answerJson, form);
  const reader = new Reader(document, readFieldSpecs(form?.root ?? null), laidOutFor);
  const { root } = document;
  if (root.type !== 'object') {
    const block = reader.block('answer', root, null, 0);
    const layout = { title: titleOf(form, root), answerId: '', head: [], body: [block] };
    return { ...layout, technical: reader.technical };
  }
  const idNode = hasDuplicateKeys(root) ? undefined : memberOf(root, 'id');
  const answerId =
    idNode?.type === 'string'
      ? textOf(idNode)
      : idNode?.type === 'number'
        ? sourceOf(document, idNode)
        : '';
  const head: FieldBlock[] = [];
  const body: Block[] = [];
  for (const { key, value } of reader.inOrder(members(root), (member) => member.key, null)) {
    if (key === 'id' && answerId !== '') continue;
    const isBody = ANSWER_BODIES.has(key) && value.type === 'object';
    // What is around all answers is none itself, even where it looks like a photo or a place.
    const block = isBody ? reader.group(key, value) : reader.block(key, value, null, 0);
    if (ANSWER_HEAD.includes(key) && block.is === 'field' && !isLarge(block.value))
      head.push(block);
    else
      body.push(ANSWER_BODIES.has(key) && block.is === 'group' ? { ...block, bare: true } : block);
  }
  const rank = ({ key }: FieldBlock): number => ANSWER_HEAD.indexOf(key ?? '');
  head.sort((a, b) => rank(a) - rank(b));
  const asked = reader.inSections(body);
  return { title: titleOf(form, root), answerId, head, body: asked, technical: reader.technical };
}

/** JSON that is too deep or too much to be taken apart is still JSON; it is shown as its text. */
function tooDeep(answerJson: string, form: JsonDocument | null): AnswerLayout | null {
  try {
    JSON.parse(answerJson);
  } catch {
    return null;
  }
  const title = form === null ? 'Answer' : (firstText(form.root, ['name', 'title']) ?? 'Answer');
  const value: Value = { is: 'json', text: answerJson };
  return plain(title, { is: 'field', key: null, label: 'Answer', value, more: [] });
}

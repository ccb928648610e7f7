import fc from 'fast-check';
import type { AnswerLayout, Block, Member, Value } from '../../shared/rules/formBlocks.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';

/** What a layout shows: names of members, labels and texts of values, in their order. */
export interface Shown {
  keys: string[];
  labels: string[];
  texts: string[];
}

/** The texts that a value shows by itself. */
function ownTexts(item: Value): string[] {
  switch (item.is) {
    case 'empty':
      return [''];
    case 'text':
    case 'day':
    case 'json':
      return [item.text];
    case 'number':
      return item.unit === null ? [item.text] : [item.text, item.unit];
    case 'choice':
      return [item.stored];
    case 'yesNo':
      return [String(item.yes)];
    case 'instant':
      return [item.iso];
    case 'place':
      return item.name === null ? [item.lat, item.lng] : [item.lat, item.lng, item.name];
    case 'picture':
      return [item.src];
    case 'strokes':
      return [item.path];
    case 'file':
      return [item.mime];
    case 'link':
      return [item.url];
    case 'record':
      return [item.name];
    case 'many':
    case 'nested':
      return [];
  }
}

/** Adds what a value shows, with everything in it. */
function addValue(to: Shown, item: Value): void {
  to.texts.push(...ownTexts(item));
  if ('more' in item) addMembers(to, item.more);
  if (item.is === 'many') for (const value of item.values) addValue(to, value);
  if (item.is === 'nested') for (const block of item.blocks) addBlock(to, block);
}

function addMembers(to: Shown, members: readonly Member[]): void {
  for (const { key, value } of members) {
    to.keys.push(key);
    addValue(to, value);
  }
}

function addBlock(to: Shown, item: Block): void {
  if (item.key !== null) to.keys.push(item.key);
  to.labels.push(item.label);
  if (item.is === 'field') {
    addValue(to, item.value);
    addMembers(to, item.more);
  } else if (item.is === 'group') for (const block of item.blocks) addBlock(to, block);
  else {
    to.keys.push(...item.columns.map((column) => column.key));
    for (const cell of item.rows.flat()) if (cell !== null) addValue(to, cell);
  }
}

/** Everything that a layout shows. */
export function shown(layout: AnswerLayout): Shown {
  const all: Shown = { keys: [], labels: [], texts: [] };
  if (layout.answerId !== '') {
    all.keys.push('id');
    all.texts.push(layout.answerId);
  }
  for (const block of [...layout.head, ...layout.body]) addBlock(all, block);
  for (const { key, text } of layout.technical) {
    all.keys.push(key);
    all.texts.push(text);
  }
  return all;
}

/** An answer laid out; `answer` is a value, or JSON text that is taken as it stands. */
export function layout(answer: unknown, form: unknown = null): AnswerLayout {
  const json = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const result = layoutAnswer(json, form === null ? null : JSON.stringify(form));
  if (result === null) throw new Error('The answer was not laid out.');
  return result;
}

/** The body without its wrapper. */
export function bodyOf(answer: unknown, form: unknown = null): Block[] {
  return layout(answer, form).body.flatMap((block) =>
    block.is === 'group' && block.bare ? block.blocks : [block],
  );
}

/** The value of the first field. */
export function valueOf(answer: unknown, form: unknown = null): Value | undefined {
  const [block] = bodyOf(answer, form);
  return block?.is === 'field' ? block.value : undefined;
}

/** A copy in order. */
export function sorted(texts: readonly string[]): string[] {
  return [...texts].sort();
}

/** Members of a parsed JSON value: keys below arrays of objects once per list, as in a table. */
export function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

/** Its values as texts, empty lists and objects as nothing. */
export function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [''] : value.flatMap(leavesOf);
  if (typeof value === 'object' && value !== null) {
    const inner = Object.values(value);
    return inner.length === 0 ? [''] : inner.flatMap(leavesOf);
  }
  return [value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)];
}

/** Any JSON whose keys all differ: what is shown can then be counted. */
export const answers = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((word) => `t${word}`),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(tie('value'), { maxLength: 4 }).map((values) => ({ members: values })),
    ),
  }))
  .value.map((value) => {
    let count = 0;
    const named = (inner: unknown): unknown => {
      if (Array.isArray(inner)) return inner.map(named);
      if (typeof inner !== 'object' || inner === null) return inner;
      const list: unknown = 'members' in inner ? inner.members : [];
      const values = Array.isArray(list) ? list : [];
      return Object.fromEntries(
        values.map((item) => {
          count += 1;
          return [`member${String(count)}`, named(item)];
        }),
      );
    };
    return { top: named(value) };
  });

const names = fc.constantFrom(
  ...['id', 'key', 'label', 'value', 'type', 'name', 'lat', 'lng', 'unit', 'title', 'regNo'],
  ...['values', 'answers', 'signature', 'points', 'vehicle', 'coordinates', 'svg', 'amount'],
);
const shape = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constant('text'),
    fc.constant(0),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(names, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).any;

/** Any JSON whose keys have a meaning; all its texts and numbers differ. */
export const meaningful: fc.Arbitrary<unknown> = fc
  .dictionary(names, shape, { noNullPrototype: true })
  .map((answer) => {
    let count = 0;
    return JSON.parse(JSON.stringify(answer), (_key, inner: unknown) => {
      if (inner !== 'text' && inner !== 0) return inner;
      count += 1;
      return inner === 0 ? count / 1000 : `text ${String(count)}`;
    }) as unknown;
  });

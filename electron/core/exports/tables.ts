import path from 'node:path';
import type { ExportWish } from '../../../shared/ipc/exports.ts';
import { csvText } from '../../../shared/rules/csv.ts';
import {
  type Block,
  factLabel,
  type FieldBlock,
  type Member,
  pathTitle,
  type PlacedBlock,
  placedBlocks,
  type TableBlock,
  type Value,
} from '../../../shared/rules/formBlocks.ts';
import { layoutAnswer } from '../../../shared/rules/formLayout.ts';
import type { ReadingContext } from '../accountContext.ts';
import { safeFileName } from '../fileName.ts';
import { copyOf, formHere, formIdOf, nameFactsOf } from '../forms/sources.ts';
import { zoneOf } from '../timeZone.ts';
import { type Cell, type Sheet, workbookOf } from '../workbook.ts';
import { writeWhole } from './files.ts';
import { TakenNames } from './names.ts';

/**
 * All answers of a form as one table: a column for each question, repeated groups as sheets of
 * their own. No key of an answer is left out.
 */

interface Column {
  title: string;
  at: number;
}

/** A table while answers are added: columns in the order in which they were first seen. */
export class AnswerTable {
  readonly title: string;
  /** Columns that each row has, at the beginning. */
  readonly fixed: number;
  /** Under the keys of questions, then under the texts of the form that asked them. */
  readonly #columns = new Map<string, Map<string | null, Column>>();
  readonly #heads: string[] = [];
  readonly #titles = new TakenNames();
  readonly #rows: string[][] = [];

  constructor(title: string, fixed: readonly string[]) {
    this.title = title;
    this.fixed = fixed.length;
    // Rows of rows of one label have heads of one name: each is a column all the same.
    for (const [at, name] of fixed.entries()) this.#column(`:${at}`, name, null);
  }

  /** A question that a changed form asks in other words has a column of its own. */
  #column(key: string, title: string, form: string | null): number {
    const known = this.#columns.get(key) ?? new Map<string | null, Column>();
    this.#columns.set(key, known);
    const same = known.get(form) ?? [...known.values()].find((column) => column.title === title);
    const column = same ?? { title, at: this.#heads.push(this.#titles.free(title)) - 1 };
    known.set(form, column);
    return column.at;
  }

  /** @param form the text of the form that asked */
  add(fixed: readonly string[], cells: readonly KeyedCell[], form: string | null): void {
    const row = [...fixed];
    for (const { key, title, text } of cells) {
      const at = this.#column(key, title, form);
      // JSON may name a member twice: both are said.
      row[at] = row[at] === undefined ? text : `${row[at]}; ${text}`;
    }
    this.#rows.push(row);
  }

  /** The head and the rows, all of one width. */
  get lines(): string[][] {
    const head = this.#heads;
    return [[...head], ...this.#rows.map((row) => head.map((_title, at) => row[at] ?? ''))];
  }
}

/** Entries that hold the mark between entries stand in lines of their own. */
function listed(entries: readonly string[]): string {
  return entries.join(entries.some((entry) => entry.includes(';')) ? '\n' : '; ');
}

/** A value as the text of a cell. Pictures are named; they are files of their own. */
export function cellText(value: Value | null): string {
  if (value === null) return '';
  const more = 'more' in value ? factsText(value.more) : '';
  const withMore = (text: string): string => (more === '' ? text : `${text} (${more})`);
  switch (value.is) {
    case 'empty':
      return '';
    case 'text':
    case 'choice':
    case 'day':
    case 'json':
      return value.text;
    case 'number':
      return value.unit === null ? value.text : `${value.text} ${value.unit}`;
    case 'yesNo':
      return value.yes ? 'Yes' : 'No';
    case 'instant':
      return value.iso;
    case 'place':
      return withMore(`${value.name === null ? '' : `${value.name}, `}${value.lat}, ${value.lng}`);
    case 'picture':
      return withMore('[picture]');
    case 'strokes':
      return withMore('[drawing]');
    case 'file':
      return `[file ${value.mime}, ${value.sizeBytes} bytes]`;
    case 'link':
      return value.url;
    case 'record':
      return withMore(value.name);
    case 'many':
      return listed(value.values.map(cellText));
    case 'nested':
      return value.blocks.map(blockText).join('; ');
  }
}

function factsText(facts: readonly Member[]): string {
  return facts.map((fact) => `${factLabel(fact)} ${cellText(fact.value) || '–'}`.trim()).join(', ');
}

function blockText(block: Block): string {
  switch (block.is) {
    case 'field':
      return `${block.label}: ${fieldText(block)}`;
    case 'group':
      return `${block.label}: ${block.blocks.map(blockText).join('; ')}`;
    case 'table': {
      const rows = block.rows.map((row) => row.map(cellText).join(', '));
      return `${block.label}: ${rows.join('; ')}`;
    }
  }
}

/** A cell under the key of its column, with its title. */
interface KeyedCell {
  key: string;
  title: string;
  text: string;
}

/** A number alone has its unit in the head of its column, so that a spreadsheet can add it up. */
function cellUnder(key: string, title: string, value: Value | null, text: string): KeyedCell {
  if (value?.is !== 'number' || value.unit === null || text !== cellText(value)) {
    return { key, title, text };
  }
  return { key: `${key} in ${value.unit}`, title: `${title} (${value.unit})`, text: value.text };
}

function fieldText({ value, more }: FieldBlock): string {
  const facts = factsText(more);
  return facts === '' ? cellText(value) : `${cellText(value)} (${facts})`;
}

/** Where a row stands: below which question, in which rows of others. */
interface RowOf {
  path: string;
  names: readonly string[];
  /** What the columns of the rows around it are called, and which rows these are. */
  heads: readonly string[];
  at: readonly string[];
  formJson: string | null;
}

/** What names a record beside its words. */
const ID_KEYS: ReadonlySet<string> = new Set(['id', 'key', 'code', 'value', 'uuid']);

/** What is said of rows in the cell of their question: choices by their words, of all others how many they are. */
function rowsText({ columns, rows }: TableBlock): string {
  const worded = columns.flatMap(({ key }, index) => (ID_KEYS.has(key) ? [] : [index]));
  const [words, ...others] = worded;
  const isNested = rows.some((row) => row.some((cell) => cell?.is === 'nested'));
  if (words === undefined || others.length > 0 || isNested) {
    return rows.length === 1 ? '1 row' : `${rows.length} rows`;
  }
  return listed(rows.map((row) => cellText(row[words] ?? null)));
}

/** What stands in the cell of a group, under the name of its column, which a table in it has for its own. */
function blocksIn(
  { key, label }: TableBlock['columns'][number],
  blocks: readonly Block[],
): Iterable<PlacedBlock> {
  const [only] = blocks;
  if (blocks.length === 1 && only?.is === 'table' && only.key === key) return placedBlocks(blocks);
  return placedBlocks(blocks, { key: `/${key}`, names: [label] });
}

/** The tables of one form. */
export class FormTables {
  readonly main: AnswerTable;
  readonly repeated = new Map<string, AnswerTable>();

  constructor(title: string) {
    this.main = new AnswerTable(title, ['Answer', 'Read']);
  }

  add(answerId: string, readAt: string, answerJson: string, formJson: string | null): void {
    const layout = layoutAnswer(answerJson, formJson, 'sheets');
    if (layout === null) {
      const cells = [{ key: 'text', title: 'Text', text: answerJson }];
      this.main.add([answerId, readAt], cells, formJson);
      return;
    }
    const rows: RowOf = { path: '', names: [], heads: ['Answer'], at: [answerId], formJson };
    const cells = this.#cells(placedBlocks([...layout.head, ...layout.body]), rows);
    const declared = layout.technical.map(({ key, label, text, of }) => ({
      ...{ key: `technical/${of}/${key}`, title: pathTitle([of, label]), text },
    }));
    this.main.add([answerId, readAt], [...cells, ...declared], formJson);
  }

  /** The cells of one row; what repeats in it has rows of its own. */
  #cells(blocks: Iterable<PlacedBlock>, row: RowOf): KeyedCell[] {
    return [...blocks].map(({ block, key, names }) => {
      const title = pathTitle(names);
      if (block.is === 'field') return cellUnder(key, title, block.value, fieldText(block));
      // One question may be rows in one answer and none in another: with others around it, it has a sheet of its own.
      const at = row.path === '' ? key : `${row.path}[]${key}`;
      this.#repeat(block, { ...row, path: at, names: [...row.names, ...names] });
      return { key, title, text: rowsText(block) };
    });
  }

  /** One sheet for each question that repeats, however often the rows repeat that it stands in. */
  #repeat({ columns, rows }: TableBlock, { path: at, names, ...outer }: RowOf): void {
    let table = this.repeated.get(at);
    if (table === undefined) {
      table = new AnswerTable(pathTitle(names), [...outer.heads, 'Row']);
      this.repeated.set(at, table);
    }
    const heads = [...outer.heads, `Row of ${names.at(-1) ?? ''}`];
    const isNested = columns.map((_column, index) =>
      rows.some((row) => row[index]?.is === 'nested'),
    );
    for (const [number, row] of rows.entries()) {
      const place = [...outer.at, String(number + 1)];
      const own = { ...outer, path: at, names, heads, at: place };
      const cells = columns.flatMap((column, index) => {
        const value = row[index] ?? null;
        if (value?.is === 'nested') return this.#cells(blocksIn(column, value.blocks), own);
        // A column of groups alone has none of its own.
        if (value === null && isNested[index] === true) return [];
        return [cellUnder(`/${column.key}`, column.label, value, cellText(value))];
      });
      table.add(place, cells, outer.formJson);
    }
  }

  get all(): AnswerTable[] {
    return [this.main, ...this.repeated.values()];
  }
}

/** A spreadsheet keeps so many digits of a number, and shows zeros for the others. */
const MOST_DIGITS = 15;

/** Numbers stay numbers where a spreadsheet keeps every digit of them. */
function cellOf(text: string): Cell {
  const number = Number(text);
  const digits = text.replaceAll(/\D/g, '').length;
  if (/^-?\d/.test(text) && String(number) === text && digits <= MOST_DIGITS) return number;
  return text === '' ? null : text;
}

/** Names of sheets are short and may not hold some marks. */
const MOST_IN_NAME = 31;

function sheetName(taken: TakenNames, title: string): string {
  const plain = title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, MOST_IN_NAME)
    .replaceAll(/^[\s']+|[\s']+$/g, '');
  return taken.free(plain === '' ? 'Answers' : plain, '', MOST_IN_NAME);
}

/** A sheet of a workbook has no more. */
const ROOM = { columns: 16_384, rows: 1_048_576 };

/** Lines in as many sheets as their columns need; each begins with what says which row it is. */
function inWidth(lines: string[][], fixed: number, columns: number): string[][][] {
  const width = lines[0]?.length ?? 0;
  if (width <= columns) return [lines];
  const room = columns - fixed;
  return Array.from({ length: Math.ceil((width - fixed) / room) }, (_sheet, at) => {
    const from = fixed + at * room;
    return lines.map((line) => [...line.slice(0, fixed), ...line.slice(from, from + room)]);
  });
}

/** The same as their rows need; each begins with the head. */
function inHeight(lines: string[][], rows: number): string[][][] {
  if (lines.length <= rows) return [lines];
  const [head = [], ...others] = lines;
  const room = rows - 1;
  return Array.from({ length: Math.ceil(others.length / room) }, (_sheet, at) => [
    head,
    ...others.slice(at * room, (at + 1) * room),
  ]);
}

/** @param room of a sheet, beyond which it goes on in another */
export function sheetsOf(tables: FormTables, room = ROOM): Sheet[] {
  const taken = new TakenNames();
  // Spreadsheets have one of their own.
  taken.add('History');
  return tables.all.flatMap(({ title, fixed, lines }) =>
    inWidth(lines, fixed, room.columns)
      .flatMap((part) => inHeight(part, room.rows))
      .map(([head = [], ...rows]) => ({
        name: sheetName(taken, title),
        rows: [head, ...rows.map((row) => row.map(cellOf))],
      })),
  );
}

export interface TablesOf {
  context: ReadingContext;
  ids: readonly string[];
  wish: ExportWish;
  folder: string;
  /** Asked between two answers, and between two files. */
  stopped(): boolean;
}

/**
 * Writes the tables of every form that the answers belong to.
 *
 * @returns false where it was stopped
 */
export async function writeTables(tablesOf: TablesOf): Promise<boolean> {
  const { context, ids, wish, folder, stopped } = tablesOf;
  const forms = new Map<string, FormTables>();
  for (const answerId of ids) {
    if (stopped()) return false;
    const copy = await copyOf(context, answerId);
    if (copy === null) continue;
    const form = await formHere(context, copy.json);
    const { form: name } = nameFactsOf(answerId, copy.json, form.json, zoneOf(wish.timeZone));
    // Two forms may have one name, and columns of their own under the same keys.
    const key = formIdOf(copy.json) ?? name;
    let tables = forms.get(key);
    if (tables === undefined) {
      tables = new FormTables(name);
      forms.set(key, tables);
    }
    tables.add(answerId, new Date(copy.readAt).toISOString(), copy.json, form.json);
  }
  const names = new TakenNames();
  // The export's own files.
  names.add('manifest.csv');
  names.add('manifest.json');
  const write = (title: readonly string[], extension: string, content: Uint8Array | string) =>
    writeWhole(
      path.join(folder, names.freeFile(safeFileName(title, extension, 'Answers'))),
      content,
    );
  for (const tables of forms.values()) {
    if (stopped()) return false;
    if (wish.tables !== 'csv') {
      await write([tables.main.title], 'xlsx', await workbookOf(sheetsOf(tables)));
    }
    if (wish.tables === 'xlsx') continue;
    for (const table of tables.all) {
      const title = table === tables.main ? [table.title] : [tables.main.title, '–', table.title];
      await write(title, 'csv', csvText(table.lines));
    }
  }
  return true;
}

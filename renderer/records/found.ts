import { fold } from '../../shared/rules/fold.ts';
import { fieldTitle } from '../state/fieldName.ts';
import { nameOf } from '../state/record.ts';
import { fieldsOfRow } from '../state/record.ts';
import type { Fields } from '../state/record.ts';
import type { Row } from '../bridge.ts';
import { text } from '../text/en.ts';
import type { Column } from '../ui/table.ts';

/** Where a search found a record that shows none of what was typed. */
export interface FoundIn {
  /** The field as people call it. */
  readonly field: string;
  readonly value: string;
}

/** Registrations and numbers are typed without their spaces and dashes as often as with them. */
const squeeze = (text: string): string => text.replace(/[\s.-]+/g, '');
const holds = (text: string, word: string): boolean => {
  const folded = fold(text);
  return folded.includes(word) || squeeze(folded).includes(word);
};

/** Texts of a value and of what it holds: a summary has a name, and other fields beside it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const text = nameOf(value);
  return text === null ? [] : [text];
}

/**
 * The field in which a word was found that no shown text holds; null where all that was typed is
 * in sight.
 *
 * @param shown what the row shows, column by column
 */
export function foundIn(fields: Fields, typed: string, shown: readonly string[]): FoundIn | null {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const unseen = words.find((word) => !shown.some((text) => holds(text, word)));
  if (unseen === undefined) return null;
  for (const [field, value] of fields) {
    const text = textsIn(value).find((one) => holds(one, unseen));
    if (text !== undefined) return { field: fieldTitle(field), value: text };
  }
  return null;
}

/** Rows that are looked at for what a search found out of sight. */
const LOOKED_AT = 60;

/**
 * A column that tells where words were found that no shown column holds; null where each is in
 * sight.
 *
 * @param rows the first rows of what was found, as far as they were read
 */
export function foundColumn(
  typed: string,
  shown: readonly Column<Row>[],
  rows: { readonly total: number; at(index: number): Row | undefined },
): Column<Row> | null {
  const textOf = (row: Row): string => {
    const texts = shown.map((column) => column.text(row));
    const where = foundIn(fieldsOfRow(row), typed, texts);
    return where === null ? '' : `${where.field}: ${where.value}`;
  };
  let isOutOfSight = false;
  let isInSight = false;
  for (let index = 0; index < Math.min(rows.total, LOOKED_AT); index += 1) {
    const row = rows.at(index);
    if (row === undefined) continue;
    if (textOf(row) === '') isInSight = true;
    else isOutOfSight = true;
  }
  if (!isOutOfSight) return null;
  // Beside rows that show what was asked for it takes the place of nothing else.
  const needed = !isInSight;
  return { key: '~found', title: text.table.foundIn, width: 220, text: textOf, needed };
}

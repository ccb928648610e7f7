import { fieldName } from '../../state/fieldName.ts';
import { isJsonObject, jsonMembers } from '../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../shared/rules/merge.ts';
import { valueInWords } from '../../../shared/rules/valueWords.ts';
import type { ValueWords } from '../../../shared/rules/valueWords.ts';
import type { Entity, Op } from '../../bridge.ts';
import { fieldsOfText, textAt } from '../../state/record.ts';
import { deskLine, fromTo } from '../../text/isolated.ts';

/** The part of a write that says what it changes. */
export type ChangingOp = Pick<Op, 'endpoint' | 'patch' | 'before' | 'link' | 'sets'>;

/** One field of a write: JSON texts to the letter, null where absent, undefined where not told. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null | undefined;
  /** The kind of record that both values name by its id. */
  names?: Entity;
}

/** Words around values: also for an old one without a new one. */
export interface ChangeWords extends ValueWords {
  was: (value: string) => string;
}

/** What a record is called; null while that is not known. */
export type NameOfRecord = (entity: Entity, id: string) => string | null;

/** The members of an object's text with their own source text; none of a text that is no object. */
export function sourceMembers(json: string): Map<string, string> {
  return isJsonObject(json) ? jsonMembers(json) : new Map<string, string>();
}

/**
 * What a write changes, field by field. A write may touch a field that does not travel in its
 * body: archiving sets `archived`, an assignment sets the field of its link. Where a write does
 * not tell the new value, `after` is undefined and never guessed.
 */
export function changesOf(op: ChangingOp): FieldChange[] {
  const before = sourceMembers(op.before);
  const after = sourceMembers(op.patch);
  const { link } = op;
  // The id that travels is told once, under the field in which the link shows.
  const linked = `${link?.field ?? ''}Id`;
  // A body tells all that travels: what is only in `before` was decided against on the way. Without
  // one, `before` alone tells what is touched.
  const isSilent = op.sets !== null || after.size === 0;
  const fields = new Set([...after.keys(), ...(isSilent ? before.keys() : [])]);
  if (link !== null) fields.delete(linked);
  if (link !== null) fields.add(link.field);
  return [...fields].map((field) => {
    if (link?.field === field) {
      const now = link.id === null ? 'null' : JSON.stringify(link.id);
      const was = before.get(field) ?? before.get(linked) ?? null;
      return { field, before: was, after: now, names: link.entity };
    }
    return {
      field,
      before: before.get(field) ?? null,
      after: after.has(field) ? (after.get(field) ?? null) : (op.sets ?? undefined),
    };
  });
}

/** A side of a change in words; a record by its name where that is known, else by its id. */
export function sideOf(
  change: Pick<FieldChange, 'names'>,
  json: string | null,
  words: ChangeWords,
  nameOfRecord: NameOfRecord,
): string {
  const id = change.names === undefined ? null : referenceId(json);
  if (change.names === undefined || id === null) return valueInWords(json, words);
  // A summary that was read with the record names it even where the record itself is not here.
  const summary = json?.startsWith('{') === true ? textAt(fieldsOfText(json), 'regNo') : null;
  return nameOfRecord(change.names, id) ?? summary ?? valueInWords(json, words);
}

/** Words for a value that its JSON would not tell; null for every other one. */
export type SpecialWords = (
  field: string,
  side: 'base' | 'mine',
  json: string | null,
) => string | null;

/** One line for a table: `Label: North yard → South yard`. */
export function changeLine(
  op: ChangingOp,
  words: ChangeWords,
  nameOfRecord: NameOfRecord,
  special: SpecialWords = () => null,
): string {
  const line = changesOf(op)
    .map((change) => {
      const { field } = change;
      const label = fieldName(op.endpoint, field);
      const old =
        special(field, 'base', change.before) ?? sideOf(change, change.before, words, nameOfRecord);
      if (change.after === undefined) return `${label}: ${words.was(old)}`;
      const now =
        special(field, 'mine', change.after) ?? sideOf(change, change.after, words, nameOfRecord);
      return `${label}: ${change.before === null ? now : fromTo(old, now)}`;
    })
    .join('; ');
  return deskLine(line);
}

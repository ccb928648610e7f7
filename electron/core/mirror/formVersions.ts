import { sql } from 'drizzle-orm';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { into, select, statement } from '../db/statement.ts';
import {
  type AskedForm,
  chosenVersion,
  formAsked,
  timeIn,
  versionIn,
} from '../../../shared/rules/formAsked.ts';
import { questionsOf } from '../../../shared/rules/formFindings.ts';
import { own, parsedJson, isFields } from '../../../shared/rules/jsonValue.ts';
import { NOTHING_WAITS } from './overlay.ts';
import { SHOWN } from './viewConditions.ts';

/**
 * Earlier texts of forms: an answer is laid out with the form as it was when the answer was made, or
 * its questions and options would change their words whenever a tenant edits the form.
 */

/** More texts of one form than this are an editor's every keystroke; the oldest go. */
const MOST_VERSIONS = 200;

const TITLES = new Set(['name', 'title']);

/**
 * What the layout of an answer takes from a form: its title, and what holds questions. Who made it, or the
 * answers to it, may be told by one reading and left out by the next.
 */
function askedBy(json: string): string {
  const form = parsedJson(json);
  if (!isFields(form)) return json;
  const all = Object.entries(form);
  const asking = all.filter(([key, value]) => questionsOf({ [key]: value }).length > 0);
  const titles = all.filter(([key]) => TITLES.has(key));
  return JSON.stringify(asking.length > 0 ? [...titles, ...asking] : all);
}

/** Whether two texts of a form ask differently. */
export function asksOtherwise(a: string, b: string): boolean {
  return a !== b && askedBy(a) !== askedBy(b);
}

function updatedAt(json: string): number {
  return timeIn(own(parsedJson(json), 'updatedAt')) ?? Number.NaN;
}

/** When the old text stopped being the form's; a date that did not move tells nothing. */
function endOf(before: string, after: string, readAt: number): number {
  const [old, changed] = [updatedAt(before), updatedAt(after)];
  const isNews = !Number.isNaN(changed) && changed <= readAt && !(old >= changed);
  return isNews ? changed : readAt;
}

/**
 * Remembers the text that a form had, where the new one asks otherwise.
 *
 * @param readAt when the new text was read, ms since 1970
 */
export function rememberForm(
  db: WritableDb,
  id: string,
  before: string | null,
  after: string,
  readAt: number,
): void {
  if (before === null || !asksOtherwise(before, after)) return;
  remember(db, id, endOf(before, after, readAt), before);
}

/** Remembers the last text of a form that the service no longer has: its answers are here. */
export function rememberGone(db: WritableDb, id: string, at: number): void {
  const form = db.one(
    select({ base: t.record.base })`FROM ${t.record} WHERE ${t.record.entity} = 'form'
      AND ${t.record.id} = ? AND ${NOTHING_WAITS}`,
    [id],
  );
  if (typeof form?.base === 'string') remember(db, id, at, form.base);
}

function remember(db: WritableDb, id: string, until: number, json: string): void {
  // Two clocks tell the times: a later text never ends before an earlier one.
  db.run(
    statement`INSERT INTO ${into(t.formVersion, 'formId', 'until', 'json')}
      VALUES (:id, max(:until, coalesce((SELECT max(${t.formVersion.until}) FROM ${t.formVersion}
      WHERE ${t.formVersion.formId} = :id), :until)), :json)`,
    { id, until, json },
  );
  db.run(
    statement`DELETE FROM ${t.formVersion} WHERE ${t.formVersion.formId} = :id
      AND ${t.formVersion.n} NOT IN (SELECT ${t.formVersion.n} FROM ${t.formVersion}
      WHERE ${t.formVersion.formId} = :id ORDER BY ${t.formVersion.n} DESC LIMIT ${MOST_VERSIONS})`,
    { id },
  );
}

/** A form as an answer was asked with it. */
export interface FormThen {
  /** The last one that is remembered where the service no longer has the form; null where none is. */
  json: string | null;
  /** Whether the form asks otherwise today. */
  changed: boolean;
}

export const formReads = {
  /** The text of a form that belongs to an answer. */
  'forms.asOf': (db: ReadableDb, asked: AskedForm & { formId: string }): FormThen => {
    const now = db.one(
      select({ json: SHOWN })`FROM ${t.record} WHERE ${t.record.entity} = 'form'
        AND ${t.record.id} = ?`,
      [asked.formId],
    );
    const versions = db.all(
      select({
        n: t.formVersion.n,
        until: t.formVersion.until,
        version: sql<string | null>`form_version(${t.formVersion.json})`,
      })`FROM ${t.formVersion} WHERE ${t.formVersion.formId} = ?`,
      [asked.formId],
    );
    const today = now === undefined ? null : { version: versionIn(now.json) };
    const n = chosenVersion(versions, today, asked);
    const then =
      n === null
        ? undefined
        : db.one(
            select({ json: t.formVersion.json })`FROM ${t.formVersion}
              WHERE ${t.formVersion.n} = ?`,
            [n],
          );
    if (then === undefined) return { json: now?.json ?? null, changed: false };
    return { json: then.json, changed: now !== undefined && asksOtherwise(then.json, now.json) };
  },
} as const;

/**
 * What triggers call: the number of the text that belongs to an answer, null for today's.
 *
 * @param now today's text; null where the mirror lacks the form
 */
export function formChoice(answer: unknown, versions: unknown, now: unknown): number | null {
  const list = parsedJson(versions);
  const known = (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const [n, until, version] = [own(one, 'n'), own(one, 'until'), own(one, 'version')];
    if (typeof n !== 'number' || typeof until !== 'number') return [];
    return [{ n, until, version: typeof version === 'string' ? version : null }];
  });
  if (known.length === 0) return null;
  const today = now === null ? null : { version: versionIn(now) };
  return chosenVersion(known, today, formAsked(answer));
}

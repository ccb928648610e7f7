import { sql } from 'drizzle-orm';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import type { ReadableDb } from '../../db/handles.ts';
import { idsInRecord } from '../model/ids.ts';
import { SHOWN } from '../../mirror/viewConditions.ts';
import * as t from '../../db/schema.ts';
import { select } from '../../db/statement.ts';

/** Answers that the mirror's records name, and those that were opened by hand. */

/** Records without one of these words name no answer. */
const MAY_NAME = sql`(${SHOWN} LIKE '%nswer%' OR ${SHOWN} LIKE '%esponses%'
  OR ${SHOWN} LIKE '%ubmissions%')`;

/** What the desk remembers of answers: those of a form, and those that were opened. */
const REMEMBERED = sql`(${t.desk.key} = 'answers.opened' OR ${t.desk.key} GLOB 'answers.of.*')`;

function idsIn(value: unknown): string[] {
  return idsInRecord({ answers: value }, true);
}

export const knownReads = {
  /**
   * Ids of answers by where they are known from; `forms` limits those of form records. Looks
   * through every record, so it runs in a thread of its own.
   */
  'answers.known': (
    db: ReadableDb,
    { forms }: { forms: readonly string[] | null },
  ): { forms: string[]; records: string[]; opened: string[] } => {
    const ofForms = new Set<string>();
    const ofRecords = new Set<string>();
    const opened = new Set<string>();
    const rows = db.all(
      select({ entity: t.record.entity, id: t.record.id, json: SHOWN })`FROM ${t.record}
        WHERE ${t.record.entity} IN ('form') OR (? AND ${MAY_NAME})
        ORDER BY ${t.record.entity} = 'form' DESC, ${t.record.rowid}`,
      [forms === null ? 1 : 0],
    );
    for (const { entity, id, json } of rows) {
      const isForm = entity === 'form';
      if (isForm && forms !== null && !forms.includes(id)) continue;
      for (const one of idsInRecord(parsedJson(json), isForm))
        (isForm ? ofForms : ofRecords).add(one);
    }
    if (forms === null) {
      for (const { value } of db.all(
        select({ value: t.desk.value })`FROM ${t.desk} WHERE ${REMEMBERED} ORDER BY ${t.desk.key}`,
      )) {
        for (const id of idsIn(parsedJson(value))) opened.add(id);
      }
    }
    return { forms: [...ofForms], records: [...ofRecords], opened: [...opened] };
  },
} as const;

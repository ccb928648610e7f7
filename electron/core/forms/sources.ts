import { CREATED, formAsked, timeIn } from '../../../shared/rules/formAsked.ts';
import { firstText } from '../../../shared/rules/formLabels.ts';
import { type JsonDocument, memberOf, readJson } from '../../../shared/rules/jsonTree.ts';
import type { ReadingContext } from '../accountContext.ts';
import type { FormThen } from '../mirror/formVersions.ts';
import { basemapOf } from '../basemap.ts';
import type { AccountPorts } from '../ports.ts';
import { documentKey } from '../sync/single.ts';
import { dayIn } from '../timeZone.ts';

/** What documents of answers are made of: copies of the mirror, forms, the ground. */

export interface AnswerCopy {
  json: string;
  /** When the mirror read it, ms since 1970. */
  readAt: number;
}

/** The mirror's copy of an answer; null where it was never opened. */
export async function copyOf(
  { store }: ReadingContext,
  answerId: string,
): Promise<AnswerCopy | null> {
  const saved = await store.read('documents.get', {
    key: documentKey('getAnswer', { answerId }, {}),
  });
  return saved === null ? null : { json: saved.json, readAt: saved.readAt };
}

/** The id of the form that an answer names; null where it names none. */
export function formIdOf(answerJson: string): string | null {
  const answer = readJson(answerJson);
  if (answer === null) return null;
  const named = memberOf(answer.root, 'form');
  const formId =
    firstText(answer.root, ['formId']) ??
    (named?.type === 'object' ? firstText(named, ['id']) : null);
  return formId === '' ? null : formId;
}

const NO_FORM: FormThen = { json: null, changed: false };

/** The form of an answer as the mirror has it, with the text that it had when the answer was made. */
export async function formHere(
  { store }: Pick<ReadingContext, 'store'>,
  answerJson: string,
): Promise<FormThen> {
  const formId = formIdOf(answerJson);
  if (formId === null) return NO_FORM;
  return store.read('forms.asOf', { formId, ...formAsked(answerJson) });
}

/**
 * The same, asked of the service where the form is not here: what is remembered of one may be older. A
 * missing form stops nothing: it is there for the labels.
 */
export async function formOf(context: ReadingContext, answerJson: string): Promise<FormThen> {
  const here = await formHere(context, answerJson);
  const formId = formIdOf(answerJson);
  if (formId === null || !context.connection.maySend()) return here;
  const form = { entity: 'form', ids: [formId] } as const;
  if ((await context.store.read('records.knownIds', form)).ids.length > 0) return here;
  const read = await context.sync.readRecord('form', formId);
  return read.ok && read.value !== null ? formHere(context, answerJson) : here;
}

/** The town of the local workspace; null elsewhere, where a map of the world serves. */
export async function groundOf(
  context: ReadingContext,
  ports: AccountPorts,
): Promise<string | null> {
  if (context.identity.workspace !== 'local') return null;
  const town = await basemapOf(context, ports);
  return town.ok ? town.value : null;
}

/** What the name of an answer's file can say; empty where the answer does not. */
export interface NameFacts {
  form: string;
  /** `2026-03-01` in the zone of the export. */
  date: string;
  vehicle: string;
  driver: string;
  id: string;
}

function summaryOf(answer: JsonDocument, name: string, fields: readonly string[]): string {
  const summary = memberOf(answer.root, name);
  return summary?.type === 'object' ? (firstText(summary, fields) ?? '') : '';
}

/** The facts of an answer that names of files are made of. */
export function nameFactsOf(
  answerId: string,
  answerJson: string | null,
  formJson: string | null,
  timeZone: string,
): NameFacts {
  const answer = answerJson === null ? null : readJson(answerJson);
  const form = formJson === null ? null : readJson(formJson);
  const title =
    (form === null ? null : firstText(form.root, ['name', 'title'])) ??
    (answer === null ? null : firstText(answer.root, ['formName', 'title', 'name']));
  // An empty time stands for none, as in the list.
  const times = answer === null ? [] : CREATED.map((name) => firstText(answer.root, [name]));
  const created = times.find((time) => timeIn(time) !== null) ?? null;
  const at = timeIn(created);
  // A day without a time is that day everywhere.
  const isDay = created !== null && /^\d{4}-\d\d-\d\d$/.test(created);
  const date = at === null ? '' : isDay ? created : dayIn(at, timeZone);
  return {
    form: title ?? 'Answer',
    date,
    vehicle: answer === null ? '' : summaryOf(answer, 'vehicle', ['regNo', 'label', 'name', 'id']),
    driver: answer === null ? '' : summaryOf(answer, 'driver', ['fullName', 'name', 'email', 'id']),
    id: answerId,
  };
}

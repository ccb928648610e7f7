import { CREATED, formAsked, idIn, timeIn } from '../../../shared/rules/formAsked.ts';
import { firstText } from '../../../shared/rules/formLabels.ts';
import { type JsonDocument, memberOf, readJson } from '../../../shared/rules/jsonTree.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { getterOf, recordName } from '../../../shared/rules/recordName.ts';
import type { AppError } from '../../../shared/result.ts';
import type { ReadingContext } from '../accountContext.ts';
import { refOf } from '../mirror/answerFacts.ts';
import type { FormThen } from '../mirror/formVersions.ts';
import { basemapOf } from '../basemap.ts';
import type { AccountPorts, Clock } from '../ports.ts';
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

/** Why a form is not to be had for good; after anything else it may be, a little later. */
const FOR_GOOD: ReadonlySet<AppError['kind']> = new Set(['missing', 'denied']);
const LATER_MS = 60_000;

/**
 * The forms of many answers, asked of the service where they are not here: what is remembered of one may
 * be older. In vain only once, and where it can't be reached only now and then. A missing form stops
 * nothing: it is there for the labels.
 */
export class FormsOfAnswers {
  readonly #context: ReadingContext;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #missing = new Set<string>();
  #notBefore = 0;

  constructor(context: ReadingContext, clock: Pick<Clock, 'now'>) {
    this.#context = context;
    this.#clock = clock;
  }

  async of(answerJson: string): Promise<FormThen> {
    const { connection, store, sync } = this.#context;
    const here = await formHere(this.#context, answerJson);
    const formId = formIdOf(answerJson);
    if (formId === null || !connection.maySend() || this.#missing.has(formId)) return here;
    if (this.#clock.now() < this.#notBefore) return here;
    const known = await store.read('records.knownIds', { entity: 'form', ids: [formId] });
    if (known.ids.length > 0) return here;
    const read = await sync.readRecord('form', formId);
    if (read.ok && read.value !== null) return formHere(this.#context, answerJson);
    if (read.ok || FOR_GOOD.has(read.error.kind)) this.#missing.add(formId);
    else this.#notBefore = this.#clock.now() + LATER_MS;
    return here;
  }
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
  if (summary?.type === 'object') return firstText(summary, fields) ?? '';
  return firstText(answer.root, [name]) ?? '';
}

/** The facts of an answer that names of files are made of, as far as it tells them itself. */
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
    vehicle: answer === null ? '' : summaryOf(answer, 'vehicle', ['regNo', 'label', 'name']),
    driver: answer === null ? '' : summaryOf(answer, 'driver', ['fullName', 'name', 'email']),
    id: answerId,
  };
}

/** The same; the record's own name stands in where an answer tells only its id, as in the list. */
export async function namedFactsOf(
  { store }: Pick<ReadingContext, 'store'>,
  answerId: string,
  answerJson: string | null,
  formJson: string | null,
  timeZone: string,
): Promise<NameFacts> {
  const facts = nameFactsOf(answerId, answerJson, formJson, timeZone);
  const answer = parsedJson(answerJson);
  const nameOf = async (entity: 'vehicle' | 'driver'): Promise<string> => {
    if (facts[entity] !== '') return facts[entity];
    const id = refOf(answer, entity);
    const found = id === null ? null : await store.read('records.get', { entity, id });
    const name = found && recordName(entity, getterOf(parsedJson(found.row.json)));
    return name ?? idIn(own(own(answer, entity), 'id')) ?? '';
  };
  return { ...facts, vehicle: await nameOf('vehicle'), driver: await nameOf('driver') };
}

import { instantOf } from '../../../shared/rules/instant.ts';
import { findingsIn } from '../../../shared/rules/formFindings.ts';
import { readableText } from '../../../shared/rules/recordName.ts';
import { own, parsedJson } from '../../../shared/rules/jsonValue.ts';

/**
 * What lists tell of an answer without reading it: worked out once, when the answer is kept, because
 * ten thousand answers with photographs can't be read each time that one of them is looked for.
 */
export interface Facts {
  formId: string | null;
  title: string;
  vehicleId: string | null;
  vehicle: string;
  driverId: string | null;
  driver: string;
  /** ms since 1970; null where the answer names no time. */
  createdAt: number | null;
  /** How many choices tell of something wrong, and how many required questions lack an answer. */
  failing: number;
  missing: number;
}

const CREATED = ['createdAt', 'submittedAt', 'completedAt', 'startedAt', 'updatedAt'];
const TITLES = ['title', 'name', 'formName', 'form'];

function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The id of a summary (`vehicle: {id}`) or of a plain member (`vehicleId`). */
function refOf(answer: unknown, name: string): string | null {
  return idOf(own(answer, `${name}Id`)) ?? idOf(own(own(answer, name), 'id'));
}

/** When something was made, ms since 1970, as a text or a number; a zero stands for no time. */
export function timeIn(value: unknown): number | null {
  const at = instantOf(value);
  return at === null || at === 0 ? null : Math.round(at);
}

function createdAt(answer: unknown): number | null {
  for (const name of CREATED) {
    const at = timeIn(own(answer, name));
    if (at !== null) return at;
  }
  return null;
}

/** Id of the form that an answer names; null where it names none. */
export function answerForm(json: unknown): string | null {
  return refOf(parsedJson(json), 'form');
}

/** What of an answer tells which text of its form it was asked with. */
export interface AskedForm {
  /** When it was made, ms since 1970; null where it names no time. */
  at: number | null;
  /** The version of the form that it names itself. */
  version: string | null;
}

/** The version that a form's text names. */
export function versionIn(formJson: unknown): string | null {
  return idOf(own(parsedJson(formJson), 'version'));
}

export function formAsked(json: unknown): AskedForm {
  const answer = parsedJson(json);
  const version = idOf(own(answer, 'formVersion')) ?? idOf(own(own(answer, 'form'), 'version'));
  return { at: createdAt(answer), version };
}

/**
 * Which earlier text of its form an answer was asked with: of those whose version it names, or else of
 * all, the first that was replaced after the answer was made.
 *
 * @param now the version of today's text
 * @returns the number of that text; null for today's
 */
export function chosenVersion(
  versions: readonly { n: number; until: number; version: string | null }[],
  now: string | null,
  { at, version }: AskedForm,
): number | null {
  const named = version === null ? [] : versions.filter((one) => one.version === version);
  const isNow = version !== null && now === version;
  const among = named.length > 0 || isNow ? named : versions;
  const ordered = among.toSorted((a, b) => a.until - b.until || a.n - b.n);
  const then = at === null ? undefined : ordered.find(({ until }) => until > at);
  if (then !== undefined) return then.n;
  return named.length > 0 && !isNow ? (ordered.at(-1)?.n ?? null) : null;
}

/** Facts of an answer; `formJson` is the text of its form, null where that is not known. */
export function factsOfAnswer(json: unknown, formJson: unknown): Facts {
  const answer = parsedJson(json);
  const findings = findingsIn(answer, parsedJson(formJson));
  const failing = findings.filter((finding) => finding.is === 'failing').length;
  const title = TITLES.map((name) => readableText(own(answer, name))).find((text) => text !== '');
  return {
    formId: refOf(answer, 'form'),
    title: title ?? '',
    vehicleId: refOf(answer, 'vehicle'),
    vehicle: readableText(own(answer, 'vehicle')),
    driverId: refOf(answer, 'driver'),
    driver: readableText(own(answer, 'driver')),
    createdAt: createdAt(answer),
    failing,
    missing: findings.length - failing,
  };
}

/** `factsOfAnswer` as JSON text; SQLite asks for each of its members in turn. */
export function rememberingFacts(): (json: unknown, formJson: unknown) => string {
  let last: { json: unknown; formJson: unknown; text: string } | undefined;
  return (json, formJson) => {
    if (last === undefined || last.json !== json || last.formJson !== formJson) {
      last = { json, formJson, text: JSON.stringify(factsOfAnswer(json, formJson)) };
    }
    return last.text;
  };
}

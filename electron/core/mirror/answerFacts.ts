import { createdAt, idIn } from '../../../shared/rules/formAsked.ts';
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

const TITLES = ['title', 'name', 'formName', 'form'];

/** The id of a summary (`vehicle: {id}`) or of a plain member (`vehicleId`). */
export function refOf(answer: unknown, name: string): string | null {
  return idIn(own(answer, `${name}Id`)) ?? idIn(own(own(answer, name), 'id'));
}

/** Id of the form that an answer names; null where it names none. */
export function answerForm(json: unknown): string | null {
  return refOf(parsedJson(json), 'form');
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

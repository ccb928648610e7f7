import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { paramNamesOf, pathOf } from '../../../shared/api/endpoint.ts';
import type { AppError } from '../../../shared/result.ts';
import type { Outline } from '../../../shared/rules/jsonOutline.ts';
import { firstValueAt, idText, valueEnd } from '../../../shared/rules/jsonReader.ts';
import { jsonElements } from '../../../shared/rules/jsonText.ts';
import type { Params } from './types.ts';

/**
 * Which record answered. A cache or a proxy that mixes up its answers gives another record than the
 * one that was asked for, in perfect shape. Where an answer names its record, the name is compared
 * with the path; one that names another proves nothing, whatever it says.
 */

/** Code of the error of such an answer. */
export const OTHER_RECORD = 'http.otherRecord';

/** Writes whose answer, where it holds a record, holds the one that was written. */
const ANSWERS_WITH_TARGET: readonly string[] = ['update', 'archive', 'restore', 'delete'];

/** The path parameter that is the `id` of the record in the answer; null where none is. */
export function ownParamOf(row: Endpoint): string | null {
  const params = paramNamesOf(row);
  const { mirror, write } = row;
  if (mirror.as === 'record') return params.includes(mirror.id) ? mirror.id : null;
  if (write !== undefined && ANSWERS_WITH_TARGET.includes(write.does)) {
    return write.target.param ?? null;
  }
  // What is read under `…/{answerId}` is that answer, and what is written there is told so.
  const last = params.at(-1);
  return last !== undefined && pathOf(row).endsWith(`/{${last}}`) && row.belongsTo === undefined
    ? last
    : null;
}

/** Another record than the one that was asked for, both by the service's own spelling. */
export interface Mistaken {
  asked: string;
  answered: string;
}

function differing(record: string, member: string, asked: string | undefined): Mistaken | null {
  const at = asked === undefined ? -1 : firstValueAt(record, member);
  const answered = at === -1 ? '' : idText(record.slice(at, valueEnd(record, at)));
  return asked === undefined || answered === '' || answered === asked ? null : { asked, answered };
}

/**
 * What a payload names instead of what its path asked for; null where it names the same, or does
 * not say. Identifiers are compared to the letter: `5` and `"5"` are one, and no digit is rounded.
 *
 * @param text the body, of which `payload` is a part
 */
export function mistakenIn(
  row: Endpoint,
  params: Params,
  text: string,
  payload: Outline,
): Mistaken | null {
  const own = ownParamOf(row);
  const related = row.belongsTo;
  if (own === null && related === undefined) return null;
  const source = text.slice(payload.start, payload.end);
  switch (payload.kind) {
    case 'object':
      return own === null
        ? differing(source, related ?? '', params[related ?? ''])
        : differing(source, 'id', params[own]);
    case 'array': {
      if (related === undefined) return null;
      for (const element of jsonElements(source)) {
        if (!element.startsWith('{')) continue;
        const found = differing(element, related, params[related]);
        if (found !== null) return found;
      }
      return null;
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return null;
  }
}

/** An answer that is about another record. */
export function otherRecordError(row: Endpoint, { asked, answered }: Mistaken): AppError {
  return {
    kind: 'server',
    code: OTHER_RECORD,
    message: `${row.title}: the service answered with ${answered} instead of ${asked}. Something on the way mixes up its answers.`,
    safe: 'Nothing was concluded from it, and nothing of it was kept.',
    next: 'retry',
  };
}

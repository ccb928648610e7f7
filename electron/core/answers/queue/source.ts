import type { AnswerSource } from '../../../../shared/ipc/answers.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Store } from '../../database.ts';
import type { Column } from '../model/column.ts';
import { MOST_IN_RANGE, idsInRange, idsInText } from '../model/ids.ts';
import { tableInThread } from './tableInThread.ts';

/** What a source names. */
export interface Named {
  ids: string[];
  leftOut: string[];
  /** For people: "600001 to 600300", the name of a file. */
  label: string;
  table: { sheets: string[]; sheet: number; columns: Column[]; column: number } | null;
}

/** More answers are not asked for at once: somebody pasted the wrong thing. */
const MOST_AT_ONCE = 100_000;

const refused = (code: string, message: string): Result<never> =>
  fail({ kind: 'invalid', code, message, safe: 'Nothing was asked for.', next: 'editInput' });

function ranged(from: string, to: string): Result<Named> {
  const range = idsInRange(from, to);
  switch (range.is) {
    case 'reversed':
      return refused('answers.rangeReversed', 'The first number is greater than the last.');
    case 'tooLong':
      return refused(
        'answers.rangeTooLong',
        `This range has ${range.count.toLocaleString('en')} numbers. At most ${MOST_IN_RANGE.toLocaleString('en')} are asked for at once.`,
      );
    case 'ids':
      return ok({ ids: range.ids, leftOut: [], label: `${from} – ${to}`, table: null });
  }
}

async function inFile(source: Extract<AnswerSource, { is: 'file' }>): Promise<Result<Named>> {
  const { bytes, sheet = 0, column = null } = source;
  const read = await tableInThread({ bytes, sheet, column });
  return read.ok ? ok({ ...read.value, label: source.name }) : read;
}

/**
 * The ids that a source names, each once.
 *
 * Errors (`invalid`): `answers.rangeReversed`, `answers.rangeTooLong`, `answers.tooMany`,
 * and those of `tableInThread`.
 */
export async function namedBy(store: Store, source: AnswerSource): Promise<Result<Named>> {
  const named = await readSource(store, source);
  if (named.ok && named.value.ids.length > MOST_AT_ONCE) {
    return refused(
      'answers.tooMany',
      `These are ${named.value.ids.length.toLocaleString('en')} ids. At most ${MOST_AT_ONCE.toLocaleString('en')} are asked for at once.`,
    );
  }
  return named;
}

async function readSource(store: Store, source: AnswerSource): Promise<Result<Named>> {
  switch (source.is) {
    case 'text':
      return ok({ ...idsInText(source.text), label: '', table: null });
    case 'range':
      return ranged(source.from, source.to);
    case 'known': {
      const known = await store.read('answers.known', { forms: source.forms ?? null });
      const ids = [...new Set([...known.forms, ...known.records, ...known.opened])];
      return ok({ ids, leftOut: [], label: '', table: null });
    }
    case 'file':
      return inFile(source);
  }
}

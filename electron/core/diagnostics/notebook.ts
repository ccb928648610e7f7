import { callNames } from '../../../shared/ipc/contract.ts';
import type { Clock, Note, Notebook, Timing, LogLevel } from '../ports.ts';

const MOST_NOTES = 200;
const MOST_TIMINGS = 200;

const CALLS: ReadonlySet<string> = new Set(callNames);
const CODE = /^([a-z]\w{0,40}\.[a-zA-Z]{1,60}|(ERR|SQLITE|E)_?[A-Z0-9_]{1,60})$/;
const CLASS = /^[A-Z][A-Za-z]{0,40}(Error|Exception)$|^Error$/;
const WORD = /^[a-z][a-z-]{0,19}$/i;

/**
 * What may be kept of a detail: members of an exact list, with values of an exact form. Anything else
 * (names, registrations, places, addresses, messages) is left out, whoever wrote it by mistake.
 */
const TEXTS: Readonly<Record<string, (value: string) => boolean>> = {
  query: (value) => /^[a-z]+\.[a-zA-Z]{1,40}$/.test(value),
  role: (value) => value === 'writer' || value === 'reader',
  entity: (value) => WORD.test(value),
  name: (value) => CALLS.has(value) || CLASS.test(value),
  error: (value) => CLASS.test(value) || CODE.test(value),
  code: (value) => CODE.test(value),
  why: (value) => WORD.test(value) || CLASS.test(value) || CODE.test(value),
  reason: (value) => WORD.test(value) || CODE.test(value) || CLASS.test(value),
  what: (value) => WORD.test(value),
  type: (value) => WORD.test(value),
  at: (value) => /^[\w-]{1,60}\.[tj]s:\d{1,6}:\d{1,6}$/.test(value),
};
const NUMBERS: ReadonlySet<string> = new Set(['ms', 'rows', 'count', 'code', 'status']);

export function cleaned(detail: Note['detail']): Note['detail'] {
  const plain = Object.entries(detail).filter(([key, value]) => {
    if (typeof value === 'boolean') return /^[a-z]{1,20}$/i.test(key);
    if (typeof value === 'number') return NUMBERS.has(key) && Number.isInteger(value);
    return Object.hasOwn(TEXTS, key) && TEXTS[key]?.(value) === true;
  });
  return Object.fromEntries(plain);
}

/** One line of JSON. */
export function lineOf({ at, level, event, detail }: Note): string {
  return JSON.stringify({ at: new Date(at).toISOString(), level, event, ...detail });
}

/** @param keep is handed every note that is no mere detail, as a line: a file that outlives the app */
export function createNotebook(
  clock: Pick<Clock, 'now'>,
  keep: (line: string) => void = () => undefined,
): Notebook {
  let problems: Note[] = [];
  let slow: Note[] = [];
  const timings = new Map<string, Timing>();

  function time({ at, event, detail }: Note): void {
    const { ms, entity } = detail;
    if (typeof ms !== 'number' || event === 'db.slow') return;
    const of = typeof entity === 'string' ? entity : '';
    const key = `${event} ${of}`;
    const before = timings.get(key);
    if (before === undefined && timings.size >= MOST_TIMINGS) return;
    timings.set(key, {
      ...{ event, of, at, count: (before?.count ?? 0) + 1, lastMs: ms },
      longestMs: Math.max(before?.longestMs ?? 0, ms),
    });
  }

  function note(level: LogLevel, event: string, detail: Note['detail']): void {
    if (level === 'debug') return;
    const one: Note = { at: clock.now(), level, event, detail: cleaned(detail) };
    time(one);
    if (event === 'db.slow') slow = [...slow, one].slice(-MOST_NOTES);
    if (level !== 'info') problems = [...problems, one].slice(-MOST_NOTES);
    keep(lineOf(one));
  }

  return {
    over: (log) => ({
      write(level, event, detail = {}) {
        note(level, event, detail);
        log.write(level, event, detail);
      },
    }),
    problems: () => problems,
    slow: () => slow,
    timings: () => [...timings.values()],
  };
}

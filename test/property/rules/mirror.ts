import type { Rule } from './rule.ts';
import { HOUR_MS, label, pass, scan, status, stranger, twoScans } from './words.ts';

/** What proves that a list is complete and that a record is gone. */
export const mirrorRules: readonly Rule[] = [
  {
    rule: 'two complete lists without a record, not one',
    edits: [
      {
        file: 'mirror/scans.ts',
        text: 'export const ABSENCES_WANTED = 2;',
        becomes: 'export const ABSENCES_WANTED = 1;',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      scan,
      pass(2_000),
    ],
  },
  {
    rule: 'a record goes only when its id is refused, too',
    edits: [
      {
        file: 'sync/prune.ts',
        text: 'if (read.value === null) gone.push(id);',
        becomes: 'if (read.ok) gone.push(id);',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'list', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'many records never go at once',
    edits: [
      {
        file: 'sync/prune.ts',
        text: 'return going > MOST_ROWS || (going > 1 && going > total * MOST_SHARE);',
        becomes: 'return going > MOST_ROWS;',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      { do: 'hide', vehicle: 1, where: 'both', forMs: 20_000 },
      ...twoScans,
    ],
  },
  {
    rule: 'the total has to be the number of records',
    edits: [
      {
        file: 'api/listProof.ts',
        text: '.every((said) => said === null || said === count);',
        becomes: '.every((said) => said !== undefined);',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'uncounted', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'the first page has to be the same again',
    edits: [
      {
        file: 'api/listProof.ts',
        text: "if (ids.join('\\n') !== firstIds.join('\\n')) return ok('the first page changed');",
        becomes: '',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'moved', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'an incomplete scan only adds and updates',
    edits: [
      {
        file: 'sync/scan.ts',
        text: 'if (doubt !== null) {',
        becomes: 'if (doubt !== null && rows < 0) {',
      },
    ],
    breaks: 'I9',
    acts: [pass(2_000), { do: 'hide', vehicle: 0, where: 'uncounted', forMs: 20_000 }, ...twoScans],
  },
  {
    rule: 'the person of the account is signed in before and after a scan',
    edits: [
      {
        file: 'sync/scan.ts',
        text: 'const isSame = before.value?.canary === after.value?.canary;',
        becomes: 'const isSame = before.value?.canary !== undefined;',
      },
      {
        file: 'sync/prune.ts',
        text: 'if (after.value?.canary !== who?.canary) return',
        becomes: 'if (after === undefined) return',
      },
      {
        file: 'session/whose.ts',
        text: 'const same = isSame(known, me);',
        becomes: 'const same = isSame(known, known) || me.user === identity.user;',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      stranger,
      scan,
      pass(2_000),
      stranger,
      scan,
      pass(2_000),
    ],
  },
  {
    rule: 'what a write waits for never goes',
    edits: [
      {
        file: 'mirror/scans.ts',
        text: 'AND ${t.record.id} = ? AND ${NOTHING_WAITS}\n          AND ${t.record.base}',
        becomes: 'AND ${t.record.id} = ? AND ${t.record.base}',
      },
      {
        file: 'mirror/scans.ts',
        text: '${t.record.entity} = ? AND ${t.record.id} = ?\n          AND ${NOTHING_WAITS}`,',
        becomes: '${t.record.entity} = ? AND ${t.record.id} = ?`,',
      },
      {
        file: 'mirror/removals.ts',
        text: '${absent} AND ${NOTHING_WAITS}',
        becomes: '${absent}',
      },
    ],
    breaks: 'I9',
    acts: [
      pass(2_000),
      status(422),
      label(0, 1),
      { do: 'hide', vehicle: 0, where: 'both', forMs: 20_000 },
      ...twoScans,
    ],
  },
  {
    rule: 'a list that was asked for before a write was confirmed never takes it back',
    edits: [
      {
        file: 'mirror/pageBatch.ts',
        text: 'max(${readAt} + ${LONGEST_READING_MS}, ${now})',
        becomes: 'max(${readAt} + ${LONGEST_READING_MS}, 0 * ${now})',
      },
    ],
    breaks: 'I2',
    // The computer sleeps while a page is under way, and so nobody gives it up.
    acts: [
      pass(2_000),
      { do: 'fault', fault: { on: 'list', is: 'slow', ms: HOUR_MS + 20_000 } },
      scan,
      pass(0),
      { do: 'sleep', ms: HOUR_MS },
      label(0, 1),
      pass(25_000),
      label(0, 2),
      pass(300),
    ],
  },
];

import fc from 'fast-check';
import type { Act, ByColleague } from './acts.ts';
import type { Fault, Meddling, Mistake, Where } from './faults.ts';
import { LAST_BATCH } from './remains.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const vehicle = fc.nat({ max: 3 });
const area = fc.nat({ max: 2 });
const driver = fc.nat({ max: 1 });
const value = fc.integer({ min: 1, max: 4 });
const op = fc.nat({ max: 12 });
const field = fc.constantFrom<'defaultLabel' | 'model' | 'fleetNo'>(
  'defaultLabel',
  'model',
  'fleetNo',
);

/** What goes wrong with a write. */
export const writeFaults: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
  { on: 'write', is: 'refused' },
  { on: 'write', is: 'requestLost', hang: false },
  { on: 'write', is: 'requestLost', hang: true },
  { on: 'write', is: 'replyLost', hang: false },
  { on: 'write', is: 'replyLost', hang: true },
  { on: 'write', is: 'late', ms: 1_000 },
  { on: 'write', is: 'late', ms: 20_000, status: 504 },
  { on: 'write', is: 'late', ms: 59_000 },
  { on: 'write', is: 'late', ms: 90_000 },
  { on: 'write', is: 'late', ms: 4 * MINUTE_MS },
  { on: 'write', is: 'status', status: 401 },
  { on: 'write', is: 'status', status: 403 },
  { on: 'write', is: 'status', status: 404 },
  { on: 'write', is: 'status', status: 409 },
  { on: 'write', is: 'status', status: 422 },
  { on: 'write', is: 'status', status: 429, retryAfterS: 40 },
  { on: 'write', is: 'status', status: 503 },
  { on: 'write', is: 'statusAfter', status: 502 },
  { on: 'write', is: 'statusAfter', status: 401 },
  { on: 'write', is: 'html' },
  { on: 'write', is: 'truncated' },
);
export const readFault: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
  { on: 'read', is: 'refused' },
  { on: 'read', is: 'requestLost', hang: false },
  { on: 'read', is: 'requestLost', hang: true },
  { on: 'read', is: 'status', status: 401 },
  { on: 'read', is: 'status', status: 403 },
  { on: 'read', is: 'status', status: 429, retryAfterS: 40 },
  { on: 'read', is: 'status', status: 500 },
  { on: 'read', is: 'html' },
  { on: 'read', is: 'truncated' },
  { on: 'me', is: 'stranger' },
  { on: 'me', is: 'status', status: 403 },
  { on: 'list', is: 'shifted' },
  { on: 'list', is: 'empty' },
  { on: 'list', is: 'foreign' },
);

export const decision = fc.constantFrom<
  'hold' | 'resume' | 'cancel' | 'retry' | 'discard' | 'giveBack' | 'undo' | 'recreate'
>('hold', 'resume', 'cancel', 'retry', 'discard', 'giveBack', 'undo', 'recreate');

/** What a person does at a desk, with how often each comes. */
const OWN: readonly [number, fc.Arbitrary<ByColleague>][] = [
  [8, fc.record({ do: fc.constant('change'), vehicle, field, value })],
  [2, fc.record({ do: fc.constant('changeArea'), area, value })],
  [3, fc.record({ do: fc.constantFrom('archive', 'restore'), vehicle })],
  [3, fc.record({ do: fc.constant('assign'), vehicle, driver })],
  [2, fc.record({ do: fc.constant('unassign'), vehicle })],
  [2, fc.record({ do: fc.constant('odometer'), vehicle, km: value })],
  [6, fc.record({ do: fc.constantFrom('createVehicle', 'createArea'), number: value })],
  [2, fc.record({ do: fc.constant('changeNew'), value })],
  [2, fc.record({ do: fc.constant('assignNew'), driver })],
  [1, fc.record({ do: fc.constant('deleteNew') })],
  [1, fc.record({ do: fc.constant('deleteArea'), area })],
  [1, fc.record({ do: fc.constant('createGroup'), number: value })],
  [1, fc.record({ do: fc.constant('moveToNewGroup'), area })],
  [6, fc.record({ do: decision, op })],
  [1, fc.record({ do: fc.constant('edit'), op, value })],
  [1, fc.record({ do: fc.constant('link'), op, candidate: fc.nat({ max: 2 }) })],
  [
    2,
    fc.record({
      do: fc.constant('resolve'),
      op,
      choice: fc.constantFrom<'base' | 'mine' | 'theirs'>('base', 'mine', 'theirs'),
    }),
  ],
];

/** What others, the network, time and the machine do, with how often each comes. */
const WEIGHTED: readonly [number, fc.Arbitrary<Act>][] = [
  [4, fc.record({ do: fc.constant('elsewhere'), vehicle, field, value })],
  [2, fc.record({ do: fc.constantFrom('elsewhereArchive', 'elsewhereRestore'), vehicle })],
  [1, fc.record({ do: fc.constantFrom('elsewhereDelete', 'elsewhereChangeArea'), area, value })],
  [1, fc.record({ do: fc.constant('elsewhereCreate'), number: value })],
  [2, fc.record({ do: fc.constant('scan'), entity: fc.constantFrom('vehicle', 'area') })],
  [1, fc.record({ do: fc.constant('read'), vehicle })],
  [
    3,
    fc.record({
      do: fc.constant('restart'),
      database: fc.constantFrom(false, false, true),
      torn: fc.boolean(),
    }),
  ],
  [1, fc.record({ do: fc.constant('workOffline'), on: fc.boolean() })],
  [2, fc.record({ do: fc.constant('network'), down: fc.boolean() })],
  [1, fc.record({ do: fc.constant('hint') })],
  [1, fc.record({ do: fc.constantFrom('signOut', 'signIn') })],
  [1, fc.record({ do: fc.constantFrom('account', 'signInAs'), tenant: fc.nat({ max: 1 }) })],
  [
    10,
    fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(0, 300, 2_000, 6_000, 20_000, 61_000),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('jump'),
      ms: fc.constantFrom(
        -HOUR_MS,
        -20_000,
        20_000,
        HOUR_MS,
        8 * DAY_MS,
        -8 * DAY_MS,
        365 * DAY_MS,
      ),
    }),
  ],
  [1, fc.record({ do: fc.constant('sleep'), ms: fc.constantFrom(MINUTE_MS, HOUR_MS, DAY_MS) })],
  [
    9,
    fc.record({ do: fc.constant('fault'), fault: fc.oneof(writeFaults, writeFaults, readFault) }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('hide'),
      vehicle,
      where: fc.constantFrom<Where>('both', 'list', 'id', 'uncounted', 'moved'),
      forMs: fc.constantFrom(20_000, 4 * MINUTE_MS),
    }),
  ],
  [1, fc.record({ do: fc.constant('hideAll'), forMs: fc.constantFrom(20_000, 12 * MINUTE_MS) })],
  [1, fc.record({ do: fc.constant('undecodable'), op })],
];

/** A line of a journal that becomes unreadable, or all that was written last. */
export const anyBadLine: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 60 }) },
  { weight: 1, arbitrary: fc.constant(LAST_BATCH) },
);

/** Answers of another record, drips, tokens that come back, and what stands before a service. */
export const oddFault: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
  { on: 'write', is: 'status', status: 404, html: true },
  { on: 'write', is: 'status', status: 410 },
  { on: 'write', is: 'mixed' },
  { on: 'write', is: 'echo', status: 400 },
  { on: 'write', is: 'echo', status: 502 },
  { on: 'write', is: 'drips' },
  { on: 'one', is: 'status', status: 404 },
  { on: 'one', is: 'status', status: 404, html: true },
  { on: 'one', is: 'status', status: 410 },
  { on: 'one', is: 'status', status: 410, html: true },
  { on: 'one', is: 'mixed' },
  { on: 'one', is: 'mixed' },
  { on: 'read', is: 'echo', status: 400 },
  { on: 'read', is: 'drips' },
  { on: 'one', is: 'drips' },
  { on: 'one', is: 'stale' },
  { on: 'one', is: 'stale' },
  { on: 'one', is: 'silent' },
  { on: 'write', is: 'partly', status: 500 },
  { on: 'write', is: 'partly', status: 500 },
  { on: 'write', is: 'existing' },
  { on: 'write', is: 'previous' },
  { on: 'write', is: 'twice', ms: 0, answer: 'first' },
  { on: 'write', is: 'twice', ms: 0, answer: 'second' },
  { on: 'write', is: 'twice', ms: 20_000, answer: 'second' },
  { on: 'write', is: 'twice', ms: 0, answer: 'none' },
  { on: 'write', is: 'leftover' },
  { on: 'write', is: 'onlySaid' },
  { on: 'write', is: 'onlySaid', unread: true },
  { on: 'read', is: 'leftover' },
  { on: 'list', is: 'stale' },
);
/** What others do with a new record. */
export const anyMeddling = fc.constantFrom<Meddling>(
  'change',
  'move',
  'register',
  'archive',
  'delete',
  'twin',
);

/** What others do with new records, what a service mistakes, and disks and journals that fail. */
const RARER: readonly [number, fc.Arbitrary<Act>][] = [
  [6, fc.record({ do: fc.constant('fault'), fault: oddFault })],
  [2, fc.record({ do: fc.constant('changeTwo'), vehicle, value })],
  [1, fc.record({ do: fc.constant('elsewhereCreateArea'), number: value })],
  [
    3,
    fc.record({
      do: fc.constant('meddle'),
      how: fc.oneof(anyMeddling, fc.constant('overwrite' as const)),
    }),
  ],
  [2, fc.record({ do: fc.constant('elsewhereNew'), how: anyMeddling, value })],
  [2, fc.record({ do: fc.constant('changeListed'), value })],
  [
    1,
    fc.record({
      do: fc.constant('restart'),
      database: fc.boolean(),
      torn: fc.boolean(),
      badLine: anyBadLine,
    }),
  ],
  [1, fc.record({ do: fc.constant('diskFull'), writes: fc.integer({ min: 1, max: 3 }) })],
  [2, fc.record({ do: fc.constantFrom('look', 'look', 'signInHangs') })],
  [
    1,
    fc.record({
      do: fc.constant('mistake'),
      is: fc.constantFrom<Mistake>('absent', 'foreign', 'session'),
      forMs: fc.constantFrom(20_000, 4 * MINUTE_MS, 12 * MINUTE_MS),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('jumpService'),
      ms: fc.constantFrom(
        -20_000,
        -HOUR_MS,
        -3 * HOUR_MS,
        -8 * DAY_MS,
        20_000,
        HOUR_MS,
        3 * HOUR_MS,
        8 * DAY_MS,
      ),
    }),
  ],
  [1, fc.record({ do: fc.constant('refuse'), vehicle, status: fc.constantFrom(403, 405) })],
];

const weighted = <A extends Act>(acts: readonly [number, fc.Arbitrary<A>][]): fc.Arbitrary<A> =>
  fc.oneof(...acts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Any act, the common ones more often. */
export const anyAct: fc.Arbitrary<Act> = weighted<Act>([...OWN, ...WEIGHTED, ...RARER]);

/** What somebody does at a desk of their own, and what goes wrong there. */
export const byPerson: fc.Arbitrary<ByColleague> = weighted<ByColleague>([
  ...OWN,
  [2, fc.record({ do: fc.constant('changeListed'), value })],
  [6, fc.record({ do: fc.constant('fault'), fault: fc.oneof(writeFaults, readFault, oddFault) })],
  [2, fc.record({ do: fc.constant('scan'), entity: fc.constantFrom('vehicle', 'area') })],
  [1, fc.record({ do: fc.constant('network'), down: fc.boolean() })],
  [
    2,
    fc.record({
      do: fc.constant('restart'),
      database: fc.constantFrom(false, false, true),
      torn: fc.boolean(),
    }),
  ],
]);

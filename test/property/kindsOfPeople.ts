import fc from 'fast-check';
import type { Act, UserField, UserPath } from './acts.ts';
import { anyAct, anyBadLine, anyMeddling, byPerson } from './arbitrary.ts';
import { decision, oddFault, readFault, writeFaults } from './arbitrary.ts';
import type { Fault, Meddling, Where } from './faults.ts';
import type { Kind } from './kinds.ts';

const value = fc.integer({ min: 1, max: 3 });
const few = fc.integer({ min: 1, max: 2 });
const of = fc.constantFrom<UserPath>('client', 'client', 'team');
const field = fc.constantFrom<UserField>('phone', 'phone', 'fullName', 'firstName', 'email');
/** One of the two users that were there, or of those that were made last. */
const user = fc.constantFrom(0, 1, -1, -1, -1, -2);
const newest = fc.constantFrom(-1, -1, -2, -3);
const either = fc.nat({ max: 1 });
const vehicle = fc.nat({ max: 3 });
const pass: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('pass'),
  ms: fc.constantFrom(0, 300, 2_000, 6_000, 20_000, 61_000, 61_000),
});
/** Lists of one page, of which nobody could tell that they moved. */
const where = fc.constantFrom<Where>('both', 'list', 'id', 'uncounted');
const ofOnePage = fc.constantFrom<Where>('both', 'list', 'uncounted');
const forMs = fc.constantFrom(20_000, 240_000);
const fault = (faults: fc.Arbitrary<Fault>): fc.Arbitrary<Act> =>
  fc.record({ do: fc.constant('fault'), fault: faults });
/** Of a write that may have been made a record, and of a list that may not say so. */
const lost = fc.constantFrom<Fault>(
  { on: 'write', is: 'requestLost', hang: false },
  { on: 'write', is: 'replyLost', hang: false },
  { on: 'write', is: 'replyLost', hang: true },
  { on: 'write', is: 'late', ms: 20_000 },
  { on: 'write', is: 'late', ms: 240_000 },
  { on: 'write', is: 'statusAfter', status: 502 },
);
const ofLists = fc.constantFrom<Fault>(
  { on: 'list', is: 'shifted' },
  { on: 'list', is: 'empty' },
  { on: 'list', is: 'stale' },
  { on: 'list', is: 'slow', ms: 2_000 },
  { on: 'list', is: 'slow', ms: 12_000 },
);

/** What happens to the machine, and what a person decides about their writes. */
const common: [number, fc.Arbitrary<Act>][] = [
  [3, fault(lost)],
  [3, fault(writeFaults)],
  [1, fault(fc.oneof(oddFault, readFault, ofLists))],
  [
    2,
    fc.record({
      do: fc.constant('restart'),
      database: fc.constantFrom(false, false, true),
      torn: fc.boolean(),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('restart'),
      database: fc.boolean(),
      torn: fc.boolean(),
      badLine: anyBadLine,
    }),
  ],
  [2, fc.record({ do: decision, op: newest })],
  [2, fc.record({ do: fc.constantFrom('retry', 'retry', 'recreate'), op: newest })],
  [1, fc.record({ do: fc.constant('edit'), op: newest, value: few })],
  [
    1,
    fc.record({
      do: fc.constant('resolve'),
      op: newest,
      choice: fc.constantFrom<'base' | 'mine' | 'theirs'>('base', 'mine', 'theirs'),
    }),
  ],
  [1, fc.record({ do: fc.constant('workOffline'), on: fc.boolean() })],
  [1, anyAct],
  [7, pass],
  [1, fc.constant({ do: 'pass', ms: 1_200_000 } as const)],
];

const ofUsers: [number, fc.Arbitrary<Act>][] = [
  [6, fc.record({ do: fc.constant('createUser'), number: value, of })],
  [4, fc.record({ do: fc.constant('changeUser'), user, field, value: few, of })],
  [1, fc.record({ do: fc.constantFrom('archiveUser', 'restoreUser'), user })],
  [2, fc.record({ do: fc.constant('elsewhereUser'), user, field, value: few })],
  [2, fc.record({ do: fc.constant('elsewhereCreateUser'), number: value, of })],
  [1, fc.record({ do: fc.constantFrom('elsewhereArchiveUser', 'elsewhereRestoreUser'), user })],
  [2, fc.record({ do: fc.constant('elsewhereNew'), how: anyMeddling, value })],
  [
    2,
    fc.record({
      do: fc.constant('meddle'),
      how: fc.oneof(anyMeddling, fc.constant<Meddling>('overwrite')),
    }),
  ],
  [2, fc.record({ do: fc.constant('scan'), entity: fc.constant('user' as const) })],
  [1, fc.record({ do: fc.constant('readUser'), user })],
  [1, fc.record({ do: fc.constant('hideUser'), user, where, forMs })],
  [1, fc.record({ do: fc.constant('hideNew'), where, forMs })],
  [1, fc.constant({ do: 'clientsApart' } as const)],
  [1, fc.record({ do: fc.constant('link'), op: newest, candidate: fc.nat({ max: 2 }) })],
  [
    1,
    fc.record({
      do: fc.constant('linkSlowly'),
      op: newest,
      candidate: fc.nat({ max: 2 }),
      ms: fc.constantFrom(2_000, 20_000),
    }),
  ],
];

const ofFuel: [number, fc.Arbitrary<Act>][] = [
  [10, fc.record({ do: fc.constant('assignFuel'), fuel: either, vehicle })],
  [9, fc.record({ do: fc.constant('elsewhereFuel'), fuel: either, vehicle })],
  [2, fc.constant({ do: 'meddle', how: 'overwrite' } as const)],
  [3, fc.constant({ do: 'scan', entity: 'fuelTransaction' } as const)],
  [1, fc.record({ do: fc.constant('hideFuel'), fuel: either, where: ofOnePage, forMs })],
  [1, fc.record({ do: fc.constant('archive'), vehicle })],
  [1, fault(ofLists)],
];

const weighted = (acts: readonly [number, fc.Arbitrary<Act>][]): fc.Arbitrary<Act> =>
  fc.oneof(...acts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The colleague does to the same people and the same fuel what the person does. */
const byColleague: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('colleague'),
  act: fc.oneof(
    byPerson,
    fc.record({ do: fc.constant('createUser'), number: value, of }),
    fc.record({ do: fc.constant('changeUser'), user, field, value: few, of }),
    fc.record({ do: fc.constant('assignFuel'), fuel: either, vehicle }),
  ),
});

/**
 * Users of clients and of teams, and fuel transactions, which the other kinds leave alone: what only a list proves,
 * and what nothing takes back. Beside the others, so that their seeds stay what they are.
 */
export const PEOPLE: readonly Kind[] = [
  { name: 'users', weight: 3, act: weighted([...ofUsers, ...common]) },
  { name: 'fuel', weight: 2, act: weighted([...ofFuel, ...common]) },
  {
    name: 'people',
    weight: 2,
    act: weighted([
      [4, weighted(ofUsers)],
      [2, weighted(ofFuel)],
      [4, weighted(common)],
      [1, byColleague],
      [1, fc.constant({ do: 'putServiceBack' } as const)],
      [3, anyAct],
    ]),
  },
];

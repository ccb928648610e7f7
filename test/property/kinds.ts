import fc from 'fast-check';
import type { Act } from './acts.ts';
import { anyAct, anyBadLine, anyMeddling, byPerson, writeFaults } from './arbitrary.ts';
import type { Fault, Where } from './faults.ts';
import type { ListManner } from './tenancy.ts';

/**
 * Kinds of runs. Most draw from all acts; some have a colleague at a second desk; and some stay with
 * few records and what is told of them, so that what has to come together does so within a few runs
 * where it would within thousands.
 */
export interface Kind {
  name: string;
  /** How many of the runs are of it, of the sum of all. */
  weight: number;
  act: fc.Arbitrary<Act>;
}

const value = fc.integer({ min: 1, max: 4 });
const often = fc.constantFrom(0, 300, 2_000, 6_000, 20_000, 61_000, 61_000);
const pass: fc.Arbitrary<Act> = fc.record({ do: fc.constant('pass'), ms: often });
const fault = (faults: fc.Arbitrary<Fault>): fc.Arbitrary<Act> =>
  fc.record({ do: fc.constant('fault'), fault: faults });

const byColleague: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('colleague'),
  act: byPerson,
});

/** Edits of one vehicle, one after the other, and of others at the same time. */
const edits: [number, fc.Arbitrary<Act>][] = [
  [
    6,
    fc.record({
      do: fc.constant('change'),
      vehicle: fc.constant(0),
      field: fc.constantFrom<'defaultLabel' | 'model'>('defaultLabel', 'defaultLabel', 'model'),
      value,
    }),
  ],
  [1, fc.record({ do: fc.constant('changeTwo'), vehicle: fc.constant(0), value })],
  [3, fault(writeFaults)],
  [2, fc.record({ do: fc.constant('meddle'), how: fc.constant('overwrite' as const) })],
  [
    1,
    fc.record({
      do: fc.constant('elsewhere'),
      vehicle: fc.constant(0),
      field: fc.constant('defaultLabel' as const),
      value,
    }),
  ],
  [1, fc.record({ do: fc.constant('read'), vehicle: fc.constant(0) })],
  [1, fc.record({ do: fc.constantFrom('hold', 'resume', 'retry'), op: fc.nat({ max: 6 }) })],
  [6, pass],
];

const gone: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
  { on: 'one', is: 'status', status: 404 },
  { on: 'one', is: 'status', status: 410 },
  { on: 'one', is: 'status', status: 404, html: true },
  { on: 'write', is: 'status', status: 404 },
  { on: 'write', is: 'status', status: 404, html: true },
  { on: 'write', is: 'status', status: 410 },
);

/** Deletes, while the service and what stands before it say of much that it is not there. */
const deletes: [number, fc.Arbitrary<Act>][] = [
  [4, fc.record({ do: fc.constant('deleteArea'), area: fc.nat({ max: 2 }) })],
  [2, fc.record({ do: fc.constant('changeArea'), area: fc.nat({ max: 2 }), value })],
  [1, fc.record({ do: fc.constant('createArea'), number: value })],
  [1, fc.record({ do: fc.constant('deleteNew') })],
  [4, fault(gone)],
  [1, fault(writeFaults)],
  [
    3,
    fc.record({
      do: fc.constant('hideArea'),
      area: fc.nat({ max: 2 }),
      where: fc.constantFrom<Where>('id', 'id', 'both', 'list'),
      forMs: fc.constantFrom(20_000, 240_000),
    }),
  ],
  [1, fc.record({ do: fc.constant('elsewhereDelete'), area: fc.nat({ max: 2 }), value })],
  [1, fc.record({ do: fc.constant('scan'), entity: fc.constant('area' as const) })],
  [4, pass],
];

/** Creates, what others do with new records, and files that are lost. */
const losses: [number, fc.Arbitrary<Act>][] = [
  [5, fc.record({ do: fc.constantFrom('createArea', 'createVehicle'), number: value })],
  [1, fc.record({ do: fc.constant('changeNew'), value })],
  [1, fc.record({ do: fc.constant('changeListed'), value })],
  [2, fault(writeFaults)],
  [2, fc.record({ do: fc.constant('elsewhereNew'), how: anyMeddling, value })],
  [1, fc.record({ do: fc.constant('meddle'), how: anyMeddling })],
  [1, fc.record({ do: fc.constant('scan'), entity: fc.constantFrom('vehicle', 'area') })],
  [
    3,
    fc.record({
      do: fc.constant('restart'),
      database: fc.constantFrom(true, true, false),
      torn: fc.boolean(),
      badLine: anyBadLine,
    }),
  ],
  [1, fc.record({ do: fc.constant('recreate'), op: fc.nat({ max: 6 }) })],
  [
    1,
    fc.record({ do: fc.constant('link'), op: fc.nat({ max: 6 }), candidate: fc.nat({ max: 2 }) }),
  ],
  [5, pass],
];

const first = fc.constant(0);
const second = fc.constant(1);
const anyField = fc.constantFrom<'defaultLabel' | 'model' | 'fleetNo'>(
  ...(['defaultLabel', 'defaultLabel', 'model', 'fleetNo'] as const),
);
const few = fc.integer({ min: 1, max: 2 });
const anyOp = fc.nat({ max: 4 });
/** One of the last two that were made. */
const newest = fc.constantFrom(-1, -1, -2);

/** Forms of one vehicle and of its writes that stay open while other windows, others and the queue go on. */
const forms: [number, fc.Arbitrary<Act>][] = [
  [4, fc.record({ do: fc.constant('change'), vehicle: first, field: anyField, value: few })],
  [2, fc.record({ do: fc.constant('openEdit'), op: newest })],
  [2, fc.record({ do: fc.constant('saveEdit'), value: few })],
  [2, fc.record({ do: fc.constant('openForm'), vehicle: first })],
  [2, fc.record({ do: fc.constant('saveForm'), field: anyField, value: few })],
  [
    3,
    fc.record({
      do: fc.constantFrom('elsewhere', 'elsewhereSame'),
      vehicle: first,
      field: anyField,
      value: few,
    }),
  ],
  [3, fc.record({ do: fc.constant('read'), vehicle: first })],
  [2, fc.record({ do: fc.constantFrom('hold', 'resume', 'resume'), op: newest })],
  [1, fc.record({ do: fc.constant('workOffline'), on: fc.boolean() })],
  [
    1,
    fc.record({
      do: fc.constant('resolve'),
      op: newest,
      choice: fc.constantFrom<'base' | 'mine' | 'theirs'>('base', 'mine', 'theirs'),
    }),
  ],
  [1, fault(writeFaults)],
  [1, anyAct],
  [4, pass],
];

const either = fc.nat({ max: 1 });

/** One vehicle is archived and one assigned, and taken back while that waits; others do the same meanwhile. */
const takenBack: [number, fc.Arbitrary<Act>][] = [
  [3, fc.record({ do: fc.constantFrom('archive', 'restore'), vehicle: first })],
  [3, fc.record({ do: fc.constantFrom('elsewhereArchive', 'elsewhereRestore'), vehicle: first })],
  [2, fc.record({ do: fc.constant('assign'), vehicle: second, driver: either })],
  [2, fc.record({ do: fc.constant('unassign'), vehicle: second })],
  [3, fc.record({ do: fc.constant('elsewhereAssign'), vehicle: second, driver: either })],
  [6, fc.record({ do: fc.constant('read'), vehicle: either })],
  [4, fc.record({ do: fc.constant('hold'), op: fc.constant(-1) })],
  [1, fc.record({ do: fc.constantFrom('resume', 'resume', 'cancel', 'undo'), op: newest })],
  [1, fault(writeFaults)],
  [3, pass],
];

/** Creates that ask, and are linked and sent again from two windows at once. */
const questions: [number, fc.Arbitrary<Act>][] = [
  [1, fc.record({ do: fc.constantFrom('createVehicle', 'createArea'), number: value })],
  [
    4,
    fault(
      fc.constantFrom<Fault>(
        { on: 'write', is: 'requestLost', hang: false },
        { on: 'write', is: 'late', ms: 240_000 },
        { on: 'write', is: 'replyLost', hang: true },
      ),
    ),
  ],
  [1, fc.record({ do: fc.constantFrom('elsewhereCreate', 'elsewhereCreateArea'), number: value })],
  [
    4,
    fc.record({
      do: fc.constant('linkSlowly'),
      op: newest,
      candidate: fc.nat({ max: 2 }),
      ms: fc.constantFrom(2_000, 20_000),
    }),
  ],
  [4, fc.record({ do: fc.constant('retry'), op: newest })],
  [1, fc.record({ do: fc.constant('openEdit'), op: newest })],
  [1, fc.record({ do: fc.constantFrom('saveEdit', 'changeNew'), value })],
  [2, fc.constant({ do: 'pass', ms: 1_200_000 } as const)],
  [2, pass],
];

/** What waits leaves in files, and goes on at another computer of the same account. */
const files: [number, fc.Arbitrary<Act>][] = [
  [4, fc.record({ do: fc.constantFrom('createVehicle', 'createArea'), number: value })],
  [2, fc.record({ do: fc.constant('change'), vehicle: first, field: anyField, value })],
  [1, fc.record({ do: fc.constant('odometer'), vehicle: first, km: value })],
  [1, fc.record({ do: fc.constant('changeNew'), value })],
  [2, fc.record({ do: fc.constant('workOffline'), on: fc.boolean() })],
  [
    4,
    fc.record({
      do: fc.constant('handOver'),
      op: fc.option(anyOp, { nil: null }),
      isSaved: fc.boolean(),
    }),
  ],
  [3, fc.constant({ do: 'computer', act: { do: 'takeIn' } } as const)],
  [1, fc.constant({ do: 'takeIn' } as const)],
  [
    3,
    fc.record({
      do: fc.constant('computer'),
      act: fc.record({
        do: fc.constantFrom('resume', 'handOver'),
        op: anyOp,
        isSaved: fc.boolean(),
      }),
    }),
  ],
  [2, fc.record({ do: fc.constantFrom('resume', 'discard', 'giveBack', 'retry'), op: anyOp })],
  [2, fault(writeFaults)],
  [1, fc.record({ do: fc.constant('computer'), act: byPerson })],
  [1, anyAct],
  [5, pass],
];

const weighted = (acts: readonly [number, fc.Arbitrary<Act>][]): fc.Arbitrary<Act> =>
  fc.oneof(...acts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** All kinds of runs, the common one most often. */
export const KINDS: readonly Kind[] = [
  { name: 'any', weight: 10, act: anyAct },
  {
    name: 'colleague',
    weight: 4,
    act: weighted([
      [3, anyAct],
      [2, byColleague],
    ]),
  },
  { name: 'edits', weight: 2, act: weighted(edits) },
  { name: 'deletes', weight: 2, act: weighted(deletes) },
  { name: 'losses', weight: 2, act: weighted(losses) },
];

/**
 * A service that is put back to a backup at any moment, and gives ids again. Beside the others, so that
 * their seeds stay what they are.
 */
export const BACKUPS: Kind = {
  name: 'backups',
  weight: 1,
  act: weighted([
    [12, anyAct],
    [1, fc.constant({ do: 'putServiceBack' } as const)],
  ]),
};

/**
 * Several windows of one desk: what is open in one of them is not what another has done since. Beside the others,
 * for the same reason.
 */
export const WINDOWS: readonly Kind[] = [
  { name: 'forms', weight: 1, act: weighted(forms) },
  { name: 'taken back', weight: 1, act: weighted(takenBack) },
  { name: 'questions', weight: 1, act: weighted(questions) },
  { name: 'files', weight: 1, act: weighted(files) },
];

const oddStatus: fc.Arbitrary<Fault> = fc
  .constantFrom(402, 412, 414, 423, 428, 431, 451)
  .map((status): Fault => ({ on: 'write', is: 'status', status }));

/**
 * A tenant that gives its lists in another manner, denies single readings as if nobody were signed in, and
 * refuses writes with seldom statuses. Beside the others, for the same reason.
 */
export const TENANCIES: Kind = {
  name: 'tenancies',
  weight: 1,
  act: weighted([
    [24, anyAct],
    [
      2,
      fc.record({
        do: fc.constant('lists'),
        manner: fc.constantFrom<ListManner>('common', 'capped', 'uncounted', 'bare'),
      }),
    ],
    [
      1,
      fc.record({
        do: fc.constant('refuse'),
        vehicle: fc.nat({ max: 3 }),
        status: fc.constant(401),
      }),
    ],
    [2, fault(oddStatus)],
  ]),
};

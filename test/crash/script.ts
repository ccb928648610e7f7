import type { WriteName } from '../../shared/api/catalogue.ts';

/**
 * What the person of the crash tests does, in an order that the number of the step alone decides.
 * Every value occurs once, so that the service's log tells each intent from every other.
 */

/** A record: one that the service was seeded with, or one that an earlier step made. */
export type Ref = { seeded: 'vehicle' | 'driver'; index: number } | { madeBy: number };

export type Intent =
  /** A new record, recognised by `key`. */
  | { do: 'create'; endpoint: WriteName; key: string; body: Record<string, unknown> }
  /** A new record that the service refuses until the person corrects it. */
  | { do: 'createWrong'; endpoint: WriteName; key: string; body: Record<string, unknown> }
  /** A new record that is taken back at once. */
  | { do: 'createAndCancel'; endpoint: WriteName; key: string; body: Record<string, unknown> }
  /** Sets one thing of a record; `value` names what it is then. */
  | {
      do: 'set';
      endpoint: WriteName;
      on: Ref;
      param: string;
      thing: string;
      value: string;
      body: Record<string, unknown>;
      /** A second record that the path or the body names. */
      also?: { in: 'params' | 'body'; name: string; ref: Ref };
    }
  | { do: 'delete'; endpoint: WriteName; on: Ref; param: string }
  /** Adds an entry that can't be taken back. */
  | { do: 'append'; endpoint: WriteName; on: Ref; param: string; value: number }
  | { do: 'remember'; key: string; value: string | null };

/** Steps of one round. */
export const ROUND = 18;
/** Vehicles and drivers that the service must be seeded with. */
export const SEEDED = { vehicle: 3, driver: 2 } as const;

/** The step with this number. `tag` (four digits) tells the runs over one service apart. */
export function intentOf(tag: string, n: number): Intent {
  return INTENTS[stepAt(n)](new Step(tag, n));
}

/** What the intent of a step is made of: its number, its round, and what others of it made. */
class Step {
  readonly tag: string;
  readonly n: number;
  readonly round: number;

  constructor(tag: string, n: number) {
    this.tag = tag;
    this.n = n;
    this.round = Math.floor(n / ROUND);
  }

  /** What a step made, in this round or so many earlier. */
  made(step: StepName, back = 0): Ref {
    return { madeBy: (this.round - back) * ROUND + STEPS[step] };
  }

  seeded(kind: 'vehicle' | 'driver', index: number): Ref {
    return { seeded: kind, index: index % SEEDED[kind] };
  }

  /** A value that only this step has. */
  own(prefix: string): string {
    return `${prefix}${this.tag}-${this.n}`;
  }

  imei(): string {
    return `35${this.tag}${String(this.n).padStart(6, '0')}001`;
  }

  /** A colour that only this step uses. */
  color(): string {
    return `#${this.n.toString(16).padStart(6, '0')}`;
  }
}

/** The round that is played over and over, step by step. */
const STEPS = {
  vehicle: 0,
  label: 1,
  area: 2,
  assign: 3,
  draft: 4,
  areaColor: 5,
  device: 6,
  install: 7,
  archive: 8,
  labelAgain: 9,
  view: 10,
  calibrate: 11,
  unassign: 12,
  delete: 13,
  cancel: 14,
  wrong: 15,
  restore: 16,
  note: 17,
} as const;
type StepName = keyof typeof STEPS;

function stepAt(n: number): StepName {
  const found = (Object.keys(STEPS) as StepName[]).find((name) => STEPS[name] === n % ROUND);
  if (found === undefined) throw new Error(`No step ${n % ROUND}`);
  return found;
}

const label = (step: Step): Intent => ({
  do: 'set',
  endpoint: 'updateVehicle',
  on: step.seeded('vehicle', step.round % 3),
  param: 'vehicleId',
  thing: 'label',
  value: step.own('L'),
  body: { defaultLabel: step.own('L') },
});

const created = (
  how: 'create' | 'createAndCancel' | 'createWrong',
  regNo: string,
  more: Record<string, unknown> = {},
): Intent => ({ do: how, endpoint: 'createVehicle', key: regNo, body: { regNo, ...more } });

/** @param back how many rounds ago the vehicle and the assignment were made */
const driver = (step: Step, back: 0 | 1): Intent => ({
  do: 'set',
  endpoint: back === 0 ? 'setDriver' : 'unsetDriver',
  on: step.made('vehicle', back),
  param: 'vehicleId',
  thing: 'driver',
  value: back === 0 ? 'assigned' : 'unassigned',
  body: {},
  also: { in: 'params', name: 'driverId', ref: step.seeded('driver', step.round - back) },
});

const status = (step: Step, endpoint: 'archiveVehicle' | 'restoreVehicle'): Intent => ({
  do: 'set',
  endpoint,
  on: step.made('vehicle', endpoint === 'archiveVehicle' ? 1 : 2),
  param: 'vehicleId',
  thing: 'status',
  value: endpoint === 'archiveVehicle' ? 'archived' : 'restored',
  body: {},
});

const INTENTS: Record<StepName, (step: Step) => Intent> = {
  vehicle: (step) => created('create', step.own('WB')),
  label,
  labelAgain: label,
  area: (step) => ({
    do: 'create',
    endpoint: 'createArea',
    key: step.own('A'),
    body: {
      name: step.own('A'),
      type: 'circle',
      radius: 200,
      coordinates: [{ lat: 47 + (step.n % 1000) / 10_000, lng: 8 }],
    },
  }),
  assign: (step) => driver(step, 0),
  draft: ({ round, n, tag }) => ({
    do: 'remember',
    key: `draft:${round % 3}`,
    value: JSON.stringify({ n, tag }),
  }),
  areaColor: (step) => ({
    do: 'set',
    endpoint: 'updateArea',
    on: step.made('area', 1),
    param: 'areaId',
    thing: 'color',
    value: step.color(),
    body: { color: step.color() },
  }),
  device: (step) => ({
    do: 'create',
    endpoint: 'createDevice',
    key: step.imei(),
    body: { imei: step.imei() },
  }),
  install: (step) => ({
    do: 'set',
    endpoint: 'installDevice',
    on: step.made('device'),
    param: 'deviceId',
    thing: 'vehicle',
    value: 'installed',
    body: {},
    also: { in: 'body', name: 'vehicleId', ref: step.made('vehicle') },
  }),
  archive: (step) => status(step, 'archiveVehicle'),
  restore: (step) => status(step, 'restoreVehicle'),
  view: ({ round, n, tag }) => ({
    do: 'remember',
    key: `view:${round % 2}`,
    value: round % 5 === 4 ? null : JSON.stringify({ sort: n, tag }),
  }),
  calibrate: (step) => ({
    do: 'append',
    endpoint: 'calibrateOdometer',
    on: step.made('vehicle'),
    param: 'vehicleId',
    value: 1_000_000 + step.n,
  }),
  unassign: (step) => driver(step, 1),
  delete: (step) => ({
    do: 'delete',
    endpoint: 'deleteArea',
    on: step.made('area', 2),
    param: 'areaId',
  }),
  cancel: (step) => created('createAndCancel', step.own('WC')),
  wrong: (step) => created('createWrong', step.own('WX'), { depotId: 987654321 }),
  note: ({ round, n }) => ({
    do: 'remember',
    key: `note:vehicle:${round % 3}`,
    value: JSON.stringify(`Note ${n}`),
  }),
};

/** What the person writes instead when the service refused `intent`. */
export function corrected(intent: Extract<Intent, { do: 'createWrong' }>): Record<string, unknown> {
  const { depotId: _refused, ...rest } = intent.body;
  return rest;
}

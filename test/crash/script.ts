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
  const round = Math.floor(n / ROUND);
  const at = (step: number, back = 0): number => (round - back) * ROUND + step;
  const seeded = (kind: 'vehicle' | 'driver', index: number): Ref => ({
    seeded: kind,
    index: index % SEEDED[kind],
  });
  const number = String(n).padStart(6, '0');
  const label = (): Intent => ({
    do: 'set',
    endpoint: 'updateVehicle',
    on: seeded('vehicle', round % 3),
    param: 'vehicleId',
    thing: 'label',
    value: `L${tag}-${n}`,
    body: { defaultLabel: `L${tag}-${n}` },
  });
  const driver = round - (n % ROUND === STEPS.unassign ? 1 : 0);
  switch (n % ROUND) {
    case STEPS.vehicle:
      return {
        do: 'create',
        endpoint: 'createVehicle',
        key: `WB${tag}-${n}`,
        body: { regNo: `WB${tag}-${n}` },
      };
    case STEPS.label:
    case STEPS.labelAgain:
      return label();
    case STEPS.area:
      return {
        do: 'create',
        endpoint: 'createArea',
        key: `A${tag}-${n}`,
        body: {
          name: `A${tag}-${n}`,
          type: 'circle',
          radius: 200,
          coordinates: [{ lat: 47 + (n % 1000) / 10_000, lng: 8 }],
        },
      };
    case STEPS.assign:
      return {
        do: 'set',
        endpoint: 'setDriver',
        on: { madeBy: at(STEPS.vehicle) },
        param: 'vehicleId',
        thing: 'driver',
        value: 'assigned',
        body: {},
        also: { in: 'params', name: 'driverId', ref: seeded('driver', driver) },
      };
    case STEPS.draft:
      return { do: 'remember', key: `draft:${round % 3}`, value: JSON.stringify({ n, tag }) };
    case STEPS.areaColor:
      return {
        do: 'set',
        endpoint: 'updateArea',
        on: { madeBy: at(STEPS.area, 1) },
        param: 'areaId',
        thing: 'color',
        value: colorOf(n),
        body: { color: colorOf(n) },
      };
    case STEPS.device:
      return {
        do: 'create',
        endpoint: 'createDevice',
        key: `35${tag}${number}001`,
        body: { imei: `35${tag}${number}001` },
      };
    case STEPS.install:
      return {
        do: 'set',
        endpoint: 'installDevice',
        on: { madeBy: at(STEPS.device) },
        param: 'deviceId',
        thing: 'vehicle',
        value: 'installed',
        body: {},
        also: { in: 'body', name: 'vehicleId', ref: { madeBy: at(STEPS.vehicle) } },
      };
    case STEPS.archive:
    case STEPS.restore: {
      const archives = n % ROUND === STEPS.archive;
      return {
        do: 'set',
        endpoint: archives ? 'archiveVehicle' : 'restoreVehicle',
        on: { madeBy: at(STEPS.vehicle, archives ? 1 : 2) },
        param: 'vehicleId',
        thing: 'status',
        value: archives ? 'archived' : 'restored',
        body: {},
      };
    }
    case STEPS.view:
      return {
        do: 'remember',
        key: `view:${round % 2}`,
        value: round % 5 === 4 ? null : JSON.stringify({ sort: n, tag }),
      };
    case STEPS.calibrate:
      return {
        do: 'append',
        endpoint: 'calibrateOdometer',
        on: { madeBy: at(STEPS.vehicle) },
        param: 'vehicleId',
        value: 1_000_000 + n,
      };
    case STEPS.unassign:
      return {
        do: 'set',
        endpoint: 'unsetDriver',
        on: { madeBy: at(STEPS.vehicle, 1) },
        param: 'vehicleId',
        thing: 'driver',
        value: 'unassigned',
        body: {},
        also: { in: 'params', name: 'driverId', ref: seeded('driver', driver) },
      };
    case STEPS.delete:
      return {
        do: 'delete',
        endpoint: 'deleteArea',
        on: { madeBy: at(STEPS.area, 2) },
        param: 'areaId',
      };
    case STEPS.cancel:
      return {
        do: 'createAndCancel',
        endpoint: 'createVehicle',
        key: `WC${tag}-${n}`,
        body: { regNo: `WC${tag}-${n}` },
      };
    case STEPS.wrong:
      return {
        do: 'createWrong',
        endpoint: 'createVehicle',
        key: `WX${tag}-${n}`,
        body: { regNo: `WX${tag}-${n}`, depotId: 987654321 },
      };
    default:
      return {
        do: 'remember',
        key: `note:vehicle:${round % 3}`,
        value: JSON.stringify(`Note ${n}`),
      };
  }
}

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
} as const;

/** A colour that only this step uses. */
function colorOf(n: number): string {
  return `#${n.toString(16).padStart(6, '0')}`;
}

/** What the person writes instead when the service refused `intent`. */
export function corrected(intent: Extract<Intent, { do: 'createWrong' }>): Record<string, unknown> {
  const { depotId: _refused, ...rest } = intent.body;
  return rest;
}

import type { WriteName } from '../bridge.ts';

interface MoveWrites {
  archive: WriteName;
  restore: WriteName;
  /** Null where the interface deletes no such record. */
  delete: WriteName | null;
  /** The parameter that names the record. */
  param: string;
}

/** Kinds of record that are archived, and some deleted, by a button of their own; and by what writes. */
export const MOVES = {
  vehicle: {
    archive: 'archiveVehicle',
    restore: 'restoreVehicle',
    delete: null,
    param: 'vehicleId',
  },
  area: { archive: 'archiveArea', restore: 'restoreArea', delete: 'deleteArea', param: 'areaId' },
  areaGroup: {
    archive: 'archiveAreaGroup',
    restore: 'restoreAreaGroup',
    delete: 'deleteAreaGroup',
    param: 'groupId',
  },
} as const satisfies Record<string, MoveWrites>;

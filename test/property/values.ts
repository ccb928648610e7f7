import { isDeepStrictEqual } from 'node:util';
import type { LedgerOp } from './ledger.ts';

/** Sent fields that records show under another name. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ['firstName', 'name'],
  ['vehicleId', 'vehicle'],
]);

/**
 * Fields of a record's text as values; an absent field and null mean the same. What is read under another name than
 * it is sent under is found by that; a vehicle by its id.
 */
export function fieldOf(doc: string | null, field: string): unknown {
  if (doc === null) return null;
  const record = JSON.parse(doc) as Record<string, unknown>;
  if (Object.hasOwn(record, field)) return record[field];
  const readAs = READ_AS.get(field);
  if (readAs === undefined) return null;
  const shown = record[readAs];
  return field === 'vehicleId' ? idOf(shown) : shown;
}

/** What tells a new record from all others of its kind; null where nothing does. */
export function naturalKeyOf(entity: string): 'regNo' | 'email' | null {
  if (entity === 'user') return 'email';
  return entity === 'vehicle' ? 'regNo' : null;
}

export function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}

/** The id of a reference: of `5`, `"5"` or `{"id": 5}`. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return idOf(value.id);
}

export function isArchivedDoc(doc: string): boolean {
  return fieldOf(doc, 'status') === 'archived' || fieldOf(doc, 'archivedAt') !== null;
}

/** Whether a record has a value in a field, or refers there to what has it as id. */
export function shows(doc: string | null, field: string, value: unknown): boolean {
  if (field === 'groupIds') return doc !== null && sameGroups(doc, value);
  // The vehicle of a fuel transaction may be called otherwise since.
  if (field === 'vehicle') return doc !== null && same(idOf(fieldOf(doc, field)), idOf(value));
  const now = fieldOf(doc, field);
  return same(now, value) || (typeof value === 'number' && idOf(now) === String(value));
}

/** Whether a record's text shows what an op wants. Creates and appends show in no single text. */
export function showsEffect(op: LedgerOp, doc: string | null): boolean {
  const params = JSON.parse(op.params) as Record<string, string>;
  const patch = JSON.parse(op.patch) as Record<string, unknown>;
  switch (op.endpoint) {
    case 'updateVehicle':
    case 'updateArea':
    case 'updateUser':
    case 'updateClientUser':
    case 'assignFuelTransaction':
      return (
        doc !== null &&
        Object.entries(patch).every(([field, value]) =>
          field === 'groupIds' ? sameGroups(doc, value) : same(fieldOf(doc, field), value),
        )
      );
    case 'archiveVehicle':
    case 'archiveArea':
    case 'archiveUser':
    case 'archiveAreaGroup':
      return doc !== null && isArchivedDoc(doc);
    case 'restoreVehicle':
    case 'restoreArea':
    case 'restoreUser':
    case 'restoreAreaGroup':
      return doc !== null && !isArchivedDoc(doc);
    case 'setDriver':
      return idOf(fieldOf(doc, 'driver')) === params['driverId'];
    case 'unsetDriver':
      return doc !== null && fieldOf(doc, 'driver') === null;
    case 'deleteArea':
      return doc === null;
    default:
      return false;
  }
}

/** Groups are sent as ids and read as records. */
function sameGroups(doc: string, ids: unknown): boolean {
  const groups = fieldOf(doc, 'groups');
  if (!Array.isArray(groups) || !Array.isArray(ids)) return false;
  return same(groups.map(idOf), ids.map(idOf));
}

export function isCreate(endpoint: string): boolean {
  return endpoint.startsWith('create');
}

/** Writes that set fields of a record: over what others have set there. */
export function setsFields(endpoint: string): boolean {
  return endpoint.startsWith('update') || endpoint === 'assignFuelTransaction';
}

/** Acts on the service that can be done twice. */
export function canDouble(endpoint: string): boolean {
  return isCreate(endpoint) || endpoint === 'calibrateOdometer';
}

export function valueOf(json: string): unknown {
  return JSON.parse(json);
}

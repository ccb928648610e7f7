import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import type { Schema } from '../../shared/api/endpoint.ts';
import { FUEL_FIELDS } from '../../shared/model/fuel.ts';
import { isoInstantMs } from '../../shared/model/isoInstant.ts';
import { depthOf } from '../../shared/rules/jsonReader.ts';
import { isJsonObject, jsonMembers } from '../../shared/rules/jsonText.ts';
import { invalid, Refusal, type FieldErrors } from './refusal.ts';

/**
 * Fields that only the service sets on every record; what a client sends under these names is not stored.
 * Clients that send back whole records send them all.
 */
const OWN_FIELDS: readonly string[] = [
  ...['id', 'status', 'archivedAt', 'createdAt', 'updatedAt', 'team', 'clientId', 'resellerId'],
  // A secret that nobody may read again; it is set by a sign-in of its own.
  'password',
];

/**
 * Those of one kind of record: what a device tells, who drives and what is installed where, which have
 * endpoints of their own, names behind an identifier, what was filled in, and what is made of a geometry.
 * On another kind such a name is a tenant's own.
 */
const OWN_OF = {
  vehicle: [
    ...['lastLoggedAt', 'lastCoordinates', 'todayData', 'engineOnTime', 'unavailableMessage'],
    ...['driver', 'driverId', 'device', 'deviceId', 'systemStatus', 'hasCameras', 'areas'],
    ...['depot', 'depotName', 'groups', 'groupsList', 'type', 'typeName', 'makeModel'],
  ],
  device: [
    ...['lastCoordinates', 'statusExt', 'trackerData', 'lastActiveTime', 'lastDataReceivedAt'],
    ...['isUnavailable', 'unavailableMessage', 'systemStatus', 'hasCameras'],
    ...['vehicle', 'vehicleId', 'deviceInstallation', 'installDate', 'vendor', 'model'],
  ],
  user: ['role'],
  fuelTransaction: ['vehicle', 'driver', 'fuelCardNumber', 'fuelTypeId', ...FUEL_FIELDS],
  area: ['groups', 'polygon', 'readOnly'],
  areaGroup: [],
  scheduledReport: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The checks' own words; without them a refusal would say “Invalid input” only. */
export const words = english().localeError;

/** SQLite reads JSON a thousand levels deep; nobody's record goes as far as this. */
const DEEPEST = 100;

/** Problems by the name of the outermost field; `body` where the whole is wrong. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const [field, ...rest] = issue.path.map(String);
    const name = field ?? 'body';
    const where = rest.length === 0 ? '' : `${rest.join('.')}: `;
    (errors[name] ??= []).push(`${where}${issue.message}`);
  }
  return errors;
}

/** Refuses what is sent where no body, or an empty one, belongs: anything but a JSON object. */
export function refuseOddBody(text: string): void {
  if (text.trim() !== '' && !isJsonObject(text)) {
    throw new Refusal(400, 'The body is not a JSON object.');
  }
}

/** A checked body: known fields parsed, unknown ones as the text that was sent. */
export interface Body<T> {
  readonly known: T;
  /** Tenant fields by name, as source text. */
  readonly extra: ReadonlyMap<string, string>;
  /** The known fields as source text: free-form ones are kept as they were spelled. */
  readonly spelled: ReadonlyMap<string, string>;
  /** The client that is to own a new record, where the body names one. */
  readonly clientId: unknown;
}

/** The instant of a field that its schema has checked, in ms since the epoch. */
export function checkedMs(instant: string): number {
  const ms = isoInstantMs(instant);
  if (ms === null) throw new Error('An instant that its schema took is none');
  return ms;
}

/** Names that a strict object schema declares. */
function declared(schema: Schema): ReadonlySet<string> {
  return schema instanceof z.ZodMiniObject ? new Set(Object.keys(schema.def.shape)) : new Set();
}

/**
 * Reads a body by the schema of its endpoint. Known fields are strict; others are a tenant's own
 * (section 1, rule 1) and are kept as text. Throws a Refusal: 400 for what is no JSON object, 422
 * with messages by field for what is invalid. An absent body counts as `{}`.
 *
 * @param of the kind of record that it makes or changes; absent where it does neither
 */
export function readBody<S extends Schema>(
  schema: S,
  text: string,
  of?: keyof typeof OWN_OF,
): Body<z.output<S>> {
  const source = text.trim() === '' ? '{}' : text;
  if (!isJsonObject(source)) throw new Refusal(400, 'The body is not a JSON object.');
  if (depthOf(source) > DEEPEST) throw new Refusal(400, 'The body is nested too deep.');
  const names = declared(schema);
  const own = new Set([...OWN_FIELDS, ...(of === undefined ? [] : OWN_OF[of])]);
  const known: Record<string, unknown> = {};
  const extra = new Map<string, string>();
  const members = jsonMembers(source);
  const spelled = new Map([...members].filter(([key]) => names.has(key)));
  for (const [key, value] of members) {
    if (names.has(key)) known[key] = JSON.parse(value);
    else if (!own.has(key)) extra.set(key, value);
  }
  const parsed = z.safeParse(schema, known, { error: words });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const clientId: unknown = JSON.parse(members.get('clientId') ?? 'null');
  return { known: parsed.data, extra, spelled, clientId };
}

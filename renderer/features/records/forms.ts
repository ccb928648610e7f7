import type { BodyOf, Catalogue, Entity, ParamsOf, WriteName } from '../../bridge.ts';
import type { PageName } from '../../routes.ts';

/** How a field of a write is asked for. */
export type Asked =
  | { as: 'text'; mono?: boolean }
  | { as: 'email' }
  /** A number; `unit` stands behind it. */
  | { as: 'number'; unit: string }
  | { as: 'choice'; options: readonly string[] }
  /** A record of the mirror by its id. */
  | { as: 'record'; entity: Entity }
  /** An instant, asked in the person's zone and sent in UTC. */
  | { as: 'instant' }
  /** Ids, separated by commas. */
  | { as: 'ids' }
  /** A JSON object. */
  | { as: 'json' };

export interface FormField<K extends string = string> {
  name: K;
  label: string;
  ask: Asked;
  required?: boolean;
  hint?: string;
  /** Where the present value stands in the record, if not under its own name. */
  from?: readonly string[];
}

/** Where a path parameter comes from: the record itself, a field of it, or a question. */
export type ParamSource =
  | { from: 'row' }
  | { from: 'field'; path: string }
  | { from: 'ask'; entity: Entity; label: string };

type BodyField<N extends WriteName> = keyof NonNullable<BodyOf<Catalogue[N]>> & string;
type Inverse<N extends WriteName> = Catalogue[N] extends { write: { inverse: infer I } }
  ? I
  : never;

/** A write as the desk offers it; endpoint, parameters, fields and undo are checked by type. */
export interface WriteForm<N extends WriteName = WriteName> {
  title: string;
  verb: string;
  /** The kind of record whose page offers it. */
  on: Entity;
  /** On the list (a create) or on one record. */
  at: 'list' | 'record';
  /** Offered for living or for archived records only. */
  when?: 'living' | 'archived';
  /** Offered only while this other write is refused to the account. */
  insteadOf?: WriteName;
  params: { readonly [P in keyof ParamsOf<Catalogue[N]>]: ParamSource };
  fields: readonly FormField<BodyField<N>>[];
  /** Told before sending: the catalogue has no write that takes it back. */
  irreversible: Inverse<N> extends 'none' ? true : false;
}

/** A write that a page of its own offers. */
export interface OwnPage {
  page: PageName;
}

const own = (page: PageName): OwnPage => ({ page });
const row: ParamSource = { from: 'row' };

const imei = {
  name: 'imei',
  label: 'IMEI',
  ask: { as: 'text', mono: true },
  hint: '15 digits',
} as const satisfies FormField;
const deviceFields = [
  { name: 'serial', label: 'Serial number', ask: { as: 'text', mono: true } },
  { name: 'typeId', label: 'Model id', ask: { as: 'text' }, from: ['model.id'] },
  {
    name: 'vendorId',
    label: 'Vendor',
    ask: { as: 'record', entity: 'vendor' },
    from: ['vendor.id'],
  },
  { name: 'usage', label: 'Usage', ask: { as: 'text' } },
] as const satisfies readonly FormField[];
const email = { name: 'email', label: 'E-mail', ask: { as: 'email' } } as const satisfies FormField;
const personFields = [
  { name: 'firstName', label: 'First name', ask: { as: 'text' }, from: ['firstName', 'name'] },
  { name: 'lastName', label: 'Last name', ask: { as: 'text' }, from: ['lastName', 'surname'] },
  { name: 'phone', label: 'Phone', ask: { as: 'text' } },
  {
    name: 'roleId',
    label: 'Role',
    ask: { as: 'record', entity: 'role' },
    from: ['roleId', 'role.id'],
  },
] as const satisfies readonly FormField[];
const regNo = {
  name: 'regNo',
  label: 'Registration',
  ask: { as: 'text', mono: true },
} as const satisfies FormField;
const vehicleFields = [
  { name: 'defaultLabel', label: 'Label', ask: { as: 'text' } },
  { name: 'model', label: 'Model', ask: { as: 'text' } },
  { name: 'vin', label: 'VIN', ask: { as: 'text', mono: true } },
  { name: 'typeId', label: 'Type', ask: { as: 'record', entity: 'vehicleType' } },
  { name: 'depotId', label: 'Depot id', ask: { as: 'text' }, from: ['depotId', 'depot.id'] },
  { name: 'groupIds', label: 'Group ids', ask: { as: 'ids' }, from: ['groupIds', 'groups'] },
] as const satisfies readonly FormField[];
const reportFields = [
  { name: 'format', label: 'Format', ask: { as: 'choice', options: ['csv', 'pdf', 'xlsx'] } },
  { name: 'params', label: 'Parameters', ask: { as: 'json' }, hint: 'A JSON object' },
] as const satisfies readonly FormField[];
const odometer = {
  name: 'odometer',
  label: 'Odometer',
  ask: { as: 'number', unit: 'm' },
} as const satisfies FormField;

/** Every write of the interface, so that none can be forgotten: a missing one fails to compile. */
export const writeForms: { readonly [N in WriteName]: WriteForm<N> | OwnPage } = {
  createVehicle: {
    title: 'Add a vehicle',
    verb: 'Add',
    on: 'vehicle',
    at: 'list',
    params: {},
    fields: [{ ...regNo, required: true }, ...vehicleFields],
    irreversible: false,
  },
  updateVehicle: {
    title: 'Change the vehicle',
    verb: 'Change',
    on: 'vehicle',
    at: 'record',
    params: { vehicleId: row },
    fields: [regNo, ...vehicleFields],
    irreversible: false,
  },
  archiveVehicle: {
    title: 'Archive the vehicle',
    verb: 'Archive',
    on: 'vehicle',
    at: 'record',
    when: 'living',
    params: { vehicleId: row },
    fields: [],
    irreversible: false,
  },
  restoreVehicle: {
    title: 'Restore the vehicle',
    verb: 'Restore',
    on: 'vehicle',
    at: 'record',
    when: 'archived',
    params: { vehicleId: row },
    fields: [],
    irreversible: false,
  },
  calibrateOdometer: {
    title: 'Recalibrate the odometer',
    verb: 'Recalibrate',
    on: 'vehicle',
    at: 'record',
    params: { vehicleId: row },
    fields: [
      { name: 'occurredAt', label: 'At', ask: { as: 'instant' }, required: true },
      { ...odometer, required: true, from: [] },
    ],
    irreversible: true,
  },
  setDriver: {
    title: 'Assign a driver to a vehicle',
    verb: 'Assign to a vehicle',
    on: 'driver',
    at: 'record',
    params: {
      vehicleId: { from: 'ask', entity: 'vehicle', label: 'Vehicle' },
      driverId: row,
    },
    fields: [],
    irreversible: false,
  },
  unsetDriver: {
    title: 'Take the driver off a vehicle',
    verb: 'Take off a vehicle',
    on: 'driver',
    at: 'record',
    params: {
      vehicleId: { from: 'ask', entity: 'vehicle', label: 'Vehicle' },
      driverId: row,
    },
    fields: [],
    irreversible: false,
  },
  createDevice: {
    title: 'Add a device',
    verb: 'Add',
    on: 'device',
    at: 'list',
    params: {},
    fields: [{ ...imei, required: true }, ...deviceFields],
    irreversible: false,
  },
  updateDevice: {
    title: 'Change the device',
    verb: 'Change',
    on: 'device',
    at: 'record',
    params: { deviceId: row },
    fields: [imei, ...deviceFields],
    irreversible: false,
  },
  installDevice: {
    title: 'Install in a vehicle',
    verb: 'Install',
    on: 'device',
    at: 'record',
    when: 'living',
    params: { deviceId: row },
    fields: [
      {
        name: 'vehicleId',
        label: 'Vehicle',
        ask: { as: 'record', entity: 'vehicle' },
        required: true,
        from: [],
      },
      { name: 'installedAt', label: 'Installed at', ask: { as: 'instant' }, from: [] },
      { ...odometer, from: [] },
    ],
    irreversible: false,
  },
  uninstallDevice: {
    title: 'Remove from its vehicle',
    verb: 'Remove',
    on: 'device',
    at: 'record',
    when: 'living',
    params: { deviceId: row },
    fields: [
      { name: 'uninstalledAt', label: 'Removed at', ask: { as: 'instant' }, from: [] },
      { ...odometer, from: [] },
    ],
    irreversible: false,
  },
  archiveDevice: {
    title: 'Archive the device',
    verb: 'Archive',
    on: 'device',
    at: 'record',
    when: 'living',
    params: { deviceId: row },
    fields: [],
    irreversible: false,
  },
  restoreDevice: {
    title: 'Restore the device',
    verb: 'Restore',
    on: 'device',
    at: 'record',
    when: 'archived',
    params: { deviceId: row },
    fields: [],
    irreversible: false,
  },
  installSensor: {
    title: 'Pair with a device',
    verb: 'Pair',
    on: 'sensor',
    at: 'record',
    params: { sensorId: row },
    fields: [
      {
        name: 'deviceId',
        label: 'Device',
        ask: { as: 'record', entity: 'device' },
        required: true,
        from: [],
      },
    ],
    irreversible: true,
  },
  createUser: {
    title: 'Add a user',
    verb: 'Add',
    on: 'user',
    at: 'list',
    params: {},
    fields: [{ ...email, required: true }, ...personFields],
    irreversible: false,
  },
  updateUser: {
    title: 'Change the user',
    verb: 'Change',
    on: 'user',
    at: 'record',
    params: { userId: row },
    fields: [email, ...personFields],
    irreversible: false,
  },
  archiveUser: {
    title: 'Archive the user',
    verb: 'Archive',
    on: 'user',
    at: 'record',
    when: 'living',
    params: { userId: row },
    fields: [],
    irreversible: false,
  },
  restoreUser: {
    title: 'Restore the user',
    verb: 'Restore',
    on: 'user',
    at: 'record',
    when: 'archived',
    params: { userId: row },
    fields: [],
    irreversible: false,
  },
  createClientUser: {
    title: 'Add a user to the client',
    verb: 'Add a user',
    on: 'client',
    at: 'record',
    params: { clientId: row },
    fields: [
      { ...email, required: true, from: [] },
      ...personFields.map((field) => ({ ...field, from: [] })),
    ],
    irreversible: false,
  },
  updateClientUser: {
    title: 'Change the user of a client',
    verb: 'Change',
    on: 'user',
    at: 'record',
    insteadOf: 'updateUser',
    params: { clientId: { from: 'field', path: 'team.clientId' }, userId: row },
    fields: [email, ...personFields],
    irreversible: false,
  },
  assignFuelTransaction: {
    title: 'Assign to a vehicle',
    verb: 'Assign',
    on: 'fuelTransaction',
    at: 'record',
    params: { recordId: row },
    fields: [
      {
        name: 'vehicleId',
        label: 'Vehicle',
        ask: { as: 'record', entity: 'vehicle' },
        required: true,
        from: ['vehicle.id'],
      },
    ],
    irreversible: true,
  },
  createScheduledReport: {
    title: 'Add a scheduled report',
    verb: 'Add',
    on: 'scheduledReport',
    at: 'list',
    params: {},
    fields: [
      { name: 'name', label: 'Name', ask: { as: 'text' }, required: true },
      { name: 'type', label: 'Kind', ask: { as: 'text' }, required: true },
      { ...reportFields[0], required: true },
      reportFields[1],
    ],
    irreversible: false,
  },
  updateScheduledReport: {
    title: 'Change the report',
    verb: 'Change',
    on: 'scheduledReport',
    at: 'record',
    params: { reportId: row },
    fields: [
      { name: 'name', label: 'Name', ask: { as: 'text' } },
      { name: 'type', label: 'Kind', ask: { as: 'text' } },
      ...reportFields,
    ],
    irreversible: false,
  },
  deleteScheduledReport: {
    title: 'Delete the report',
    verb: 'Delete',
    on: 'scheduledReport',
    at: 'record',
    when: 'living',
    params: { reportId: row },
    fields: [],
    irreversible: false,
  },
  restoreScheduledReport: {
    title: 'Restore the report',
    verb: 'Restore',
    on: 'scheduledReport',
    at: 'record',
    when: 'archived',
    params: { reportId: row },
    fields: [],
    irreversible: false,
  },
  createArea: own('areas'),
  updateArea: own('areas'),
  archiveArea: own('areas'),
  restoreArea: own('areas'),
  deleteArea: own('areas'),
  createAreaGroup: own('areas'),
  updateAreaGroup: own('areas'),
  archiveAreaGroup: own('areas'),
  restoreAreaGroup: own('areas'),
  deleteAreaGroup: own('areas'),
};

/** The writes that a kind of record offers at a place, in the order of the table. */
export function formsOf(entity: Entity, at: 'list' | 'record'): [WriteName, WriteForm][] {
  return (Object.entries(writeForms) as [WriteName, WriteForm | OwnPage][]).filter(
    (entry): entry is [WriteName, WriteForm] =>
      'on' in entry[1] && entry[1].on === entity && entry[1].at === at,
  );
}

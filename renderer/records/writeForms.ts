import type { WriteName } from '../bridge.ts';
import type { PageName } from '../routes.ts';
import { reportFormat } from '../state/keys.ts';
import { text } from '../text/en.ts';
import type { FormField, OwnPage, ParamSource, WriteForm } from './form.ts';

const { verbs, writes: words } = text;
const own = (page: PageName): OwnPage => ({ page });
const row: ParamSource = { from: 'row' };

const imei = {
  name: 'imei',
  ask: { as: 'text', mono: true },
  hint: text.records.form.digits15,
} as const satisfies FormField;
const deviceFields = [
  { name: 'serial', ask: { as: 'text', mono: true } },
  { name: 'vendorId', ask: { as: 'record', entity: 'vendor' }, from: ['vendor.id'] },
  { name: 'typeId', ask: { as: 'model' }, from: ['model.id'] },
  { name: 'usage', ask: { as: 'text' } },
] as const satisfies readonly FormField[];
const email = { name: 'email', ask: { as: 'email' } } as const satisfies FormField;
const personFields = [
  { name: 'firstName', ask: { as: 'text' }, from: ['firstName', 'name'] },
  { name: 'lastName', ask: { as: 'text' }, from: ['lastName', 'surname'] },
  { name: 'phone', ask: { as: 'phone' } },
  { name: 'roleId', ask: { as: 'record', entity: 'role' }, from: ['roleId', 'role.id'] },
] as const satisfies readonly FormField[];
const regNo = { name: 'regNo', ask: { as: 'text', mono: true } } as const satisfies FormField;
const vehicleFields = [
  { name: 'defaultLabel', ask: { as: 'text' } },
  { name: 'model', ask: { as: 'text' } },
  { name: 'vin', ask: { as: 'text', mono: true } },
  { name: 'typeId', ask: { as: 'record', entity: 'vehicleType' } },
  { name: 'depotId', ask: { as: 'depot' }, from: ['depotId', 'depot.id'] },
  { name: 'groupIds', ask: { as: 'groups' }, from: ['groupIds', 'groups'] },
] as const satisfies readonly FormField[];
const vehicleId = {
  name: 'vehicleId',
  ask: { as: 'record', entity: 'vehicle' },
  required: true,
} as const satisfies FormField;
const reportName = { name: 'name', ask: { as: 'text' } } as const satisfies FormField;
const reportKind = { name: 'type', ask: { as: 'reportKind' } } as const satisfies FormField;
const reportFile = {
  name: 'format',
  ask: { as: 'choice', options: ['csv', 'pdf', 'xlsx'], nameOf: reportFormat },
} as const satisfies FormField;
const reportParams = {
  name: 'params',
  ask: { as: 'json' },
  hint: text.records.form.jsonObject,
} as const satisfies FormField;
const odometer = {
  name: 'odometer',
  ask: { as: 'distanceM' },
} as const satisfies FormField;

/** What most writes on a record have in common, and those that add one. */
const onRecord = {
  at: 'record',
  verb: verbs.change,
  fields: [],
  irreversible: false,
} as const;
const ofLiving = { ...onRecord, verb: verbs.archive, when: 'living' } as const;
const ofArchived = { ...onRecord, verb: verbs.restore, when: 'archived' } as const;
const added = { at: 'list', verb: verbs.add, params: {}, irreversible: false } as const;

/** Every write of the interface, so that none can be forgotten: a missing one fails to compile. */
export const writeForms: { readonly [N in WriteName]: WriteForm<N> | OwnPage } = {
  createVehicle: {
    ...added,
    owned: true,
    title: words.createVehicle,
    on: 'vehicle',
    fields: [{ ...regNo, required: true }, ...vehicleFields],
  },
  updateVehicle: {
    ...onRecord,
    title: words.updateVehicle,
    on: 'vehicle',
    params: { vehicleId: row },
    fields: [regNo, ...vehicleFields],
  },
  archiveVehicle: {
    ...ofLiving,
    title: words.archiveVehicle,
    on: 'vehicle',
    params: { vehicleId: row },
  },
  restoreVehicle: {
    ...ofArchived,
    title: words.restoreVehicle,
    on: 'vehicle',
    params: { vehicleId: row },
  },
  calibrateOdometer: {
    ...onRecord,
    title: words.calibrateOdometer,
    verb: verbs.recalibrate,
    on: 'vehicle',
    params: { vehicleId: row },
    fields: [
      { name: 'occurredAt', ask: { as: 'instant' }, required: true },
      { ...odometer, required: true, from: [] },
    ],
    irreversible: true,
  },
  setDriver: own('drivers'),
  unsetDriver: own('drivers'),
  createDevice: {
    ...added,
    owned: true,
    title: words.createDevice,
    on: 'device',
    fields: [{ ...imei, required: true }, ...deviceFields],
  },
  updateDevice: {
    ...onRecord,
    title: words.updateDevice,
    on: 'device',
    params: { deviceId: row },
    fields: [imei, ...deviceFields],
  },
  installDevice: {
    ...ofLiving,
    title: words.installDevice,
    verb: verbs.install,
    on: 'device',
    page: 'devices',
    params: { deviceId: row },
    fields: [
      { ...vehicleId, from: [] },
      { name: 'installedAt', ask: { as: 'instant' }, from: [] },
      { ...odometer, from: [] },
    ],
  },
  uninstallDevice: {
    ...ofLiving,
    title: words.uninstallDevice,
    verb: verbs.remove,
    on: 'device',
    page: 'devices',
    params: { deviceId: row },
    fields: [
      { name: 'uninstalledAt', ask: { as: 'instant' }, from: [] },
      { ...odometer, from: [] },
    ],
  },
  archiveDevice: {
    ...ofLiving,
    title: words.archiveDevice,
    on: 'device',
    params: { deviceId: row },
  },
  restoreDevice: {
    ...ofArchived,
    title: words.restoreDevice,
    on: 'device',
    params: { deviceId: row },
  },
  installSensor: {
    ...onRecord,
    title: words.installSensor,
    verb: verbs.pair,
    on: 'sensor',
    params: { sensorId: row },
    fields: [
      { name: 'deviceId', ask: { as: 'record', entity: 'device' }, required: true, from: [] },
    ],
    irreversible: true,
  },
  createUser: {
    ...added,
    title: words.createUser,
    on: 'user',
    scope: 'above',
    owned: 'optional',
    fields: [{ ...email, required: true }, ...personFields],
  },
  updateUser: {
    ...onRecord,
    title: words.updateUser,
    on: 'user',
    scope: 'above',
    params: { userId: row },
    fields: [email, ...personFields],
  },
  archiveUser: { ...ofLiving, title: words.archiveUser, on: 'user', params: { userId: row } },
  restoreUser: { ...ofArchived, title: words.restoreUser, on: 'user', params: { userId: row } },
  createClientUser: {
    ...onRecord,
    title: words.createClientUser,
    verb: words.createUser,
    on: 'client',
    params: { clientId: row },
    fields: [
      { ...email, required: true, from: [] },
      ...personFields.map((field) => ({ ...field, from: [] })),
    ],
  },
  updateClientUser: {
    ...onRecord,
    title: words.updateUser,
    on: 'user',
    scope: 'client',
    insteadOf: 'updateUser',
    params: { clientId: { from: 'field', path: 'team.clientId' }, userId: row },
    fields: [email, ...personFields],
  },
  assignFuelTransaction: {
    ...onRecord,
    title: words.assignFuelTransaction,
    verb: verbs.assign,
    on: 'fuelTransaction',
    params: { recordId: row },
    fields: [{ ...vehicleId, from: ['vehicle.id'] }],
    irreversible: true,
  },
  createScheduledReport: {
    ...added,
    owned: true,
    title: words.createScheduledReport,
    on: 'scheduledReport',
    fields: [
      { ...reportName, required: true },
      { ...reportKind, required: true },
      { ...reportFile, required: true },
      reportParams,
    ],
  },
  updateScheduledReport: {
    ...onRecord,
    title: words.updateScheduledReport,
    on: 'scheduledReport',
    params: { reportId: row },
    fields: [reportName, reportKind, reportFile, reportParams],
  },
  deleteScheduledReport: {
    ...ofLiving,
    title: words.deleteScheduledReport,
    verb: verbs.delete,
    on: 'scheduledReport',
    params: { reportId: row },
  },
  restoreScheduledReport: {
    ...ofArchived,
    title: words.restoreScheduledReport,
    on: 'scheduledReport',
    params: { reportId: row },
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

const createOwnUser: WriteForm<'createClientUser'> = {
  ...added,
  title: words.createUser,
  on: 'user',
  scope: 'client',
  params: { clientId: { from: 'client' } },
  fields: [{ ...email, required: true }, ...personFields],
};

/** Writes that are offered in a second place too. */
export const furtherForms = [['createClientUser', createOwnUser]] as const;

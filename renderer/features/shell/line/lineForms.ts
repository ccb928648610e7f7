import type { Entity, WriteName } from '../../../bridge.ts';
import { text } from '../../../text/en.ts';

/** What stands behind the words of a line, in its order. */
export type Argument =
  /** A record that the path of the endpoint names. */
  | { readonly is: 'record'; readonly entity: Entity; readonly param: string }
  /** A record whose id travels in the body, and where the record of the line tells the present one. */
  | {
      readonly is: 'link';
      readonly entity: Entity;
      readonly field: string;
      readonly now: readonly string[];
    }
  /** A field of the body as it is typed. */
  | { readonly is: 'value'; readonly field: string }
  /** Kind, places and size of an area. */
  | { readonly is: 'shape' };

/** How a write is typed: its words, what follows them, and then any of its fields as `name=value`. */
export interface LineForm {
  readonly words: string;
  readonly takes: readonly Argument[];
  /** Path parameters that are fields of the record that was named: parameter and path. */
  readonly also?: readonly (readonly [param: string, path: string])[];
  /** Only for accounts of a client, or only for those above them (section 5, item 4). */
  readonly scope?: 'client' | 'above';
}

const record = (entity: Entity, param: string): Argument => ({ is: 'record', entity, param });
const link = (entity: Entity, field: string, now: readonly string[]): Argument => ({
  ...{ is: 'link', entity, field, now },
});
const value = (field: string): Argument => ({ is: 'value', field });

const vehicle = record('vehicle', 'vehicleId');
const device = record('device', 'deviceId');
const user = record('user', 'userId');
const area = record('area', 'areaId');
const group = record('areaGroup', 'groupId');
const report = record('scheduledReport', 'reportId');
const { words } = text.line;

/** Every write has its line: one that is missing does not compile. */
export const lineForms: { readonly [N in WriteName]: readonly [LineForm, ...LineForm[]] } = {
  createVehicle: [{ words: words.addVehicle, takes: [value('regNo')] }],
  updateVehicle: [{ words: words.setVehicle, takes: [vehicle] }],
  archiveVehicle: [{ words: words.archiveVehicle, takes: [vehicle] }],
  restoreVehicle: [{ words: words.restoreVehicle, takes: [vehicle] }],
  calibrateOdometer: [{ words: words.odometer, takes: [vehicle, value('odometer')] }],
  setDriver: [{ words: words.assign, takes: [vehicle, record('driver', 'driverId')] }],
  unsetDriver: [{ words: words.unassign, takes: [vehicle], also: [['driverId', 'driver']] }],
  createDevice: [{ words: words.addDevice, takes: [value('imei')] }],
  updateDevice: [{ words: words.setDevice, takes: [device] }],
  installDevice: [
    {
      words: words.install,
      takes: [device, link('vehicle', 'vehicleId', ['vehicle', 'vehicleId'])],
    },
  ],
  uninstallDevice: [{ words: words.uninstall, takes: [device] }],
  archiveDevice: [{ words: words.archiveDevice, takes: [device] }],
  restoreDevice: [{ words: words.restoreDevice, takes: [device] }],
  installSensor: [
    {
      words: words.pair,
      takes: [record('sensor', 'sensorId'), link('device', 'deviceId', ['device', 'deviceId'])],
    },
  ],
  createUser: [{ words: words.addUser, takes: [value('email')], scope: 'above' }],
  updateUser: [{ words: words.setUser, takes: [user], scope: 'above' }],
  archiveUser: [{ words: words.archiveUser, takes: [user] }],
  restoreUser: [{ words: words.restoreUser, takes: [user] }],
  createClientUser: [
    { words: words.addClientUser, takes: [record('client', 'clientId'), value('email')] },
    { words: words.addUser, takes: [value('email')], scope: 'client' },
  ],
  updateClientUser: [
    { words: words.setClientUser, takes: [user], also: [['clientId', 'team.clientId']] },
    { words: words.setUser, takes: [user], also: [['clientId', 'team.clientId']], scope: 'client' },
  ],
  assignFuelTransaction: [
    {
      words: words.fuel,
      takes: [record('fuelTransaction', 'recordId'), link('vehicle', 'vehicleId', ['vehicle'])],
    },
  ],
  createScheduledReport: [{ words: words.addReport, takes: [value('name')] }],
  updateScheduledReport: [{ words: words.setReport, takes: [report] }],
  deleteScheduledReport: [{ words: words.deleteReport, takes: [report] }],
  restoreScheduledReport: [{ words: words.restoreReport, takes: [report] }],
  createArea: [{ words: words.area, takes: [{ is: 'shape' }, value('name')] }],
  updateArea: [{ words: words.setArea, takes: [area] }],
  archiveArea: [{ words: words.archiveArea, takes: [area] }],
  restoreArea: [{ words: words.restoreArea, takes: [area] }],
  deleteArea: [{ words: words.deleteArea, takes: [area] }],
  createAreaGroup: [{ words: words.addGroup, takes: [value('name')] }],
  updateAreaGroup: [{ words: words.setGroup, takes: [group] }],
  archiveAreaGroup: [{ words: words.archiveGroup, takes: [group] }],
  restoreAreaGroup: [{ words: words.restoreGroup, takes: [group] }],
  deleteAreaGroup: [{ words: words.deleteGroup, takes: [group] }],
};

/** A write with one way to type it. */
export interface Command {
  readonly endpoint: WriteName;
  readonly form: LineForm;
}

/** All lines, in the order of the table. */
export const commands: readonly Command[] = (
  Object.entries(lineForms) as [WriteName, readonly LineForm[]][]
).flatMap(([endpoint, forms]) => forms.map((form) => ({ endpoint, form })));

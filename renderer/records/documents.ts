import type { Catalogue, Entity, ReadName, Row } from '../bridge.ts';
import { fieldsOfRow, textAt } from '../state/record.ts';
import type { listEndpoints } from './places.ts';

/** What a document needs to be asked for, beyond the record it belongs to. */
export type Asks =
  | { ask: 'nothing' }
  /** A time range under these names. */
  | { ask: 'range'; from: string; to: string; days: number }
  /** An instant, which may be left out. */
  | { ask: 'instant'; name: string };

export interface DocumentPlace {
  endpoint: ReadName;
  title: string;
  /** The kind of record that it belongs to, or the page that shows it. */
  on: Entity | 'devices' | 'reports' | 'climate' | 'fuel' | 'reference' | 'vehicles';
  asks: Asks;
  params?: (row: Row) => Record<string, string>;
  query?: (row: Row) => Record<string, string>;
  /** What is asked in any case, where it belongs to no record. */
  asked?: Readonly<Record<string, string>>;
  /** What is said where the service answers with nothing. */
  none?: string;
  /** Units of the columns that are quantities. */
  units?: Readonly<Record<string, string>>;
}

const climate = { temperature: '°C', humidity: '% RH' };
const nothing: Asks = { ask: 'nothing' };
const range = (from: string, to: string, days: number): Asks => ({ ask: 'range', from, to, days });
const field = (row: Row, path: string): string => textAt(fieldsOfRow(row), path) ?? '';
const device = (row: Row) => ({ deviceId: row.id });
const vehicle = (row: Row) => ({ vehicleId: row.id });
const client = (row: Row) => ({ clientId: row.id });

/** Everything that is read whole: each has a place where a person finds it. */
export const documents = [
  {
    endpoint: 'getOdometer',
    title: 'Odometer',
    on: 'vehicle',
    asks: { ask: 'instant', name: 'occurredAt' },
    params: vehicle,
  },
  {
    endpoint: 'getEngineHours',
    title: 'Engine hours',
    on: 'vehicle',
    asks: nothing,
    params: vehicle,
  },
  {
    endpoint: 'listVehicleFuel',
    title: 'Fuel transactions',
    on: 'vehicle',
    asks: nothing,
    query: vehicle,
  },
  {
    endpoint: 'findInstallation',
    title: 'Device in this vehicle',
    on: 'vehicle',
    asks: nothing,
    query: (row) => ({ vehicleRegNo: field(row, 'regNo') }),
  },
  { endpoint: 'countVehicles', title: 'How many vehicles', on: 'reference', asks: nothing },
  {
    endpoint: 'listDeviceHistory',
    title: 'Vehicles it was in',
    on: 'device',
    asks: nothing,
    params: device,
  },
  {
    endpoint: 'listDeviceSensorHistory',
    title: 'Sensors it had',
    on: 'device',
    asks: nothing,
    params: device,
  },
  { endpoint: 'listDeviceCameras', title: 'Cameras', on: 'device', asks: nothing, params: device },
  {
    endpoint: 'listDeviceCoordinates',
    title: 'Where it was',
    on: 'device',
    asks: range('dateFrom', 'dateTo', 1),
    params: device,
  },
  {
    endpoint: 'findInstallation',
    title: 'Vehicle of this device',
    on: 'device',
    asks: nothing,
    query: (row) => ({ deviceImei: field(row, 'imei') }),
  },
  { endpoint: 'listClientUsers', title: 'Users', on: 'client', asks: nothing, params: client },
  { endpoint: 'listClientDrivers', title: 'Drivers', on: 'client', asks: nothing, params: client },
  {
    endpoint: 'listFuelSummary',
    title: 'Fuel by vehicle',
    on: 'fuel',
    asks: range('startDate', 'endDate', 30),
  },
  { endpoint: 'getScheduledReportTemplates', title: 'Templates', on: 'reports', asks: nothing },
  {
    endpoint: 'listClimateBySensor',
    title: 'By sensor',
    on: 'climate',
    asks: range('startDate', 'endDate', 1),
    units: climate,
  },
  {
    endpoint: 'listClimateByVehicle',
    title: 'By vehicle',
    on: 'climate',
    asks: range('startDate', 'endDate', 1),
    units: climate,
  },
  { endpoint: 'getMe', title: 'Who is signed in', on: 'reference', asks: nothing },
  {
    endpoint: 'getPlanPermissions',
    title: 'Permissions of the plan',
    on: 'reference',
    asks: nothing,
  },
  { endpoint: 'getPlatformDomain', title: 'Domain', on: 'reference', asks: nothing },
  { endpoint: 'listCountries', title: 'Countries', on: 'reference', asks: nothing },
  { endpoint: 'listMyThemes', title: 'My themes', on: 'reference', asks: nothing },
  { endpoint: 'getMapApiOptions', title: 'Map options', on: 'reference', asks: nothing },
  { endpoint: 'getProvider', title: 'Provider', on: 'reference', asks: nothing },
  { endpoint: 'getDigitalFormSetting', title: 'Digital forms', on: 'reference', asks: nothing },
  { endpoint: 'getEcoSpeed', title: 'Eco-speed', on: 'reference', asks: nothing },
  { endpoint: 'getExcessiveIdling', title: 'Excessive idling', on: 'reference', asks: nothing },
] as const satisfies readonly DocumentPlace[];

/** Reads with a place of their own: trips, answers and their PDF. */
type OwnPlace = 'listRoutes' | 'getAnswer' | 'getAnswerPdf';
/** A record's own read refreshes its detail. */
type RecordName = {
  [N in ReadName]: Catalogue[N]['mirror'] extends { as: 'record' } ? N : never;
}[ReadName];
type Placed =
  (typeof documents)[number]['endpoint'] | (typeof listEndpoints)[Entity] | RecordName | OwnPlace;

/** Fails to compile when the interface has a read that no place shows. */
export const everyReadHasAPlace: [Exclude<ReadName, Placed>] extends [never] ? true : never = true;

export function documentsOf(on: DocumentPlace['on']): readonly DocumentPlace[] {
  return documents.filter((place) => place.on === on);
}

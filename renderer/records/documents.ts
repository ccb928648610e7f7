import type { Catalogue, Entity, ReadName, Row } from '../bridge.ts';
import { fieldsOfRow, textAt } from '../state/record.ts';
import { text } from '../text/en.ts';
import type { listEndpoints } from './listEndpoints.ts';

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
  on: Entity | 'devices' | 'climate' | 'vehicles';
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

const climate = { temperature: text.climate.celsius, humidity: text.climate.relative };
const nothing: Asks = { ask: 'nothing' };
const range = (from: string, to: string, days: number): Asks => ({ ask: 'range', from, to, days });
const field = (row: Row, path: string): string => textAt(fieldsOfRow(row), path) ?? '';
const device = (row: Row) => ({ deviceId: row.id });
const vehicle = (row: Row) => ({ vehicleId: row.id });

/** Everything that is read whole: each has a place where a person finds it. */
export const documents = [
  {
    endpoint: 'getOdometer',
    title: text.documents.getOdometer,
    on: 'vehicle',
    asks: { ask: 'instant', name: 'occurredAt' },
    params: vehicle,
  },
  {
    endpoint: 'getEngineHours',
    title: text.documents.getEngineHours,
    on: 'vehicle',
    asks: nothing,
    params: vehicle,
  },
  {
    endpoint: 'listVehicleFuel',
    title: text.documents.listVehicleFuel,
    on: 'vehicle',
    asks: nothing,
    query: vehicle,
  },
  {
    endpoint: 'findInstallation',
    title: text.documents.deviceOfVehicle,
    on: 'vehicle',
    asks: nothing,
    query: (row) => ({ vehicleRegNo: field(row, 'regNo') }),
  },
  {
    endpoint: 'listDeviceHistory',
    title: text.documents.listDeviceHistory,
    on: 'device',
    asks: nothing,
    params: device,
  },
  {
    endpoint: 'listDeviceSensorHistory',
    title: text.documents.listDeviceSensorHistory,
    on: 'device',
    asks: nothing,
    params: device,
  },
  {
    endpoint: 'listDeviceCameras',
    title: text.documents.listDeviceCameras,
    on: 'device',
    asks: nothing,
    params: device,
  },
  {
    endpoint: 'listDeviceCoordinates',
    title: text.documents.listDeviceCoordinates,
    on: 'device',
    asks: range('dateFrom', 'dateTo', 1),
    params: device,
  },
  {
    endpoint: 'findInstallation',
    title: text.documents.vehicleOfDevice,
    on: 'device',
    asks: nothing,
    query: (row) => ({ deviceImei: field(row, 'imei') }),
  },
  {
    endpoint: 'listClimateBySensor',
    title: text.documents.listClimateBySensor,
    on: 'climate',
    asks: range('startDate', 'endDate', 1),
    units: climate,
  },
  {
    endpoint: 'listClimateByVehicle',
    title: text.documents.listClimateByVehicle,
    on: 'climate',
    asks: range('startDate', 'endDate', 1),
    units: climate,
  },
] as const satisfies readonly DocumentPlace[];

/**
 * Reads with a place of their own: trips, fuel by vehicle, templates, answers and their PDF, the
 * people of a client, and the documents of the whole account, which have a table of their own (features/reference/described.ts).
 */
type OwnPlace =
  | 'listRoutes'
  | 'listFuelSummary'
  | 'getScheduledReportTemplates'
  | 'getAnswer'
  | 'getAnswerPdf'
  | 'listClientUsers'
  | 'listClientDrivers'
  | OfAccount;

/** Documents that the mirror reads by itself, and the count of vehicles. */
export type OfAccount = Exclude<
  | {
      [N in ReadName]: Catalogue[N] extends {
        mirror: { as: 'document' };
        offline: { is: 'mirror' };
      }
        ? N
        : never;
    }[ReadName]
  | 'countVehicles',
  'getScheduledReportTemplates'
>;
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

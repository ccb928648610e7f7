import type { Catalogue, Entity, ReadName } from '../bridge.ts';
import type { listEndpoints } from './listEndpoints.ts';

/**
 * Reads with a place of their own, on the page that was made for them; the documents of the whole
 * account have a table of their own (features/reference/described.ts).
 */
type OwnPlace =
  | 'listRoutes'
  | 'listFuelSummary'
  | 'listVehicleFuel'
  | 'getScheduledReportTemplates'
  | 'getAnswer'
  | 'getAnswerPdf'
  | 'listClientUsers'
  | 'listClientDrivers'
  | 'getOdometer'
  | 'getEngineHours'
  | 'findInstallation'
  | 'listClimateBySensor'
  | 'listClimateByVehicle'
  | 'listDeviceHistory'
  | 'listDeviceSensorHistory'
  | 'listDeviceCameras'
  | 'listDeviceCoordinates'
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
type Placed = (typeof listEndpoints)[Entity] | RecordName | OwnPlace;

/** Fails to compile when the interface has a read that no place shows. */
export const everyReadHasAPlace: [Exclude<ReadName, Placed>] extends [never] ? true : never = true;

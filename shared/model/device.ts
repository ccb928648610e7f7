import * as z from 'zod/mini';
import {
  anyObject,
  anything,
  coordinates,
  flag,
  id,
  instant,
  isoInstant,
  maybe,
  nonEmpty,
  numeric,
  odometerM,
  summary,
  team,
  text,
  wireId,
} from './fields.ts';

/** Telematics device (section 2.3). */
export const device = z.looseObject({
  id: wireId,
  imei: text,
  serial: text,
  status: text,
  statusExt: text,
  vehicle: summary,
  usage: text,
  vendor: summary,
  model: summary,
  trackerData: anyObject,
  deviceInstallation: anyObject,
  lastActiveTime: instant,
  lastDataReceivedAt: instant,
  installDate: instant,
  phone: text,
  iccid: text,
  imsi: text,
  sw: text,
  hw: text,
  hasCameras: flag,
  isUnavailable: flag,
  lastCoordinates: maybe(coordinates),
  team,
});
export const DEVICE_VOLATILE = [
  'trackerData',
  'statusExt',
  'lastActiveTime',
  'lastDataReceivedAt',
  'isUnavailable',
  'lastCoordinates',
  'updatedAt',
] as const;

const deviceFields = {
  serial: z.optional(z.nullable(z.string())),
  typeId: z.optional(z.nullable(wireId)),
  usage: z.optional(z.nullable(z.string())),
  vendorId: z.optional(z.nullable(wireId)),
};
/** An IMEI has 15 digits (3GPP TS 23.003). */
const imei = z.string().check(z.regex(/^\d{15}$/));
export const deviceCreate = z.strictObject({ imei, ...deviceFields });
export const deviceUpdate = z.strictObject({ imei: z.optional(imei), ...deviceFields });
/** `odometer` in metres. */
export const deviceInstall = z.strictObject({
  vehicleId: wireId,
  installedAt: z.optional(isoInstant),
  odometer: z.optional(odometerM),
});
export const deviceUninstall = z.strictObject({
  uninstalledAt: z.optional(isoInstant),
  odometer: z.optional(odometerM),
});
export const deviceHistoryEntry = z.looseObject({
  id,
  installDate: instant,
  uninstallDate: instant,
  vehicle: summary,
});
export const vendor = z.looseObject({ id: wireId, name: text });
/** Exactly one of the two; no match answers an empty object. */
export const installationQuery = z.looseObject({
  deviceImei: z.optional(nonEmpty),
  vehicleRegNo: z.optional(nonEmpty),
});
export const installation = z.looseObject({ id, device: anything, vehicle: anything });

/** Sensor and sensor history row (section 2.4). */
export const sensor = z.looseObject({
  id: wireId,
  label: text,
  sensorId: id,
  systemStatus: text,
  team,
  type: text,
  deviceId: id,
  device: summary,
});
export const sensorInstall = z.strictObject({ deviceId: wireId });
/** °C and % relative humidity. */
export const climateReading = z.looseObject({
  occurredAt: instant,
  sensorId: id,
  vehicleId: id,
  temperature: numeric,
  humidity: numeric,
});

export const camera = z.looseObject({
  id,
  url: text,
  type: text,
  status: text,
  expiredAt: instant,
});
export const cameraEvent = z.looseObject({
  id: wireId,
  type: anything,
  occurredAt: instant,
  vehicle: summary,
  device: summary,
});
export const cameraEventType = z.looseObject({ id, name: text, type: text });
export const devicePoint = z.looseObject({ lat: numeric, lng: numeric, ts: anything });

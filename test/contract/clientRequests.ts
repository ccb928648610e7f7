import type { EndpointName } from '../../shared/api/catalogue.ts';
import type { Params, Query } from '../../electron/core/api/types.ts';

/** Real identifiers of the demo, found by reading its lists. */
export interface Known {
  vehicleId: string;
  otherVehicleId: string;
  deviceId: string;
  cameraDeviceId: string;
  deviceImei: string;
  sensorId: string;
  userId: string;
  driverId: string;
  clientId: string;
  resellerId: string;
  areaId: string;
  groupId: string;
  recordId: string;
  reportId: string;
  formId: string;
  answerId: string;
}

export interface AskedFor {
  params?: Params;
  query?: Query;
  body?: Record<string, unknown>;
}

const DAY = { dateFrom: '2026-03-03T00:00:00Z', dateTo: '2026-03-04T00:00:00Z' };
const WEEK = { startDate: '2026-02-25T00:00:00Z', endDate: '2026-03-04T00:00:00Z' };

/**
 * One valid request for every row of the catalogue: a row without one does not compile. Writes
 * stand in the order in which the contract test makes them.
 */
export function requestsFor(known: Known): Record<EndpointName, AskedFor> {
  const ids = (...names: (keyof Known)[]): { params: Params } => ({
    params: Object.fromEntries(names.map((name) => [name, known[name]])),
  });
  const circle = { type: 'circle', coordinates: [{ lat: 41.02, lng: -2.32 }], radius: 60 };
  return {
    login: {},
    loginOtp: {},
    refreshToken: {},
    logout: {},
    getMe: {},

    listCountries: {},
    listRoles: {},
    listPlans: {},
    listTimezones: {},
    listThemes: {},
    listMyThemes: {},
    getPlanPermissions: {},
    getPlatformDomain: {},
    listLanguages: {},
    getMapApiOptions: {},
    getProvider: {},
    getDigitalFormSetting: {},
    getEcoSpeed: {},
    getExcessiveIdling: {},

    listDevices: {},
    getDevice: ids('deviceId'),
    createDevice: { body: { imei: '490154203237518', serial: 'C-1' } },
    updateDevice: { ...ids('deviceId'), body: { usage: 'pool' } },
    uninstallDevice: { ...ids('deviceId'), body: { odometer: 120_000 } },
    installDevice: { ...ids('deviceId'), body: { vehicleId: known.vehicleId } },
    archiveDevice: ids('deviceId'),
    restoreDevice: ids('deviceId'),
    listDeviceCoordinates: { ...ids('deviceId'), query: DAY },
    listDeviceSensorHistory: ids('deviceId'),
    listDeviceHistory: ids('deviceId'),
    listVendors: {},
    findInstallation: { query: { deviceImei: known.deviceImei } },
    listDeviceCameras: { params: { deviceId: known.cameraDeviceId } },
    listSensors: {},
    getSensor: ids('sensorId'),
    installSensor: { ...ids('sensorId'), body: { deviceId: known.deviceId } },
    listClimateBySensor: { query: WEEK },
    listClimateByVehicle: { query: WEEK },
    listCameraEvents: {},
    listCameraEventTypes: {},

    listUsers: {},
    getUser: ids('userId'),
    createUser: { body: { email: 'contract@waybill.example', firstName: 'Ada', lastName: 'Byte' } },
    updateUser: { ...ids('userId'), body: { phone: '555 0100' } },
    archiveUser: ids('userId'),
    restoreUser: ids('userId'),
    listClients: {},
    getClient: ids('clientId'),
    listClientUsers: ids('clientId'),
    getClientUser: ids('clientId', 'userId'),
    createClientUser: { ...ids('clientId'), body: { email: 'client@waybill.example' } },
    updateClientUser: { ...ids('clientId', 'userId'), body: { phone: '555 0101' } },
    listDrivers: {},
    listClientDrivers: ids('clientId'),
    unsetDriver: ids('vehicleId', 'driverId'),
    setDriver: ids('vehicleId', 'driverId'),
    listResellers: {},
    getReseller: ids('resellerId'),

    listFuelTransactions: {},
    listFuelSummary: { query: WEEK },
    listVehicleFuel: { query: { vehicleId: known.vehicleId } },
    listFuelTypes: {},
    assignFuelTransaction: { ...ids('recordId'), body: { vehicleId: known.otherVehicleId } },

    listVehicles: { query: { fields: ['regNo', 'status', 'todayData'] } },
    getVehicle: ids('vehicleId'),
    createVehicle: { body: { regNo: 'CON-1', model: 'Box' } },
    updateVehicle: { ...ids('vehicleId'), body: { defaultLabel: 'Renamed' } },
    archiveVehicle: ids('vehicleId'),
    restoreVehicle: ids('vehicleId'),
    getOdometer: ids('vehicleId'),
    calibrateOdometer: {
      ...ids('vehicleId'),
      body: { occurredAt: '2026-03-04T08:00:00Z', odometer: 88_000_500 },
    },
    getEngineHours: ids('vehicleId'),
    countVehicles: {},
    listVehicleTypes: {},
    listRoutes: {
      ...ids('vehicleId'),
      query: { ...DAY, include: ['coordinates', 'driver', 'vehicle', 'address'] },
    },

    listAreas: {},
    getArea: ids('areaId'),
    createArea: { body: { name: 'Contract', ...circle } },
    updateArea: { ...ids('areaId'), body: { name: 'Contract, renamed' } },
    archiveArea: ids('areaId'),
    restoreArea: ids('areaId'),
    deleteArea: ids('areaId'),
    listAreaGroups: {},
    getAreaGroup: ids('groupId'),
    createAreaGroup: { body: { name: 'Contract' } },
    updateAreaGroup: { ...ids('groupId'), body: { name: 'Contract, renamed' } },
    archiveAreaGroup: ids('groupId'),
    restoreAreaGroup: ids('groupId'),
    deleteAreaGroup: ids('groupId'),

    listScheduledReports: { query: { format: 'csv' } },
    getScheduledReportTemplates: {},
    getScheduledReport: ids('reportId'),
    createScheduledReport: { body: { name: 'Contract', type: 'fuel', format: 'csv' } },
    updateScheduledReport: { ...ids('reportId'), body: { format: 'xlsx' } },
    deleteScheduledReport: ids('reportId'),
    restoreScheduledReport: ids('reportId'),
    listForms: {},
    getForm: ids('formId'),
    getAnswer: ids('answerId'),
    getAnswerPdf: ids('answerId'),
  };
}

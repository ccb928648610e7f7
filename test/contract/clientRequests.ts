import type { EndpointName, WriteName } from '../../shared/api/catalogue.ts';
import type { Params, Query } from '../../electron/core/api/types.ts';

/** Records of the demo that the requests act on. */
const DEMO = {
  deviceId: 'dev-10006',
  sensorId: '501023',
  userId: '2102',
  clientId: '501',
  vehicleId: '100002',
  resellerId: '11',
  recordId: '70001',
  areaId: '4010',
  groupId: '802',
  reportId: 'rep-501-1',
  formId: 'form-delivery',
  answerId: '600003',
} as const;

/** What the demo's records say of each other. */
export interface Links {
  /** The driver of vehicle 100002. */
  driverId: string;
  /** The vehicle that device dev-10006 is in. */
  carrierId: string;
  /** The IMEI of that device. */
  imei: string;
}

export interface AskedFor {
  params?: Params;
  query?: Query;
  body?: Record<string, unknown>;
}

const CIRCLE = { type: 'circle', coordinates: [{ lat: 41.02, lng: -2.32 }], radius: 60 };
const DAY = { dateFrom: '2026-03-03T00:00:00Z', dateTo: '2026-03-04T00:00:00Z' };
const WEEK = { startDate: '2026-02-25T00:00:00Z', endDate: '2026-03-04T00:00:00Z' };

/** Gives the ids that a path needs, by the names of its parameters. */
type Ids = (...names: (keyof typeof DEMO | 'driverId')[]) => { params: Params };

/** The session, the settings, devices with their sensors and cameras. */
const platformAndDevices = (ids: Ids, links: Links) =>
  ({
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
    installDevice: { ...ids('deviceId'), body: { vehicleId: links.carrierId } },
    archiveDevice: ids('deviceId'),
    restoreDevice: ids('deviceId'),
    listDeviceCoordinates: { ...ids('deviceId'), query: DAY },
    listDeviceSensorHistory: ids('deviceId'),
    listDeviceHistory: ids('deviceId'),
    listVendors: {},
    findInstallation: { query: { deviceImei: links.imei } },
    listDeviceCameras: { params: { deviceId: 'dev-10001' } },
    listSensors: {},
    getSensor: ids('sensorId'),
    installSensor: { ...ids('sensorId'), body: { deviceId: 'dev-1002' } },
    listClimateBySensor: { query: WEEK },
    listClimateByVehicle: { query: WEEK },
    listCameraEvents: {},
    listCameraEventTypes: {},
  }) satisfies Partial<Record<EndpointName, AskedFor>>;

/** Everything else: accounts, fuel, vehicles, areas, reports and forms. */
const fleet = (ids: Ids) =>
  ({
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
    listVehicleFuel: { query: { vehicleId: DEMO.vehicleId } },
    listFuelTypes: {},
    assignFuelTransaction: { ...ids('recordId'), body: { vehicleId: '100003' } },

    listVehicles: {},
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
    createArea: { body: { name: 'Contract', ...CIRCLE } },
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
  }) satisfies Partial<Record<EndpointName, AskedFor>>;

/**
 * One valid request for every row of the catalogue: a row without one does not compile.
 */
export function requestsFor(links: Links): Record<EndpointName, AskedFor> {
  const known = { ...DEMO, driverId: links.driverId };
  const ids: Ids = (...names) => ({
    params: Object.fromEntries(names.map((name) => [name, known[name]])),
  });
  return { ...platformAndDevices(ids, links), ...fleet(ids) };
}

/** Every write, in an order in which each finds the state that it needs. */
export const WRITE_ORDER = [
  'createVehicle',
  'updateVehicle',
  'archiveVehicle',
  'restoreVehicle',
  'calibrateOdometer',
  'unsetDriver',
  'setDriver',
  'createDevice',
  'updateDevice',
  'uninstallDevice',
  'archiveDevice',
  'restoreDevice',
  'installDevice',
  'installSensor',
  'createUser',
  'updateUser',
  'archiveUser',
  'restoreUser',
  'createClientUser',
  'updateClientUser',
  'assignFuelTransaction',
  'createArea',
  'updateArea',
  'archiveArea',
  'restoreArea',
  'deleteArea',
  'createAreaGroup',
  'updateAreaGroup',
  'archiveAreaGroup',
  'restoreAreaGroup',
  'deleteAreaGroup',
  'createScheduledReport',
  'updateScheduledReport',
  'deleteScheduledReport',
  'restoreScheduledReport',
] as const satisfies readonly WriteName[];

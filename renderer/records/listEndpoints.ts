import type { Catalogue, Entity, ReadName } from '../bridge.ts';

/** Endpoints whose answer is one kind of record, by that kind. */
type ListName<E extends Entity> = {
  [N in ReadName]: Catalogue[N]['mirror'] extends { as: 'scan'; entity: E } ? N : never;
}[ReadName];

/** The list behind each kind of record: where its refusal shows. */
export const listEndpoints: { readonly [E in Entity]: ListName<E> } = {
  vehicle: 'listVehicles',
  vehicleType: 'listVehicleTypes',
  driver: 'listDrivers',
  user: 'listUsers',
  client: 'listClients',
  reseller: 'listResellers',
  device: 'listDevices',
  vendor: 'listVendors',
  sensor: 'listSensors',
  cameraEvent: 'listCameraEvents',
  cameraEventType: 'listCameraEventTypes',
  area: 'listAreas',
  areaGroup: 'listAreaGroups',
  fuelTransaction: 'listFuelTransactions',
  fuelType: 'listFuelTypes',
  scheduledReport: 'listScheduledReports',
  form: 'listForms',
  role: 'listRoles',
  plan: 'listPlans',
  timezone: 'listTimezones',
  theme: 'listThemes',
  language: 'listLanguages',
};

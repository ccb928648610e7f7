export { nearestAddress } from './address.ts';
export { createFleet } from './fleet.ts';
export { townGeoJson } from './geojson.ts';
export { companyName, personName, vehicleNames } from './names.ts';
export { createNetwork, findPath, positionOnPath } from './route.ts';
export type { Path, Spot, StreetNetwork } from './route.ts';
export { createTown } from './town.ts';
export type * from './types.ts';

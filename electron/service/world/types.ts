import type { FeatureCollection, Geometry } from 'geojson';
import type { LatLng } from '../../../shared/rules/geo.ts';

/** How a street is driven and drawn. */
export type StreetClass = 'motorway' | 'arterial' | 'street';

/** A crossing, bend of names or dead end of the street graph. `id` is its index. */
export interface TownNode extends LatLng {
  readonly id: number;
}

/** A piece of street between two nodes, driven in both directions. `id` is its index. */
export interface TownEdge {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly class: StreetClass;
  readonly name: string;
  readonly lengthM: number;
  readonly speedKmh: number;
  /** From the `from` node to the `to` node, both included. */
  readonly points: readonly LatLng[];
}

/** A closed ring (first position not repeated) with a name. */
export interface TownArea {
  readonly name: string;
  readonly ring: readonly LatLng[];
}

export interface TownDistrict extends TownArea {
  /** Where the name is written. */
  readonly label: LatLng;
}

export interface TownRiver {
  readonly name: string;
  readonly widthM: number;
  readonly line: readonly LatLng[];
}

/** A yard of the fleet, in the industrial estate. Vehicles park along its streets. */
export interface TownDepot extends LatLng {
  readonly name: string;
  readonly address: string;
}

export interface Town {
  readonly seed: string;
  readonly name: string;
  readonly centre: LatLng;
  readonly bounds: {
    readonly south: number;
    readonly west: number;
    readonly north: number;
    readonly east: number;
  };
  /** Fixed offset of the town's clock from UTC (the town has no summer time). */
  readonly utcOffsetMinutes: number;
  readonly nodes: readonly TownNode[];
  readonly edges: readonly TownEdge[];
  readonly rivers: readonly TownRiver[];
  readonly lakes: readonly TownArea[];
  readonly parks: readonly TownArea[];
  readonly industrial: readonly TownArea[];
  readonly districts: readonly TownDistrict[];
  readonly depots: readonly TownDepot[];
}

export type TownFeatureKind =
  | 'water'
  | 'river'
  | 'park'
  | 'industrial'
  | 'street'
  | 'arterial'
  | 'motorway'
  | 'district'
  | 'place';

export interface TownFeatureProperties {
  readonly kind: TownFeatureKind;
  readonly name?: string;
}

export type TownGeoJson = FeatureCollection<Geometry, TownFeatureProperties>;

export interface TownAddress {
  readonly street: string;
  /** Undefined on motorways. */
  readonly houseNumber?: number;
  readonly district: string;
  readonly town: string;
  /** The whole address on one line. */
  readonly text: string;
}

export type VehicleStatus = 'driving' | 'idling' | 'stopped' | 'offline';

/** What has happened since the town's local midnight. */
export interface VehicleToday {
  readonly distanceM: number;
  readonly durationS: number;
  readonly idleDurationS: number;
  /** Distance over driving time; 0 when it has not driven. */
  readonly avgSpeedKmh: number;
}

export interface VehicleState extends LatLng {
  readonly status: VehicleStatus;
  /** Degrees clockwise from north, 0 ≤ heading < 360. */
  readonly headingDeg: number;
  readonly speedKmh: number;
  /** When the position was reported; hours or days old for a vehicle that is offline. */
  readonly lastLoggedAtMs: number;
  readonly odometerM: number;
  readonly engineHoursS: number;
  /** Only vehicles with a tank sensor. */
  readonly fuelL?: number;
  readonly today: VehicleToday;
}

export type TripType = 'driving' | 'idle' | 'stopped';

export interface TripPoint extends LatLng {
  readonly tsMs: number;
  readonly speedKmh: number;
}

export interface Trip {
  /** Stable: the same drive, idle or stop has the same id whatever range is asked for. */
  readonly id: string;
  readonly type: TripType;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceM: number;
  readonly durationS: number;
  readonly avgSpeedKmh: number;
  readonly maxSpeedKmh: number;
  readonly start: LatLng;
  readonly finish: LatLng;
  /** Only when asked for. */
  readonly coordinates?: readonly TripPoint[];
}

export interface Fleet {
  readonly count: number;
  /** Index into `town.depots` of the vehicle's home yard. */
  homeDepot(vehicle: number): number;
  /** State at a time (ms since the epoch). Throws RangeError for a vehicle that does not exist. */
  vehicleAt(vehicle: number, tMs: number): VehicleState;
  /**
   * Drives, idles and stops of a range, in order, without gaps or overlaps, the first and the
   * last cut at the ends of the range (ask up to the present to see the running one so far).
   */
  tripsBetween(
    vehicle: number,
    fromMs: number,
    toMs: number,
    options?: { readonly coordinates?: boolean },
  ): Trip[];
}

export interface VehicleNames {
  readonly regNo: string;
  readonly vin: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly imei: string;
  readonly label: string;
}

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
}

import { drawFrom, hashInts, hashText } from './random.ts';
import { driveLeg } from './leg.ts';
import type { Leg, LegSummary } from './leg.ts';
import type { Point } from './plane.ts';
import { createRecent } from './recent.ts';
import { distance } from './plane.ts';
import { createNetwork, pathFrom, positionOnEdge, waysTo } from './route.ts';
import type { Spot, StreetNetwork, WaysTo } from './route.ts';
import type { Town } from './types.ts';

const CUSTOMERS = 110;
const BAYS_PER_DEPOT = 8;
/** Bays lie along the streets within this distance of a depot. */
const YARD_M = 300;
/** Each way is driven in so many manners. */
export const MOODS = 2;
const CACHED_LEGS = 3000;
const CACHED_SUMMARIES = 30_000;

/** Where the fleet goes: customers first, then the parking bays of the depots. */
export interface Places {
  readonly network: StreetNetwork;
  readonly customers: number;
  spot(place: number): Spot;
  /** The place that is bay number `bay` (any number) of a depot. */
  bayOf(depot: number, bay: number): number;
  /** Metres between two places as the crow flies. */
  apartM(a: number, b: number): number;
  /** Customers, nearest to the given one first. */
  customersNear(place: number): number[];
  /** The drive between two different places; the same `mood` gives the same drive. */
  leg(from: number, to: number, mood: number): Leg;
  /** The same drive without its way: far smaller, so that far more of them are remembered. */
  legSummary(from: number, to: number, mood: number): LegSummary;
}

const placesBySeed = new WeakMap<Town, Map<string, Places>>();

/** The places of a town: one for all services over it, since working out their ways takes a second. */
export function placesOf(town: Town, seed: string): Places {
  const ofTown = placesBySeed.get(town) ?? new Map<string, Places>();
  placesBySeed.set(town, ofTown);
  const places = ofTown.get(seed) ?? createPlaces(town, seed);
  ofTown.set(seed, places);
  return places;
}

function createPlaces(town: Town, seed: string): Places {
  const network = createNetwork(town);
  const base = hashText(`places:${seed}`);
  const draw = drawFrom(base);
  const taken = new Set<number>();
  const spots: Spot[] = [];
  const add = (edge: number, fraction: number): void => {
    taken.add(edge);
    spots.push({ edge, offsetM: (network.edges[edge]?.lengthM ?? 0) * fraction });
  };
  while (spots.length < CUSTOMERS) {
    const edge = draw.integer(0, network.edges.length - 1);
    const street = network.edges[edge];
    if (street === undefined || street.class === 'motorway') continue;
    // In a very small town customers may share a street, but never a spot.
    if (taken.has(edge) && taken.size < network.edges.length / 2) continue;
    add(edge, draw.between(0.15, 0.85));
  }
  for (const depot of town.depots) {
    const centre = network.projection.toPoint(depot);
    const near = network.edges
      .map((street, edge) => ({ street, edge, away: distance(middleOf(network, edge), centre) }))
      .filter(({ street }) => street.class === 'street')
      .sort((a, b) => a.away - b.away);
    const yard = near.filter(({ away }, i) => away < YARD_M || i < 2);
    for (let bay = 0; bay < BAYS_PER_DEPOT; bay += 1) {
      const street = yard[bay % yard.length];
      if (street !== undefined) add(street.edge, draw.between(0.05, 0.95));
    }
  }
  const spot = (place: number): Spot => {
    const found = spots[place];
    if (found === undefined) throw new RangeError(`No place ${place}`);
    return found;
  };
  const points = spots.map((s) => positionOnEdge(network, s.edge, s.offsetM));
  const point = (place: number): Point => points[place] ?? { x: 0, y: 0 };
  const ways = new Map<number, WaysTo>();
  const legs = createRecent<number, Leg>(CACHED_LEGS);
  const summaries = createRecent<number, LegSummary>(CACHED_SUMMARIES);
  const keyOf = (from: number, to: number, mood: number): number =>
    (from * spots.length + to) * MOODS + mood;
  const leg = (from: number, to: number, mood: number): Leg =>
    legs.get(keyOf(from, to, mood), () => {
      let known = ways.get(to);
      if (known === undefined) {
        known = waysTo(network, spot(to));
        ways.set(to, known);
      }
      const path = pathFrom(network, spot(from), known);
      return driveLeg(network, path, hashInts(base, from, to, mood));
    });
  return {
    network,
    customers: CUSTOMERS,
    spot,
    bayOf: (depot, bay) => CUSTOMERS + depot * BAYS_PER_DEPOT + (bay % BAYS_PER_DEPOT),
    apartM: (a, b) => distance(point(a), point(b)),
    customersNear(place) {
      const at = point(place);
      return points
        .slice(0, CUSTOMERS)
        .map((p, i) => ({ i, away: distance(p, at) }))
        .sort((a, b) => a.away - b.away)
        .map(({ i }) => i);
    },
    leg,
    legSummary: (from, to, mood) =>
      summaries.get(keyOf(from, to, mood), () => {
        const { lengthM, durationS, waits } = leg(from, to, mood);
        return { lengthM, durationS, waits };
      }),
  };
}

const middleOf = (network: StreetNetwork, edge: number): Point =>
  positionOnEdge(network, edge, (network.edges[edge]?.lengthM ?? 0) / 2);

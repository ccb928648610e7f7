import { fractionOf, hashInts } from './random.ts';
import { headingOnEdge } from './route.ts';
import type { Path, StreetNetwork } from './route.ts';

const ACCELERATION_MS2 = 1.4;
const BRAKING_MS2 = 1.8;
/** Halts from this length on count as idling of their own, shorter ones belong to the drive. */
export const IDLE_FROM_S = 90;

/**
 * Stretches of constant acceleration, four numbers each: seconds and metres at the start, speed
 * there (m/s) and acceleration (m/s²). A flat array, because a fleet has a million of them.
 */
type Phases = Float64Array;
const PHASE = 4;

/** What a timetable needs to know of a drive. */
export interface LegSummary {
  readonly lengthM: number;
  readonly durationS: number;
  /** Waits of at least `IDLE_FROM_S` (queues, level crossings) on the way. */
  readonly waits: readonly {
    readonly atS: number;
    readonly atM: number;
    readonly durationS: number;
  }[];
}

/** One drive along a path: how far it has come at each moment. */
export interface Leg extends LegSummary {
  readonly path: Path;
  readonly phases: Phases;
}

/**
 * Drives a path: never faster than about the limit, slower round corners, halting at some
 * crossings, with a driver's acceleration. `seed` decides temper, red lights and queues.
 */
export function driveLeg(network: StreetNetwork, path: Path, seed: number): Leg {
  const { limits, corners, haltsS } = plan(network, path, seed);
  const phases = new Float64Array(path.steps.length * 4 * PHASE);
  let used = 0;
  const waits: { atS: number; atM: number; durationS: number }[] = [];
  let atS = 0;
  let atM = 0;
  const push = (speedMs: number, accelerationMs2: number, durationS: number): void => {
    if (durationS <= 1e-6) return;
    phases[used] = atS;
    phases[used + 1] = atM;
    phases[used + 2] = speedMs;
    phases[used + 3] = accelerationMs2;
    used += PHASE;
    atS += durationS;
    atM += speedMs * durationS + (accelerationMs2 * durationS * durationS) / 2;
  };
  let doneM = 0;
  path.steps.forEach((step, i) => {
    const haltS = haltsS[i] ?? 0;
    if (haltS >= IDLE_FROM_S) waits.push({ atS, atM, durationS: haltS });
    push(0, 0, haltS);
    const lengthM = Math.abs(step.endM - step.startM);
    const inMs = corners[i] ?? 0;
    const outMs = corners[i + 1] ?? 0;
    const peakMs = Math.min(
      limits[i] ?? 0,
      Math.sqrt(
        (2 * ACCELERATION_MS2 * BRAKING_MS2 * lengthM +
          BRAKING_MS2 * inMs * inMs +
          ACCELERATION_MS2 * outMs * outMs) /
          (ACCELERATION_MS2 + BRAKING_MS2),
      ),
    );
    const gainM = (peakMs * peakMs - inMs * inMs) / (2 * ACCELERATION_MS2);
    const brakeM = (peakMs * peakMs - outMs * outMs) / (2 * BRAKING_MS2);
    push(inMs, ACCELERATION_MS2, (peakMs - inMs) / ACCELERATION_MS2);
    push(peakMs, 0, Math.max(0, lengthM - gainM - brakeM) / peakMs);
    push(peakMs, -BRAKING_MS2, (peakMs - outMs) / BRAKING_MS2);
    doneM += lengthM;
    atM = doneM;
  });
  return { path, lengthM: path.lengthM, durationS: atS, phases: phases.slice(0, used), waits };
}

/** Speed limit of each step, speed at each joint, and seconds waited before each step. */
function plan(
  network: StreetNetwork,
  path: Path,
  seed: number,
): { limits: number[]; corners: number[]; haltsS: number[] } {
  const limits: number[] = [];
  const corners: number[] = [0];
  const haltsS: number[] = [0];
  const draw = (i: number, salt: number): number => fractionOf(hashInts(seed, i, salt));
  const queueAt = draw(0, 9) < 0.16 ? 1 + Math.floor(draw(0, 10) * (path.steps.length - 1)) : -1;
  path.steps.forEach((step, i) => {
    const edge = network.edges[step.edge];
    limits.push((edge?.speedMs ?? 8) * (0.82 + 0.2 * draw(step.edge, 1)));
    const before = path.steps[i - 1];
    if (before === undefined) return;
    const turnDeg = turnBetween(network, before, step);
    const light = isMain(network, before.edge) || isMain(network, step.edge);
    const halts = light && draw(i, 2) < (turnDeg > 40 ? 0.4 : 0.1);
    const haltS = i === queueAt ? 120 + 240 * draw(i, 3) : halts ? 6 + 40 * draw(i, 4) : 0;
    haltsS.push(haltS);
    const cornerMs = haltS > 0 ? 0 : turnDeg > 60 ? 4 : turnDeg > 30 ? 7 : Infinity;
    corners.push(Math.min(cornerMs, limits[i - 1] ?? 0, limits[i] ?? 0));
  });
  corners.push(0);
  path.steps.forEach((step, i) => {
    const lengthM = Math.abs(step.endM - step.startM);
    const reach = Math.sqrt((corners[i] ?? 0) ** 2 + 2 * ACCELERATION_MS2 * lengthM);
    corners[i + 1] = Math.min(corners[i + 1] ?? 0, reach);
  });
  for (let i = path.steps.length - 1; i >= 0; i -= 1) {
    const step = path.steps[i];
    if (step === undefined) continue;
    const lengthM = Math.abs(step.endM - step.startM);
    const reach = Math.sqrt((corners[i + 1] ?? 0) ** 2 + 2 * BRAKING_MS2 * lengthM);
    corners[i] = Math.min(corners[i] ?? 0, reach);
  }
  return { limits, corners, haltsS };
}

function turnBetween(
  network: StreetNetwork,
  before: Path['steps'][number],
  after: Path['steps'][number],
): number {
  const a = headingOnEdge(network, before.edge, before.endM, before.endM < before.startM);
  const b = headingOnEdge(network, after.edge, after.startM, after.endM < after.startM);
  return Math.abs(((b - a + 540) % 360) - 180);
}

const isMain = (network: StreetNetwork, edge: number): boolean =>
  network.edges[edge]?.class === 'arterial';

/** Metres driven and speed (m/s) a number of seconds after the start, clamped to the ends. */
export function motionAt(leg: Leg, s: number): { distanceM: number; speedMs: number } {
  if (s >= leg.durationS) return { distanceM: leg.lengthM, speedMs: 0 };
  if (s <= 0) return { distanceM: 0, speedMs: 0 };
  const { phases } = leg;
  let low = 0;
  let high = phases.length / PHASE - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((phases[middle * PHASE] ?? Infinity) <= s) low = middle;
    else high = middle - 1;
  }
  const i = low * PHASE;
  const dt = s - (phases[i] ?? 0);
  const atM = phases[i + 1] ?? 0;
  const speedMs = phases[i + 2] ?? 0;
  const accelerationMs2 = phases[i + 3] ?? 0;
  // Rounding may carry a phase a hair beyond the next one's start: distance never goes back.
  const ceilingM = phases[i + PHASE + 1] ?? leg.lengthM;
  return {
    distanceM: Math.min(ceilingM, atM + speedMs * dt + (accelerationMs2 * dt * dt) / 2),
    speedMs: Math.max(0, speedMs + accelerationMs2 * dt),
  };
}

/** The highest speed (m/s) between two moments of a leg. Speeds peak where phases meet. */
export function topSpeedMs(leg: Leg, fromS: number, toS: number): number {
  let top = Math.max(motionAt(leg, fromS).speedMs, motionAt(leg, toS).speedMs);
  for (let i = 0; i < leg.phases.length; i += PHASE) {
    const atS = leg.phases[i] ?? 0;
    if (atS > fromS && atS < toS) top = Math.max(top, leg.phases[i + 2] ?? 0);
  }
  return top;
}

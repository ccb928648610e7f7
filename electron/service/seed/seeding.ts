import type { DemoAccount } from '../credentials.ts';
import type { NewRow, Store } from '../store.ts';
import { drawFrom, hashText, type Draw } from '../world/random.ts';
import type { Fleet, Town } from '../world/index.ts';

export const DAY_MS = 24 * 3600 * 1000;
export const HOUR_MS = 3600 * 1000;

/** What the parts of the seed work with. Everything follows from the seed text and `nowMs`. */
export interface Seeding {
  readonly store: Store;
  readonly seedText: string;
  /** Vehicles of the main client. */
  readonly vehicles: number;
  readonly accounts: readonly DemoAccount[];
  readonly town: Town;
  readonly fleet: Fleet;
  readonly nowMs: number;
  /** A stream of numbers of its own for each label. */
  draw(label: string): Draw;
  /** ISO text of an instant before now. */
  ago(ms: number): string;
  insert(row: Omit<NewRow, 'updated'>): void;
}

export type SeedInput = Omit<Seeding, 'draw' | 'ago' | 'insert'>;

export function createSeeding(input: SeedInput): Seeding {
  const { store, seedText, nowMs } = input;
  return {
    ...input,
    draw: (label) => drawFrom(hashText(`${seedText}/${label}`)),
    ago: (ms) => new Date(nowMs - ms).toISOString(),
    insert: (row) => store.insert({ ...row, updated: changedAt(row.doc) ?? nowMs }),
  };
}

/** When a record says that it was changed, ms since the epoch; undefined where it does not say. */
function changedAt(doc: string): number | undefined {
  const at = Date.parse(/"updatedAt":"([^"]*)"/.exec(doc)?.[1] ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** One of the five client accounts, as the parts of the seed need it. */
export interface Tenant {
  readonly client: string;
  readonly clientId: number;
  readonly reseller: string;
  readonly name: string;
  readonly team: Record<string, unknown>;
  /** Index of its first simulated vehicle, and how many it has. */
  readonly firstSim: number;
  readonly vehicles: number;
}

/**
 * The record with members spelled by hand: what tenants really send, and JSON.stringify never
 * would (`1.10`, digits beyond 2^53, an own `__proto__`).
 */
export function withRaw(record: object, members: string): string {
  const text = JSON.stringify(record);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}

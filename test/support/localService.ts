import { fail, ok } from '../../shared/result.ts';
import type { LocalService } from '../../electron/core/ports.ts';
import {
  createService,
  type RunningService,
  type ServiceOptions,
} from '../../electron/service/createService.ts';
import { createTown } from '../../electron/service/world/index.ts';
import type { Town } from '../../electron/service/world/index.ts';
import type { TownGeoJson } from '../../electron/service/world/types.ts';

/** The embedded service in this process, so that a test can look into it, kill and revive it. */
export interface TestService extends LocalService {
  /** The running one; throws while it is down. */
  running(): RunningService;
  /** Ends it: connections break and its port is closed. */
  kill(): Promise<void>;
  /** Starts it again over the same data on another port. */
  revive(): Promise<void>;
}

let town: Town | undefined;

/** The town of the demo, laid out once for all services of a test file. */
export function demoTown(): Town {
  return (town ??= createTown('waybill'));
}

/** What a service draws of its town. */
type Ground = 'whole' | 'withoutStreets';

/** The ground without streets, by the whole one: laid out once, as the town is. */
const bare = new Map<string, string>();

/**
 * The ground of the town without its small streets, which are nine tenths of it: drawn in software
 * they cost as much as all else on a map.
 */
function withoutStreets(basemap: string): string {
  const known = bare.get(basemap);
  if (known !== undefined) return known;
  const { features, ...rest } = JSON.parse(basemap) as TownGeoJson;
  const left = features.filter(({ properties }) => properties.kind !== 'street');
  const text = JSON.stringify({ ...rest, features: left });
  bare.set(basemap, text);
  return text;
}

/** Starts an embedded service whose clock is the system's unless told. */
export async function startTestService({
  ground = 'whole',
  ...options
}: Partial<ServiceOptions> & { dataDir: string; ground?: Ground }): Promise<TestService> {
  const listeners = new Set<() => void>();
  const launch = (): Promise<RunningService> =>
    createService({
      port: 0,
      seed: 'demo',
      clock: () => Date.now(),
      town: demoTown(),
      ...options,
    });
  let service: RunningService | null = await launch();

  return {
    running() {
      if (service === null) throw new Error('The service is down');
      return service;
    },
    async start() {
      if (service === null) {
        return fail({ kind: 'offline', code: 'local.down', message: 'The service is down.' });
      }
      const { workspaceId, baseUrl, email, password } = service;
      const basemap = ground === 'whole' ? service.basemap : withoutStreets(service.basemap);
      return ok({ workspaceId, baseUrl, email, password, basemap });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // What it serves is the test's own, which looks into it afterwards.
    remove: () => Promise.resolve(ok({})),
    async kill() {
      const ended = service;
      service = null;
      await ended?.close();
      for (const listener of listeners) listener();
    },
    async revive() {
      service ??= await launch();
      for (const listener of listeners) listener();
    },
    async close() {
      await service?.close();
      service = null;
    },
  };
}

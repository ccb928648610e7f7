import { testPorts } from '../sync/support.ts';
import { onTestFinished } from 'vitest';
import { createGround } from '../../../electron/core/ground/createGround.ts';
import type { Ground } from '../../../electron/core/ground/ground.ts';
import { createPacks } from '../../../electron/core/packs/createPacks.ts';
import type { Packs } from '../../../electron/core/packs/packs.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { Http, Ports } from '../../../electron/core/ports.ts';
import type { Pack, PackPart, PackWish } from '../../../shared/ipc/packs.ts';
import { ok } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import { collecting, passing, type Collected } from '../answers/support.ts';
import { freshFolder } from '../db/support.ts';

/** Packs over a real store, a real ground and a service of the test's own. */

export interface PacksUnderTest extends Collected {
  packs: Packs;
  ground: Ground;
  folder: string;
  /** Files that were handed to the person, the latest last. */
  saved: { fileName: string; bytes: Uint8Array }[];
  /** Ends the packs and opens them anew, as after a restart. */
  restart(store?: Store): Promise<void>;
  /** The only pack, once it fits. */
  untilPack(fits: (pack: Pack) => boolean): Promise<Pack>;
}

export interface PacksOptions {
  tenant?: string;
  http?: Http;
  /** Whether map servers may be asked. */
  mayAsk?: boolean;
}

export async function openPacks({
  tenant = '1',
  http,
  mayAsk = false,
}: PacksOptions = {}): Promise<PacksUnderTest> {
  const folder = freshFolder();
  const under = await collecting();
  const { context, collector, clock } = under;
  const saved: PacksUnderTest['saved'] = [];
  const ports: Ports = {
    ...context.ports,
    http: http ?? testPorts(clock).http,
    files: {
      ...context.ports.files,
      async save(fileName, _type, bytes) {
        saved.push({ fileName, bytes });
        return ok({ outcome: 'file', href: null, fileName });
      },
    },
  };
  const ground = createGround(
    {
      ...{ ports, emit: context.emit },
      tenantOptions: () => Promise.resolve(null),
      serviceIsLocal: () => false,
      mayAsk: () => mayAsk,
    },
    folder,
  );
  const identity = { ...context.identity, tenant };
  const parts = { ...context, identity, ports, collector, ground };
  const begin = (store: Store): Packs => {
    const packs = createPacks({ ...parts, store }, folder);
    packs.start();
    return packs;
  };
  const opened: PacksUnderTest = {
    ...{ ...under, ground, folder, saved, packs: begin(context.store) },
    async restart(store = context.store) {
      await opened.packs.close();
      opened.packs = begin(store);
    },
    async untilPack(fits) {
      const only = async (): Promise<Pack | undefined> => (await opened.packs.list())[0];
      const pack = await passing(clock, only, (now) => now !== undefined && fits(now));
      if (pack === undefined) throw new Error('There is no pack.');
      return pack;
    },
  };
  collector.start();
  onTestFinished(async () => {
    await opened.packs.close();
    await ground.close();
  });
  return opened;
}

export const wishing = (wish: Partial<PackWish>): PackWish => ({
  ...{
    name: 'Yard',
    answers: [],
    withPdf: false,
    withFiles: false,
    lists: [],
    chosen: [],
    routes: null,
    regions: [],
  },
  ...wish,
});
export const partOf = (
  { parts }: { parts: PackPart[] },
  is: PackPart['is'],
): PackPart | undefined => parts.find((part) => part.is === is);
export const isDone = ({ state }: Pack): boolean => state === 'done';

/** Gives vehicles and their routes; counts what is asked for. */
export function routesOf(under: Collected, refused: AppError | null = null): string[] {
  const asked: string[] = [];
  const { service } = under;
  const body = service.body.bind(service);
  service.body = async (name, options) => {
    if (name !== 'listRoutes') return body(name, options);
    asked.push(`${options?.params?.['vehicleId'] ?? ''} ${String(options?.query?.['dateFrom'])}`);
    if (refused !== null) return { ok: false, error: refused };
    const bytes = Buffer.from('[{"points":[]}]');
    return { ok: true, value: { status: 200, headers: {}, bytes, places: [''] } };
  };
  return asked;
}

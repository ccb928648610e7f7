import { createSync } from '../../electron/core/sync/createSync.ts';
import type { Store } from '../../electron/core/database.ts';
import type { Entity } from '../../shared/model/entity.ts';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { accountOver, clientOf, openMirror, valueOf } from './account.ts';
import { answerTexts, areaTexts, fuelTexts } from './fleetData.ts';
import { timed } from './figure.ts';
import { vehiclesOf } from './queue.ts';
import { VEHICLES, type Source } from './source.ts';

/** How much a mirror holds. */
export interface Sizes {
  vehicles: number;
  areas: number;
  fuel: number;
  answers: number;
}

const ROWS_PER_WRITE = 250;

async function add(store: Store, entity: Entity, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += ROWS_PER_WRITE) {
    const text = `[${texts.slice(from, from + ROWS_PER_WRITE).join(',')}]`;
    valueOf(await store.write('records.ingest', { entity, text, path: '$', readAt: Date.now() }));
  }
}

/**
 * Fills a mirror: everything that the service lists, then what it has too little of.
 *
 * @returns how long the scan took, ms
 */
export async function fillMirror(
  folder: string,
  file: string,
  source: Source,
  sizes: Sizes,
): Promise<number> {
  const store = await openMirror(file);
  const account = accountOver(folder, store, (ports) =>
    clientOf(ports, source.baseUrl, source.token),
  );
  // The service makes each page once, at a price that grows with the list and is not the mirror's.
  await source.download(VEHICLES, defaultProfile.pageSize);
  const sync = createSync(account);
  // Lists that this account is refused are no failure of the bench.
  const { ms } = await timed(() => sync.scan());
  await sync.close();
  account.disconnect();
  const vehicleIds = [...vehiclesOf(file).keys()];
  if (vehicleIds.length < sizes.vehicles) throw new Error('The scan did not bring all vehicles');
  await add(store, 'area', areaTexts(sizes.areas));
  await add(store, 'fuelTransaction', fuelTexts(sizes.fuel, vehicleIds));
  for (const { id, text } of answerTexts(sizes.answers)) {
    const params = JSON.stringify({ answerId: id });
    valueOf(
      await store.write('documents.put', {
        ...{ key: `getAnswer ${params} {}`, endpoint: 'getAnswer', params, query: '{}' },
        ...{ text, path: '$', readAt: Date.now() },
      }),
    );
  }
  await store.close();
  return ms;
}

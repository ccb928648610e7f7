import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { ReadingContext } from './accountContext.ts';
import type { AccountPorts } from './ports.ts';

/** Where the town of the local workspace is kept for starts without its service. */
const BASEMAP_KEY = 'local workspace: basemap';

/** GeoJSON of the generated town: from the running service, else as it was kept. */
export async function basemapOf(
  context: ReadingContext,
  ports: AccountPorts,
): Promise<Result<string | null>> {
  const saved = await context.store.read('documents.get', { key: BASEMAP_KEY });
  // The service is not started for its map: one that was stopped stays stopped.
  if (saved !== null && context.connection.current().state !== 'online') return ok(saved.json);
  const service = await ports.localService.start();
  if (!service.ok) return saved === null ? service : ok(saved.json);
  const stored = await context.store.write('documents.put', {
    key: BASEMAP_KEY,
    endpoint: 'basemap',
    params: '{}',
    query: '{}',
    text: service.value.basemap,
    path: '$',
    readAt: ports.clock.now(),
  });
  return stored.ok ? ok(stored.value.json) : ok(service.value.basemap);
}

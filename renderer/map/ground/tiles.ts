import { AJAXError, addProtocol } from 'maplibre-gl';
import { call } from '../../bridge.ts';
import type { Result } from '../../bridge.ts';
import { ground } from '../../state/ground.svelte.ts';
import { GROUND_SCHEME } from './style.ts';

/**
 * Tiles by calls to the core: the page itself asks no server and reads no file. A map that is moved
 * quickly asks for more than can be answered; what is no longer in sight is left out.
 */

/** Calls under way at once; the core takes more, but not only tiles. */
const MOST_CALLS = 12;

const waiting: (() => void)[] = [];
let underWay = 0;

async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (underWay >= MOST_CALLS) await new Promise<void>((resolve) => waiting.push(resolve));
  underWay += 1;
  try {
    return await act();
  } finally {
    underWay -= 1;
    waiting.shift()?.();
  }
}

const ADDRESS = new RegExp(`^${GROUND_SCHEME}://([\\w-]+)/([^/]+)/(\\d+)/(\\d+)/(\\d+)$`);

type Tile = Result<{ bytes: Uint8Array<ArrayBuffer> | null }>;

async function readTile(url: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const [, id = '', version = '', z, x, y] = ADDRESS.exec(url) ?? [];
  const answer = await inTurn<Tile | null>(() =>
    signal.aborted
      ? Promise.resolve(null)
      : call('ground.tile', { id, z: Number(z), x: Number(x), y: Number(y) }),
  );
  if (answer === null) return null;
  if (answer.ok) return answer.value.bytes;
  ground.tileFailed(`${id}/${version}`, answer.error);
  return null;
}

let added = false;

/** Teaches MapLibre the scheme, once for all maps. */
export function serveTiles(): void {
  if (added) return;
  added = true;
  addProtocol(GROUND_SCHEME, async ({ url, type }, { signal }) => {
    const bytes = await readTile(url, signal);
    if (bytes !== null) return { data: Uint8Array.from(bytes).buffer };
    // Without one an emptiness is drawn; of pictures a coarser one, as for a server that has none.
    if (type === 'image') throw new AJAXError(404, '', url, new Blob());
    return { data: new ArrayBuffer(0) };
  });
}

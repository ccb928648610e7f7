import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { sameOrigin } from '../api/url.ts';
import type { Http, HttpReply } from '../ports.ts';
import { unpack } from './archive/unpack.ts';
import { tileContent } from './tileContent.ts';

/**
 * One tile from a server. Nothing of the session goes with it: no token, no cookie, no address of
 * the desk; a server that sends on to another one is not followed.
 */

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_UNPACKED_BYTES = 12 * 1024 * 1024;
const IDLE_MS = 15_000;
const TOTAL_MS = 60_000;
const MOST_REDIRECTS = 3;

export interface Fetched {
  /** Null where the server has no tile there; `same` where it is as it was. */
  tile: Uint8Array | 'same' | null;
  etag: string;
}

const SAFE = 'What was fetched before is still drawn; elsewhere the built-in map stays.';

function failure(
  kind: AppError['kind'],
  code: string,
  message: string,
  next: AppError['next'] = 'none',
): Result<never> {
  return fail({ kind, code, message, safe: SAFE, next });
}

/** What an answer without a tile means; null for one with a tile. */
function refusal(status: number): Result<Fetched> | null {
  if (status === 200) return null;
  if (status === 304) return ok({ tile: 'same', etag: '' });
  // Nothing there: most servers have no tiles of the open sea.
  if (status === 204 || status === 404 || status === 410) return ok({ tile: null, etag: '' });
  if (status === 401 || status === 403) {
    return failure(
      'denied',
      'ground.denied',
      'The map server refuses its tiles. Its address may need a key.',
    );
  }
  if (status === 429) {
    return failure(
      'offline',
      'ground.busy',
      'The map server asks to be left alone for a while.',
      'retry',
    );
  }
  if (status >= 500) {
    return failure('offline', 'ground.server', `The map server failed (${status}).`, 'retry');
  }
  return failure(
    'server',
    'ground.answer',
    `The map server answered with ${status} instead of a tile.`,
  );
}

async function contentOf(
  { body, headers }: HttpReply,
  tiles: 'vector' | 'raster',
): Promise<Result<Fetched>> {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = packed ? await unpack(body, 'gzip', MOST_UNPACKED_BYTES) : body;
  if (bytes === null || (bytes.byteLength > 0 && tileContent(bytes, tiles) === null)) {
    const wanted = tiles === 'vector' ? 'vector tiles' : 'pictures';
    return failure('server', 'ground.content', `What the map server sends are no ${wanted}.`);
  }
  return ok({
    tile: bytes.byteLength === 0 ? null : new Uint8Array(bytes),
    etag: (headers['etag'] ?? '').slice(0, 200),
  });
}

/**
 * Errors: `offline` (`ground.unreachable`, `ground.busy`, `ground.server`) where it may be tried again;
 * `denied`; `server` (`ground.redirect`, `ground.tooLarge`, `ground.content`, `ground.answer`).
 *
 * @param etag of the tile that is here; empty for none
 */
export async function fetchTile(
  http: Http,
  asked: { url: string; tiles: 'vector' | 'raster'; etag: string; version: string },
  signal?: AbortSignal,
): Promise<Result<Fetched>> {
  let url = new URL(asked.url);
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const sent = await http.send({
      ...{ method: 'GET', url: url.href, purpose: 'read', maxBytes: MOST_BYTES },
      headers: {
        accept: asked.tiles === 'vector' ? 'application/x-protobuf, */*;q=0.5' : 'image/*',
        'user-agent': `Waybill/${asked.version}`,
        ...(asked.etag === '' ? {} : { 'if-none-match': asked.etag }),
      },
      ...{ idleTimeoutMs: IDLE_MS, totalTimeoutMs: TOTAL_MS },
      ...(signal === undefined ? {} : { signal }),
    });
    if (!sent.ok) {
      return sent.failure.why === 'tooLarge'
        ? failure('server', 'ground.tooLarge', 'The map server sends more than any tile holds.')
        : failure(
            'offline',
            'ground.unreachable',
            'The map server can’t be reached.',
            'waitForNetwork',
          );
    }
    const { status, headers } = sent.reply;
    const to = headers['location'];
    if (status >= 300 && status < 400 && status !== 304 && to !== undefined) {
      const next = URL.canParse(to, url.href) ? new URL(to, url.href) : null;
      if (next === null || !sameOrigin(next, url)) {
        return failure(
          'server',
          'ground.redirect',
          'The map server sends on to another server. Use the address of that one if you trust it.',
        );
      }
      url = next;
      continue;
    }
    return refusal(status) ?? contentOf(sent.reply, asked.tiles);
  }
  return failure('server', 'ground.redirect', 'The map server sends on and on.');
}

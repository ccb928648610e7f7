import type http from 'node:http';
import type { Transform } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import zlib from 'node:zlib';
import type { HttpFailure } from '../ports.ts';

const JOIN_BYTES = 4 * 1024 * 1024;

/** From here on a body waits for its turn: large ones come in one after the other. */
const LARGE_BYTES = 4 * 1024 * 1024;

function sizeText(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes < megabyte ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / megabyte)} MB`;
}

/** Collects a body, decoding it where the service compressed it, up to a cap. */
export function collect(
  response: http.IncomingMessage,
  maxBytes: number,
  progress: () => void,
  /** Called once the body turns out to be large, with what goes on when it may. */
  wait: (goOn: () => void) => void,
  done: (outcome: { body: Uint8Array } | { failure: HttpFailure }) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let received = 0;
  const broken = (error: Error): void =>
    done({ failure: { why: 'broken', detail: describe(error) } });
  const decoder = decoderFor(response.headers['content-encoding']);
  const source = decoder === null ? response : response.pipe(decoder);
  const tooLarge = (): void => {
    response.destroy();
    decoder?.destroy();
    done({
      failure: { why: 'tooLarge', detail: `more than ${sizeText(maxBytes)}` },
    });
  };
  response.on('error', broken);
  decoder?.on('error', (error) => {
    // Of nothing nothing can be unpacked: some services name a compression of empty answers too.
    if (received === 0 && response.complete) done({ body: new Uint8Array() });
    else broken(error);
  });
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    progress();
  });
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge();
  source.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) return tooLarge();
    chunks.push(chunk);
    if (size <= LARGE_BYTES || size - chunk.length > LARGE_BYTES) return;
    source.pause();
    wait(() => source.resume());
  });
  response.on('close', () => {
    if (!response.complete) broken(new Error('the answer was cut off'));
  });
  source.on('end', () => {
    const conclude = (): void => void joined(chunks, size).then((body) => done({ body }));
    if (response.complete) return conclude();
    // What was packed is over before the answer is: the rest of it is nothing.
    if (decoder !== null) response.unpipe(decoder);
    response.once('end', conclude).resume();
  });
}

/** Joins chunks a few megabytes at a time: large bodies must not hold the event loop. */
async function joined(chunks: readonly Buffer[], size: number): Promise<Uint8Array> {
  const body = Buffer.allocUnsafe(size);
  let at = 0;
  let pauseAt = JOIN_BYTES;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
    if (at >= pauseAt) {
      pauseAt = at + JOIN_BYTES;
      await breathe();
    }
  }
  return body;
}

function decoderFor(encoding: string | undefined): Transform | null {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}

/** Words for people and logs: an error code, never an address with its query. */
export function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name was not found';
    case 'ECONNREFUSED':
      return 'nothing answers there';
    case 'ECONNRESET':
      return 'the connection was reset';
    case 'ERR_PROXY_TUNNEL':
      return 'the proxy on the way refuses it';
    case '':
      return error.message;
    default:
      if (code.startsWith('HPE_')) return `what came back is not HTTP, ${code}`;
      return code.startsWith('Z_') ? `it could not be unpacked, ${code}` : code;
  }
}

import type { Found } from './found.ts';
import type { AreaFile } from './read.ts';
import type { Asked, Message } from './worker.ts';
import workerUrl from './worker.ts?worker&url';

/**
 * Reads a file of areas in a worker of its own, which ends with it; the desk goes on meanwhile.
 *
 * @param signal ends it before it is done: then it never answers
 */
export function readBeside(
  fileName: string,
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<AreaFile> {
  if (signal.aborted) return Promise.resolve({ ok: false, reason: 'unknown' });
  const worker = new Worker(workerUrl, { type: 'module', name: 'areas' });
  const found: Found[] = [];
  return new Promise((resolve) => {
    const end = (result: AreaFile): void => {
      worker.terminate();
      resolve(result);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    // Whatever stops it, the file was none that can be read.
    worker.onerror = () => end({ ok: false, reason: 'unknown' });
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('found' in data) {
        for (const one of data.found) found.push(one);
        return;
      }
      const { reason } = data.ended;
      end(reason === null ? { ok: true, found } : { ok: false, reason });
    };
    const asked: Asked = { fileName, bytes };
    worker.postMessage(asked, [bytes]);
  });
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ok } from '../../shared/result.ts';
import type { Files } from '../core/ports.ts';
import type { AppFile } from '../shell/protocol.ts';

const MOST_WAITING = 20;

/** The `Files` port of the headless host: files wait under an unguessable path of its own origin. */
export function createDownloads(
  dataDir: string,
): Files & { lookUp(path: string): AppFile | undefined } {
  const waiting = new Map<string, AppFile>();
  return {
    save(fileName, type, bytes) {
      const href = `/download/${randomUUID()}`;
      waiting.set(href, { bytes: new Uint8Array(bytes), type, downloadAs: fileName });
      for (const oldest of waiting.keys()) {
        if (waiting.size <= MOST_WAITING) break;
        waiting.delete(oldest);
      }
      return Promise.resolve(ok({ outcome: 'download' as const, href, fileName }));
    },
    // A browser can choose no folder for a program: exports lie beside the data, and say where.
    folder: () => Promise.resolve(ok(path.join(dataDir, 'exports'))),
    lookUp: (name) => waiting.get(name),
  };
}

import type { Found } from './found.ts';
import { parts } from './parts.ts';
import { readAreaFile } from './read.ts';
import type { AreaFile, Refusal } from './read.ts';

/** Reads files of areas beside the desk, and hands over what it found piece by piece. */

/** What the worker is asked. */
export interface Asked {
  readonly fileName: string;
  readonly bytes: ArrayBuffer;
}
/** What it answers: areas as often as it takes, then how it ended. */
export type Message =
  { readonly found: readonly Found[] } | { readonly ended: { readonly reason: Refusal | null } };

self.onmessage = async ({ data }: MessageEvent<Asked>): Promise<void> => {
  const tell = (message: Message): void => self.postMessage(message);
  const result: AreaFile = await readAreaFile(data.fileName, new Uint8Array(data.bytes));
  if (result.ok) for (const found of parts(result.found)) tell({ found });
  tell({ ended: { reason: result.ok ? null : result.reason } });
};

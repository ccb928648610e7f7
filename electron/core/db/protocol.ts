import type { Recovery } from '../../../shared/ipc/recovery.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { Written } from './runner.ts';

/** Messages between the store and its workers. */

export interface WorkerStart {
  file: string;
  role: 'writer' | 'reader';
  /** Of the writer: see `OpenWriterOptions`. */
  nowMs: number;
  damaged: boolean;
}

/** What an opening tells: what was recovered, where anything had to be. */
export interface Opened {
  recovery: Recovery | null;
}

export type Request =
  /** First message: the reader loads its code while the writer makes the database ready. */
  | { do: 'open' }
  | { id: number; do: 'run'; name: string; input: unknown }
  | { id: number; do: 'close' };

export type Reply =
  /** First answer: whether the database could be opened. */
  | { is: 'opened'; result: Result<Opened> }
  | { is: 'read'; id: number; value: unknown; tookMs: number }
  | { is: 'written'; id: number; result: Result<Written>; tookMs: number }
  | { is: 'closed'; id: number }
  /** The computer failed while what comes after the rows was built. */
  | { is: 'stepFailed'; error: AppError }
  /** The computer failed while it was read. */
  | { is: 'failed'; id: number; error: AppError }
  /** A bug: the message of the exception, for the log. */
  | { is: 'thrown'; id: number; message: string };

/** Moving is worth it from here on, and never touches the pool that small buffers share. */
const MOVED_BYTES = 64 * 1024;

/** What is moved rather than copied between threads: the large `bytes` of an input or an answer. */
export function movedWith(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return [];
  const { bytes } = value;
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < MOVED_BYTES) return [];
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? [buffer] : [];
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../electron/core/database.ts';
import type { OpenOptions } from '../../../electron/core/db/store.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { Result } from '../../../shared/result.ts';

/** The value of a result that has to be one. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The error code of a result that has to be an error. */
export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'it worked' : result.error.code;
}

/** A folder that is gone after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store of its own for the test, closed after it. */
export async function freshStore(options: Partial<OpenOptions> = {}): Promise<Store> {
  const file = options.file ?? (options.mode === 'thread' ? undefined : ':memory:');
  const store = valueOf(
    await openStore({
      mode: 'inline',
      ...options,
      file: file ?? path.join(freshFolder(), 'mirror.db'),
    }),
  );
  onTestFinished(() => store.close());
  return store;
}

/** Puts rows into the mirror as a page of a list. */
export async function ingest(
  store: Store,
  entity: Entity,
  rows: readonly (object | string)[],
  readAt = 1000,
): Promise<void> {
  const texts = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  valueOf(
    await store.write('records.ingest', {
      entity,
      text: `[${texts.join(',')}]`,
      path: '$',
      readAt,
    }),
  );
}

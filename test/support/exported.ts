import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Manifest } from '../../electron/core/exports/manifest.ts';

/** What an export has written, looked at. */

/** An answer to the form “Yard check”. */
export const answerOf = (id: string, values: unknown): string =>
  JSON.stringify({
    id,
    formName: 'Yard check',
    createdAt: '2026-03-05T16:20:00Z',
    vehicle: { id: 4, regNo: 'WB 4' },
    values,
  });

export function manifestIn(at: string): Manifest {
  return JSON.parse(readFileSync(path.join(at, 'manifest.json'), 'utf8')) as Manifest;
}

/** Files of an export by their paths in it, without its manifest. */
export function filesIn(at: string): string[] {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('manifest.'))
    .map((entry) => path.relative(at, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The manifest of an export, once what it says of each file is true. */
export function expectTrue(at: string): Manifest {
  const manifest = manifestIn(at);
  const named = new Set(manifest.rows.flatMap(({ file }) => (file === null ? [] : [file])));
  expect([...named].sort()).toEqual(filesIn(at).filter((name) => !/\.(csv|xlsx)$/.test(name)));
  for (const { file, sha256, sizeBytes } of manifest.rows) {
    if (file === null) continue;
    const bytes = readFileSync(path.join(at, file));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(bytes.byteLength).toBe(sizeBytes);
  }
  return manifest;
}

import { mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCopies, type CopyKind } from '../../electron/core/copies.ts';
import { fail, ok } from '../../shared/result.ts';
import { codeOf, valueOf } from './db/support.ts';

const refused = fail({ kind: 'local', code: 'test.refused', message: 'Refused.' });
const KIND: CopyKind = {
  ...{ ending: 'waybill', fallback: 'File', check: () => ok(null) },
  ...{ gone: refused, busy: refused, more: refused, truncated: refused },
};
const random = { uuid: () => crypto.randomUUID(), fraction: () => 0.5 };

describe('copies of large files', () => {
  it('that begin while what an earlier run left is cleaned away are left alone', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-copies-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'earlier.waybill.part'), 'x');
    await writeFile(path.join(folder, 'unneeded.waybill'), 'x');
    await writeFile(path.join(folder, 'needed.waybill'), 'x');
    const copies = createCopies(folder, random, KIND);
    const { copy } = valueOf(await copies.begin('Yard.waybill', 1));
    valueOf(await copies.add(copy, Uint8Array.of(1)));
    await copies.clean((name) => name === 'needed');
    const ended = valueOf(await copies.end(copy));
    await copies.clean((name) => name === 'needed');
    expect(await readdir(folder)).toEqual([path.basename(ended.file), 'needed.waybill'].sort());
    await copies.close();
  });

  it('have all of a part that the disk did not take at once, and leave nothing where it fails', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-copies-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const probe = await open(path.join(folder, 'probe'), 'w');
    await probe.close();
    await rm(path.join(folder, 'probe'));
    const ofHandles = Object.getPrototypeOf(probe) as FileHandle;
    const write = vi.spyOn(ofHandles, 'write');
    const sync = vi.spyOn(ofHandles, 'sync');
    onTestFinished(() => {
      write.mockRestore();
      sync.mockRestore();
    });
    write.mockImplementationOnce(async () => ({ bytesWritten: 0, buffer: '' }));
    const copies = createCopies(folder, random, KIND);
    const { copy } = valueOf(await copies.begin('Yard.waybill', 4));
    valueOf(await copies.add(copy, Uint8Array.of(1, 2, 3, 4)));
    const ended = valueOf(await copies.end(copy));
    expect([...(await readFile(ended.file))]).toEqual([1, 2, 3, 4]);

    const other = valueOf(await copies.begin('Yard.waybill', 1));
    valueOf(await copies.add(other.copy, Uint8Array.of(1)));
    sync.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(codeOf(await copies.end(other.copy))).toBe('disk.full');
    expect(await readdir(folder)).toEqual([path.basename(ended.file)]);
  });
});

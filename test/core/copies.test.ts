import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCopies, type CopyKind } from '../../electron/core/copies.ts';
import { fail, ok } from '../../shared/result.ts';
import { valueOf } from './db/support.ts';

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
});

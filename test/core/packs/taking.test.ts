import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../db/support.ts';
import { copyIn, madeBefore } from './filesSupport.ts';
import { openPacks } from './support.ts';

describe('the file of a field pack that was looked through', () => {
  it('is taken once where that is asked for twice, and again after the list could not be saved', async () => {
    const { bytes } = await madeBefore();
    const to = await openPacks();
    const copy = valueOf(await copyIn(to, bytes));
    valueOf(await to.packs.examineFile(copy));
    const list = path.join(to.folder, 'packs.json');
    await mkdir(list);
    expect((await to.packs.takeFile(copy)).ok).toBe(false);
    await rmdir(list);
    const both = await Promise.all([to.packs.takeFile(copy), to.packs.takeFile(copy)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.flatMap((one) => (one.ok ? [] : [one.error.code]))).toEqual(['packs.noCopy']);
    expect(await to.packs.list()).toHaveLength(1);
  });
});

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createAttachments } from '../../../electron/core/attachments/attachments.ts';
import { searchWithoutSignature } from '../../../shared/rules/fileAddress.ts';
import { collecting } from '../answers/support.ts';
import { freshFolder, valueOf } from '../db/support.ts';
import { copyIn } from '../packs/filesSupport.ts';
import { isDone, openPacks, wishing } from '../packs/support.ts';

const SERVICE = 'https://fleet.example';
/** One pixel, and another. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7 a report');
const nobody = () => Promise.reject(new Error('Nobody else is asked.'));
const answer = (...links: string[]): string => JSON.stringify({ id: 1, values: { links } });
/** A photo as its address is signed at one reading. */
const signed = (at: number): string =>
  `${SERVICE}/photos/77.png?expires=${String(1_795_773_000 + at)}&signature=ab${String(at)}`;

test.each([
  ['/photos/77.png?expires=1&signature=ab', ''],
  ['/photos/77.png?sig=3', ''],
  ['/photos/77?token=abc&w=200', '?w=200'],
  ['/photos/77.png?v=2', '?v=2'],
  ['/bucket/a/photo.jpg?X-Amz-Date=1&X-Amz-Expires=9&X-Amz-Signature=f&X-Amz-Credential=k', ''],
  ['/bucket/photo.jpg?GoogleAccessId=a&Expires=1&Signature=b', ''],
  ['/box/photo.jpg?sv=2024&sr=b&se=2026&sp=r&sig=x%3D', ''],
  ['/download/file?id=7&expires=1&signature=ab', '?id=7'],
  ['/download/file?id=7', '?id=7'],
  // Behind a path that gives any file, what lets in may be what it is called by.
  ['/download/file?token=abc', '?token=abc'],
  ['/files/view?signature=12', '?signature=12'],
  ['/files/image.png?hash=abc', '?hash=abc'],
  ['/photos/77.png?%73ig=1&a=%20b&&', '?a=%20b&&'],
  ['/photos/77.png', ''],
  ['/photos/77.png?%E0%A4%A=1', '?%E0%A4%A=1'],
])('of %s counts %s', (address, search) => {
  expect(searchWithoutSignature(new URL(address, SERVICE))).toBe(search);
});

describe('a file whose address is signed anew at each reading', () => {
  it('is here by each of its addresses, is fetched once and stays where files are cleared away', async () => {
    const { context, service } = await collecting();
    const files = createAttachments(context, freshFolder(), nobody);
    service.files.set(signed(1), PNG);
    expect(await files.fetch(answer(signed(1)), { again: false })).toEqual({ had: 1, failed: [] });
    expect(await files.fetch(answer(signed(2)), { again: false })).toEqual({ had: 1, failed: [] });
    expect(Object.keys(await files.picturesOf(answer(signed(2))))).toEqual([signed(2)]);
    expect((await files.among([signed(3)])).count).toBe(1);
    expect(valueOf(await files.clear([signed(3)], 10))).toEqual({ bytes: 0, left: 0 });
    expect((await files.here(signed(2)))?.bytes.byteLength).toBe(PNG.byteLength);
  });

  it('never stands for another one that the same path gives', async () => {
    const { context, service } = await collecting();
    const files = createAttachments(context, freshFolder(), nobody);
    const [seven, eight] = [7, 8].map((id) => `${SERVICE}/files/file?id=${String(id)}`);
    service.files.set(seven ?? '', PNG);
    await files.fetch(answer(seven ?? ''), { again: false });
    expect(await files.here(eight ?? '')).toBeNull();
    service.files.set(eight ?? '', PDF);
    await files.fetch(answer(eight ?? ''), { again: false });
    expect((await files.here(seven ?? ''))?.is).toBe('picture');
    expect((await files.here(eight ?? ''))?.is).toBe('pdf');
  });

  it('is found where an earlier version kept it, by its signed address', async () => {
    const { context } = await collecting();
    const folder = freshFolder();
    const { pathname, search } = new URL(signed(1));
    const name = createHash('sha256').update(`${pathname}${search}`).digest('hex');
    await mkdir(path.join(folder, 'attachments'));
    await writeFile(path.join(folder, 'attachments', name), PNG);
    const files = createAttachments(context, folder, nobody);
    expect((await files.here(signed(1)))?.is).toBe('picture');
    expect((await files.among([signed(1)])).count).toBe(1);
    expect(valueOf(await files.clear([signed(1)], 10))).toEqual({ bytes: 0, left: 0 });
  });

  it('goes along in the file of a pack, and is on the other computer by its next address too', async () => {
    const from = await openPacks();
    from.service.answers.set('1', answer(signed(1)));
    from.service.files.set(signed(1), PNG);
    valueOf(await from.packs.make(wishing({ answers: ['1'], withFiles: true })));
    const { id } = await from.untilPack(isDone);
    // It was opened once more since, with a network.
    const params = '{"answerId":"1"}';
    const read = {
      endpoint: 'getAnswer',
      params,
      query: '{}',
      path: '$',
      readAt: from.clock.now(),
    };
    const text = answer(signed(2));
    valueOf(
      await from.context.store.write('documents.put', {
        ...{ ...read, key: `getAnswer ${params}`, text },
      }),
    );
    valueOf(await from.packs.saveFile(id));
    const to = await openPacks();
    const copy = valueOf(await copyIn(to, from.saved.at(-1)?.bytes ?? PNG));
    valueOf(await to.packs.examineFile(copy));
    valueOf(await to.packs.takeFile(copy));
    expect((await to.context.attachments.here(signed(2)))?.is).toBe('picture');
    expect((await to.context.attachments.here(signed(3)))?.is).toBe('picture');
  });
});

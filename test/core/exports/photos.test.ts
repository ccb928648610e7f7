import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { picture } from '../../support/answers.ts';
import { answerOf, expectTrue } from '../../support/exported.ts';
import { keep } from '../../support/exporting.ts';
import { exportingHere } from './typesetting.ts';

/** Photos of answers as files, over the real database and the real typesetter. */

const here = exportingHere();

describe('an export of photos', () => {
  test('brings photos whole that no document draws, and says of others why they are not there', async () => {
    const small = Buffer.from(picture(8, 8, () => [1, 2, 3]).split(',')[1] ?? '', 'base64');
    const huge = Buffer.from(small);
    huge.writeUInt32BE(9_000, 16);
    huge.writeUInt32BE(9_000, 20);
    const jpeg = Buffer.from('ffd8ffc0000b080008000801011100ffda0008010100003f00', 'hex');
    const address = (bytes: Buffer, kind = 'png') =>
      `data:image/${kind};base64,${bytes.toString('base64')}`;
    await keep(
      here.desk.store,
      '7',
      answerOf('7', {
        huge: address(huge),
        torn: address(small.subarray(0, small.length - 12)),
        broken: address(jpeg, 'jpeg'),
        phone: address(Buffer.from('....ftypavif'), 'avif'),
        other: address(Buffer.from('....ftypheic'), 'heic'),
        words: address(Buffer.from('no picture')),
      }),
    );
    await keep(here.desk.store, '8', answerOf('8', { note: 'nothing to see' }));
    const job = await here.desk.exported(['7', '8'], { from: 'none', photos: true });
    expect(job).toMatchObject({ state: 'done', count: 2, done: 2, failed: 1 });
    const manifest = expectTrue(job.path);
    expect(
      manifest.rows.map(({ kind, notes, failure }) => [kind, ...notes, failure?.message]),
    ).toEqual([
      ['photo', undefined],
      ['photo', 'Picture of “Torn”: it is damaged.', undefined],
      ['photo', 'Picture of “Broken”: it is damaged.', undefined],
      ['photo', undefined],
      ['photo', 'Picture of “Other”: HEIC can’t be drawn.'],
      ['photo', 'Picture of “Words”: it is no picture.'],
    ]);
    const bytesOf = (at: number) =>
      readFileSync(path.join(job.path, manifest.rows[at]?.file ?? 'none'));
    expect(bytesOf(0).equals(huge)).toBe(true);
    expect(bytesOf(3).toString()).toBe('....ftypavif');
    expect(manifest.rows[3]?.file).toMatch(/Phone 7 1-4\.avif$/);
    expect(manifest.rows[4]).toMatchObject({ file: null, failure: { code: 'export.photo' } });
  });

  test('names each photo that is not on this computer, and each file that is none, with its question', async () => {
    const [found, gone] = ['https://a.example/files/here.png', 'https://a.example/files/gone.jpg'];
    const [report, far] = ['https://a.example/files/a.pdf', 'https://b.example/photos/4'];
    const values = {
      ...{ front: found, damage: [{ side: 'left', photo: gone }], report },
      ...{ photo_far: far, signature: 'https://a.example/signatures/1.png' },
      certificate: `data:application/pdf;base64,${btoa('%PDF-1.7')}`,
    };
    here.desk.beside = { [found]: picture(8, 8, () => [1, 2, 3]) };
    here.desk.documents[report] = {
      ...{ is: 'pdf', extension: 'pdf', url: report, bytes: new Uint8Array(8), readAt: 1 },
    };
    await keep(here.desk.store, '7', answerOf('7', values));
    const job = await here.desk.exported(['7'], { from: 'none', photos: true });
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 });
    expect(expectTrue(job.path).files).toBe(1);
    expect(here.desk.exporter.failures(job.id)?.map(({ why }) => why)).toEqual([
      'Picture of “Damage”: it is not on this computer.',
      'Picture of “Report”: it is no picture, but a file (application/pdf).',
      'Picture of “Photo far”: it is not on this computer.',
      'Picture of “Certificate”: it is no picture, but a file (application/pdf).',
    ]);
    const words = await here.desk.exported(['7'], { from: 'none', photos: true, language: 'de' });
    expect(here.desk.exporter.failures(words.id)?.[0]?.why).toBe(
      'Bild zu „Damage“: es ist nicht auf diesem Computer.',
    );
  });
});

import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { createAttachments } from '../../../electron/core/attachments/attachments.ts';
import { recordFileHandlers } from '../../../electron/core/handlers/answerFiles.ts';
import { picturesOf } from '../../../electron/core/forms/document/photos.ts';
import { fileLinksIn, withFiles } from '../../../shared/rules/answerFiles.ts';
import { collecting, done, type Collected } from '../answers/support.ts';
import { fail } from '../../../shared/result.ts';
import { freshFolder, ingest, valueOf } from '../db/support.ts';
import { copyIn } from '../packs/filesSupport.ts';
import { isDone, openPacks, wishing } from '../packs/support.ts';

/** Pictures and documents that lie beside answers at the same service. */

const SERVICE = 'https://fleet.example';
const PHOTO = `${SERVICE}/attachments/41.jpg`;
const REPORT = `${SERVICE}/files/report?v=2`;
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7 a report');
const answer = (id: number, ...links: string[]): string =>
  JSON.stringify({ id, formId: 7, values: { links } });

/** A picture that says it measures so many pixels on each side. */
function measuring(pixels: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(pixels, 16);
  bytes.writeUInt32BE(pixels, 20);
  return bytes;
}

async function started(): Promise<Collected> {
  const under = await collecting();
  under.collector.start();
  return under;
}
/** Files are written meanwhile: time passes until nothing waits. */
async function fetched({ clock, collector }: Collected): Promise<void> {
  await expect
    .poll(async () => {
      clock.advance(250);
      return done(await collector.current());
    })
    .toBe(true);
}

describe('files beside an answer', () => {
  it('are those of its own service that look like files, and no other address', () => {
    const links = [
      ...[PHOTO, REPORT, 'https://elsewhere.example/attachments/1.jpg'],
      ...[`${SERVICE}/logout`, `${SERVICE}/vehicles/1/archive`, 'http://fleet.example/files/1.png'],
      ...[`https://user@fleet.example/files/2.png`, `${SERVICE}:8443/files/3.png`, 'https://'],
    ];
    const json = `{"${SERVICE}/files/key.png":1,"links":${JSON.stringify(links).replaceAll('/', '\\/')}}`;
    expect(fileLinksIn(json, `${SERVICE}/api`)).toEqual([PHOTO, REPORT]);
    expect(fileLinksIn(json, '')).toEqual([]);
    const shown = JSON.parse(withFiles(json, { [PHOTO]: 'data:image/png;base64,AA==' })) as object;
    expect(shown).toEqual({
      [`${SERVICE}/files/key.png`]: 1,
      links: ['data:image/png;base64,AA==', ...links.slice(1)],
    });
    expect(withFiles(json, {})).toBe(json);
  });

  it('are fetched with the answer where that is wished, once, and are here without a network', async () => {
    const under = await started();
    const { attachments } = under.context;
    const json = answer(1, PHOTO, REPORT, 'https://elsewhere.example/files/1.png');
    under.service.answers.set('1', json);
    under.service.answers.set('2', answer(2, PHOTO));
    under.service.files.set(PHOTO, PNG);
    under.service.files.set(REPORT, PDF);
    const want = (withFiles: boolean) =>
      under.calls['answers.want']({ source: { is: 'text', text: '1 2' }, withFiles });
    await want(false);
    await fetched(under);
    expect(under.service.requests.filter((one) => one.startsWith('file'))).toEqual([]);
    expect(valueOf(await under.calls['answers.files']({ answerId: '1' }))).toEqual({
      ...{ pictures: {}, documents: [], absent: [PHOTO, REPORT] },
      elsewhere: [{ host: 'elsewhere.example', urls: ['https://elsewhere.example/files/1.png'] }],
    });
    await want(true);
    await fetched(under);
    const asked = under.service.requests.filter((one) => one.startsWith('file'));
    expect(asked.sort()).toEqual([`file ${PHOTO}`, `file ${REPORT}`]);
    under.allow(false);
    const told = valueOf(await under.calls['answers.files']({ answerId: '1' }));
    expect(told).toMatchObject({
      documents: [{ url: REPORT, sizeBytes: PDF.byteLength }],
      absent: [],
    });
    const src = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(told.pictures).toEqual({ [PHOTO]: src });
    expect((await attachments.here(PHOTO))?.readAt).toBeGreaterThan(0);
    // Into documents and among exported photos they come as if they stood in the answer.
    const files = await attachments.picturesOf(json);
    const source = { answerId: '1', answerJson: json, formJson: null, readAt: 1, files };
    expect(
      picturesOf(source).map(({ file }) => Buffer.from(file?.bytes ?? []).equals(PNG)),
    ).toEqual([true]);
    expect(picturesOf({ ...source, files: {} })).toEqual([]);
  });

  it('beside a camera event are fetched by a wish, from its own service alone, and stay here', async () => {
    const under = await started();
    const calls = recordFileHandlers(() => under.context as AccountContext);
    const foreign = 'https://video.example/events/9/media/front.jpg';
    const media = [{ camera: 'front', url: PHOTO }, { url: foreign }, { url: REPORT }];
    await ingest(under.context.store, 'cameraEvent', [{ id: 'ev-1', media }]);
    under.service.files.set(PHOTO, PNG);
    under.service.files.set(foreign, PNG);
    under.service.files.set(REPORT, Buffer.from('no recording'));
    const of = { entity: 'cameraEvent', id: 'ev-1' } as const;
    const elsewhere = [{ host: 'video.example', urls: [foreign] }];
    expect(valueOf(await calls['records.files'](of))).toEqual({
      ...{ pictures: {}, documents: [], absent: [PHOTO, REPORT], elsewhere },
    });
    expect(under.service.requests.filter((one) => one.startsWith('file'))).toEqual([]);
    const fetched = valueOf(await calls['records.fetchFiles'](of));
    expect(fetched).toMatchObject({ had: 1, failed: [{ url: REPORT }] });
    expect(under.service.requests.filter((one) => one.startsWith('file'))).toEqual([
      ...[`file ${PHOTO}`, `file ${REPORT}`],
    ]);
    under.allow(false);
    expect(valueOf(await calls['records.files'](of))).toEqual({
      pictures: { [PHOTO]: `data:image/png;base64,${PNG.toString('base64')}` },
      ...{ documents: [], absent: [REPORT], elsewhere },
    });
    const unknown = { entity: 'cameraEvent', id: 'none' } as const;
    expect(valueOf(await calls['records.fetchFiles'](unknown))).toEqual({ had: 0, failed: [] });
  });

  it('that can’t be had are told, and nothing is kept that is neither picture nor PDF', async () => {
    const under = await started();
    const html = `${SERVICE}/files/portal.pdf`;
    const gone = `${SERVICE}/files/gone.png`;
    const liar = `${SERVICE}/files/liar.png`;
    under.service.answers.set('1', answer(1, PHOTO, html, gone, liar));
    under.service.files.set(PHOTO, PNG);
    under.service.files.set(html, Buffer.from('<html>sign in</html>'));
    under.service.files.set(liar, measuring(0));
    await under.calls['answers.want']({ source: { is: 'text', text: '1' }, withFiles: true });
    await fetched(under);
    const failures = valueOf(await under.calls['answers.failures']({ offset: 0, limit: 10 }));
    expect(failures.rows).toMatchObject([
      {
        id: '1',
        error: {
          code: 'answers.filesMissing',
          message: expect.stringMatching(/^3 of its/) as string,
        },
      },
    ]);
    const told = valueOf(await under.calls['answers.files']({ answerId: '1' }));
    expect(Object.keys(told.pictures)).toEqual([PHOTO]);
    expect(told.absent).toEqual([html, gone, liar]);
    // One of them can be asked for by itself; what the answer does not name is not.
    const urls = [gone, `${SERVICE}/files/other.png`];
    const one = valueOf(await under.calls['answers.fetchFiles']({ answerId: '1', urls }));
    expect(one).toMatchObject({ had: 0, failed: [{ url: gone }] });
    const tried = valueOf(await under.calls['answers.fetchFiles']({ answerId: '1' }));
    expect(tried.failed.map(({ url, error }) => [url, error.code])).toEqual([
      [html, 'answers.noFile'],
      [gone, 'test.missing'],
      [liar, 'answers.noFile'],
    ]);
  });

  it('of one answer that are more than can be drawn at once are files to save', async () => {
    const under = await started();
    const urls = Array.from({ length: 5 }, (_url, at) => `${SERVICE}/photos/${at}.png`);
    // What follows its end belongs to no picture, and makes it as large as a file may be.
    const photo = Buffer.concat([PNG, Buffer.alloc(30 * 1024 * 1024)]);
    for (const url of urls) under.service.files.set(url, photo);
    under.service.answers.set('1', answer(1, ...urls));
    await under.calls['answers.want']({ source: { is: 'text', text: '1' }, withFiles: true });
    await fetched(under);
    const told = valueOf(await under.calls['answers.files']({ answerId: '1' }));
    expect(Object.keys(told.pictures)).toEqual(urls.slice(0, 4));
    expect(told).toMatchObject({ documents: [{ url: urls[4] }], absent: [] });
  });

  it('that are too large to be drawn are had as the camera made them', async () => {
    const under = await started();
    const json = answer(1, PHOTO);
    under.service.answers.set('1', json);
    under.service.files.set(PHOTO, measuring(9_000));
    await under.calls['answers.want']({ source: { is: 'text', text: '1' }, withFiles: true });
    await fetched(under);
    const files = await under.context.attachments.picturesOf(json);
    const source = { answerId: '1', answerJson: json, formJson: null, readAt: 1, files };
    expect(picturesOf(source)).toEqual([
      { label: 'Links', file: { extension: 'png', bytes: measuring(9_000) }, why: null },
    ]);
    const failures = valueOf(await under.calls['answers.failures']({ offset: 0, limit: 10 }));
    expect(failures.rows).toEqual([]);
  });

  it.each(['http.html', 'http.redirect'])(
    'with %s in the place of one are had without it, and hold up no other answer',
    async (code) => {
      const under = await started();
      const page = fail({ kind: 'server', code, message: 'Sign in first.' });
      const file = under.service.file.bind(under.service);
      under.service.file = (at) => (at === REPORT ? Promise.resolve(page) : file(at));
      for (const id of [1, 2]) under.service.answers.set(String(id), answer(id, PHOTO, REPORT));
      under.service.files.set(PHOTO, PNG);
      const began = under.clock.now();
      await under.calls['answers.want']({ source: { is: 'text', text: '1 2' }, withFiles: true });
      await fetched(under);
      expect(await under.collector.current()).toMatchObject({ failed: 2, held: null });
      expect(under.clock.now() - began).toBeLessThan(2_000);
      const { rows } = valueOf(await under.calls['answers.failures']({ offset: 0, limit: 10 }));
      expect(rows.map(({ error }) => error?.code)).toEqual(Array(2).fill('answers.filesMissing'));
      // Once the answers are here, they are asked for again before a page counts as one file's.
      under.service.asked.length = 0;
      const again = { source: { is: 'text', text: '1' } as const, withFiles: true };
      await under.calls['answers.want'](again);
      await fetched(under);
      expect(under.service.asked).toEqual(['1']);
      under.service.refused.set('1', page.error);
      await under.calls['answers.want'](again);
      const held = await under.until((now) => now.held !== null);
      expect(held).toMatchObject({ held: 'service', waiting: 1 });
    },
  );

  it('are handed out by the answer that names them alone', async () => {
    const under = await started();
    under.service.answers.set('1', answer(1, REPORT));
    under.service.answers.set('2', answer(2));
    under.service.files.set(REPORT, PDF);
    await under.calls['answers.want']({ source: { is: 'text', text: '1 2' }, withFiles: true });
    await fetched(under);
    const save = (answerId: string) => under.calls['answers.saveFile']({ answerId, url: REPORT });
    expect(await save('2')).toMatchObject({ error: { code: 'answers.noSuchFile' } });
    // The ports of this test save nothing: it came as far as them.
    expect(await save('1')).toMatchObject({ error: { code: 'test.none' } });
  });

  it('stay here under one name when the service’s address changes, and survive a new start', async () => {
    const under = await started();
    const folder = freshFolder();
    const nobody = () => Promise.reject(new Error('Nobody else is asked.'));
    const first = createAttachments(under.context, folder, nobody);
    under.service.files.set(PHOTO, PNG);
    expect(await first.fetch(answer(1, PHOTO), { again: false })).toEqual({ had: 1, failed: [] });
    const { connection } = under.context;
    const moved = () => ({ ...connection.current(), address: 'http://127.0.0.1:4711' });
    const context = { ...under.context, connection: { ...connection, current: moved } };
    const again = createAttachments(context, folder, nobody);
    expect((await again.here('http://127.0.0.1:4711/attachments/41.jpg'))?.is).toBe('picture');
    expect(await readdir(path.join(folder, 'attachments'))).toHaveLength(1);
  });

  it('make room for others, the oldest first, but for what packs hold and what was just written', async () => {
    const under = await started();
    const nobody = () => Promise.reject(new Error('Nobody else is asked.'));
    const files = createAttachments(under.context, freshFolder(), nobody, 3.5 * PNG.length);
    const [held, old, young, last] = ['held', 'old', 'young', 'last'].map(
      (name) => `/attachments/${name}.png`,
    ) as [string, string, string, string];
    files.hold(async () => [`${SERVICE}${held}`]);
    for (const [at, readAt] of [
      [held, 1_000],
      [young, 9_000],
      [old, 5_000],
      [last, 2_000],
    ] as const) {
      valueOf(await files.keepOld(at, PNG, readAt));
    }
    const isHere = async (at: string) => (await files.here(`${SERVICE}${at}`)) !== null;
    expect(await Promise.all([held, old, young, last].map(isHere))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('of packs stay where they take more than all may', async () => {
    const under = await started();
    const nobody = () => Promise.reject(new Error('Nobody else is asked.'));
    const files = createAttachments(under.context, freshFolder(), nobody, 1.5 * PNG.length);
    const all = [1, 2, 3].map((name) => `/attachments/${name}.png`);
    files.hold(async () => all.map((at) => `${SERVICE}${at}`));
    for (const at of all) valueOf(await files.keepOld(at, PNG, 1_000));
    expect((await files.stored()).count).toBe(3);
  });

  it('of several answers at once are all here, though others are cleared away meanwhile', async () => {
    const under = await started();
    const folder = freshFolder();
    await mkdir(path.join(folder, 'attachments'));
    for (let n = 0; n < 20; n += 1) {
      await writeFile(path.join(folder, 'attachments', `${String(n)}.part`), 'half of it');
    }
    const files = createAttachments(under.context, folder, () =>
      Promise.reject(new Error('None.')),
    );
    const links = Array.from({ length: 30 }, (_, n) => `${SERVICE}/files/${String(n)}.png`);
    for (const link of links) under.service.files.set(link, PNG);
    const fetched = [0, 1, 2].map((n) =>
      files.fetch(answer(n, ...links.slice(10 * n, 10 * n + 10)), { again: false }),
    );
    const all = { over: false };
    const ended = Promise.all(fetched).finally(() => (all.over = true));
    while (!all.over) valueOf(await files.clear(links, 9));
    for (const each of await ended) expect(each).toEqual({ had: 10, failed: [] });
    const names = await readdir(path.join(folder, 'attachments'));
    expect(names).toHaveLength(30);
    expect(await files.stored()).toMatchObject({ count: 30, bytes: 30 * PNG.byteLength });
  });

  it('that come once the account is closed leave nothing in a folder that may be removed by now', async () => {
    const under = await started();
    const folder = freshFolder();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let wasAborted = false;
    const files = createAttachments(under.context, folder, async (_url, signal) => {
      await promise;
      wasAborted = signal?.aborted === true;
      return { ok: true, value: PNG };
    });
    const link = 'https://elsewhere.example/attachments/1.png';
    const fetching = files.fetchElsewhere(answer(1, link), 'elsewhere.example');
    await files.close();
    resolve(undefined);
    expect(await fetching).toMatchObject({
      ...{ had: 0, failed: [{ url: link, error: { code: 'account.none' } }] },
    });
    expect(wasAborted).toBe(true);
    expect(existsSync(path.join(folder, 'attachments'))).toBe(false);
  });

  it('go along in the file of a pack, and are on the other computer', async () => {
    const from = await openPacks();
    from.service.answers.set('1', answer(1, PHOTO, REPORT));
    from.service.files.set(PHOTO, PNG);
    from.service.files.set(REPORT, PDF);
    valueOf(await from.packs.make(wishing({ answers: ['1'], withFiles: true })));
    await fetched(from);
    const { id } = await from.untilPack(isDone);
    valueOf(await from.packs.saveFile(id));
    const to = await openPacks();
    const copy = valueOf(await copyIn(to, from.saved.at(-1)?.bytes ?? PNG));
    const told = valueOf(await to.packs.examineFile(copy));
    expect(told.parts.find(({ is }) => is === 'files')).toMatchObject({ count: 2 });
    valueOf(await to.packs.takeFile(copy));
    const read = await from.context.attachments.here(PHOTO);
    expect(await to.context.attachments.here(PHOTO)).toEqual(read);
    expect((await to.context.attachments.here(REPORT))?.is).toBe('pdf');
    expect(to.service.requests).toEqual([]);
  });
});

import path from 'node:path';
import { rmSync, truncateSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { MOST_TRIES } from '../../../electron/core/answers/queue/fetches.ts';
import { AT_ONCE } from '../../../electron/core/answers/queue/passes.ts';
import type { Store } from '../../../electron/core/database.ts';
import {
  brokenOff,
  brokenService,
  busyService,
  collecting,
  done,
  give,
  unreachable,
} from './support.ts';
import type { Collected } from './support.ts';
import { codeOf, freshFolder, freshStore, ingest, valueOf } from '../db/support.ts';
import { errorOf } from '../sync/support.ts';

async function here(store: Store): Promise<string[]> {
  const { ids } = await store.read('answers.ids', { view: { sort: { field: 'createdAt' } } });
  return ids;
}

async function want(desk: Collected, ids: string[], more: object = {}): Promise<string> {
  return valueOf(await desk.calls['answers.wantIds']({ ids, ...more })).request;
}

describe('answers that were asked for', () => {
  it('are fetched in the background, a few at a time, and open at once', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 600_001, 12);
    desk.collector.start();
    await want(desk, [...ids, ids[0] ?? '']);
    expect(await desk.until(done)).toEqual({
      ...{ waiting: 0, had: 12, failed: 0, busy: 0, held: null },
    });
    expect(desk.service.mostOpen).toBe(AT_ONCE);
    expect(desk.service.asked).toHaveLength(12);
    expect((await here(desk.store)).sort()).toEqual(ids);
    const { rows, total } = valueOf(
      await desk.calls['answers.window']({ view: { text: 'note of 600007' }, offset: 0, limit: 5 }),
    );
    expect([total, rows[0]?.id, rows[0]?.match]).toEqual([
      1,
      '600007',
      { label: 'note', before: '', word: 'note', after: ' of 600007' },
    ]);
    const told = desk.events.filter(({ name }) => name === 'answers');
    expect(told.length).toBeGreaterThan(0);
  });

  it('are not asked for again when they are here, unless that is wished', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 3);
    desk.collector.start();
    await want(desk, ids);
    await desk.until(done);
    await want(desk, ids);
    await desk.until(done);
    expect(desk.service.asked).toHaveLength(3);
    await want(desk, ids, { again: true });
    await desk.until(done);
    expect(desk.service.asked).toHaveLength(6);
  });

  it('come with the service’s PDF where that is wished', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 2);
    desk.service.pdfs.add('1');
    desk.collector.start();
    await want(desk, ids, { withPdf: true });
    await desk.until(done);
    expect(await desk.store.read('pdfs.readAt', { answerId: '1' })).not.toBeNull();
    const { rows } = valueOf(await desk.calls['answers.failures']({ offset: 0, limit: 10 }));
    // The answer itself is here; what lacks is named.
    expect(rows.map(({ id, error }) => [id, error?.kind])).toEqual([['2', 'missing']]);
    expect(await here(desk.store)).toEqual(['1', '2']);
  });

  it('that can’t be had are listed with the reason, and tried again by a wish', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 3);
    desk.service.refused.set('2', errorOf('denied', 403));
    desk.collector.start();
    await want(desk, [...ids, 'gone']);
    expect(await desk.until(done)).toMatchObject({ had: 2, failed: 2 });
    const failures = valueOf(await desk.calls['answers.failures']({ offset: 0, limit: 10 }));
    expect(failures.rows.map(({ id, error }) => `${id} ${error?.kind ?? ''}`).sort()).toEqual([
      '2 denied',
      'gone missing',
    ]);
    desk.service.refused.clear();
    expect(valueOf(await desk.calls['answers.retry']({ ids: ['2'] }))).toEqual({ changed: 1 });
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 1 });
    expect(valueOf(await desk.calls['answers.putAway']({}))).toEqual({ changed: 1 });
    expect(valueOf(await desk.calls['answers.requests']({})).requests).toEqual([]);
    expect(await here(desk.store)).toEqual(['1', '2', '3']);
  });

  it('wait while the service asks to, and lose no try by it', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 4);
    desk.service.refused.set('*', busyService);
    desk.collector.start();
    await want(desk, ids);
    await desk.until(({ held }) => held === 'rateLimit');
    const asked = desk.service.asked.length;
    // Neither a hint nor a wish shortens it.
    desk.collector.wake();
    await want(desk, ids);
    expect(desk.service.asked).toHaveLength(asked);
    for (let minute = 0; minute < 20; minute += 1) {
      desk.clock.advance(60_000);
      await desk.collector.current();
    }
    // Longer and longer: a busy service is not asked all the time.
    expect(desk.service.asked.length - asked).toBeLessThan(20);
    desk.service.refused.clear();
    expect(await desk.until(done)).toMatchObject({ had: 4, failed: 0 });
  });

  it('of a service that fails are tried a few times, others first', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 4);
    desk.service.refused.set('1', brokenService);
    desk.collector.start();
    await want(desk, ids);
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 1 });
    expect(desk.service.asked.filter((id) => id === '1')).toHaveLength(MOST_TRIES);
    expect(desk.service.asked.at(-1)).toBe('1');
  });

  it('that break off are tried a few times, and hold up no other', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 4);
    desk.service.refused.set('1', brokenOff);
    desk.collector.start();
    await want(desk, ids);
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 1 });
    expect(desk.service.asked.filter((id) => id === '1')).toHaveLength(MOST_TRIES);
  });

  it('that nothing here can deal with fail at the second try, and hold up no other', async () => {
    const desk = await collecting();
    const { attachments } = desk.context;
    const linksOf = attachments.linksOf.bind(attachments);
    vi.spyOn(attachments, 'linksOf').mockImplementation((json) => {
      if (json.includes('note of 1"')) throw new RangeError('Maximum call stack size exceeded');
      return linksOf(json);
    });
    desk.collector.start();
    await want(desk, give(desk.service, 1, 4), { withFiles: true });
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 1, held: null });
    const { rows } = valueOf(await desk.calls['answers.failures']({ offset: 0, limit: 10 }));
    expect(rows.map(({ id, error }) => [id, error?.code])).toEqual([['1', 'ipc.bug']]);
  });

  it('without a PDF come with the files beside them', async () => {
    const desk = await collecting();
    const files = vi.spyOn(desk.context.attachments, 'fetch');
    desk.collector.start();
    await want(desk, give(desk.service, 1, 1), { withPdf: true, withFiles: true });
    expect(await desk.until(done)).toMatchObject({ failed: 1 });
    expect(files).toHaveBeenCalledOnce();
  });

  it('wait for the network and the sign-in', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 3);
    desk.allow(false);
    desk.collector.start();
    await want(desk, ids);
    expect(await desk.until(({ held }) => held !== null)).toMatchObject({ held: 'offline' });
    desk.clock.advance(3_600_000);
    expect(desk.service.asked).toEqual([]);
    desk.allow(true);
    expect(await desk.until(done)).toMatchObject({ had: 3 });
    // A connection that breaks on the way costs no try.
    desk.service.refused.set('*', unreachable);
    await want(desk, ids, { again: true });
    await desk.until(({ held }) => held === 'offline');
    desk.service.refused.clear();
    desk.collector.wake();
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 0 });
  });

  it('pause, go on and are given up by a wish', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 6);
    const waiting: (() => void)[] = [];
    desk.service.gate = () => new Promise((resolve) => waiting.push(resolve));
    desk.collector.start();
    const request = await want(desk, ids);
    await desk.until(({ busy }) => busy === AT_ONCE);
    valueOf(await desk.calls['answers.pause']({ request }));
    for (const resolve of waiting.splice(0)) resolve();
    expect(await desk.until(({ busy }) => busy === 0)).toMatchObject({ held: 'paused' });
    const asked = desk.service.asked.length;
    desk.clock.advance(600_000);
    expect(desk.service.asked).toHaveLength(asked);
    desk.service.gate = null;
    valueOf(await desk.calls['answers.resume']({}));
    expect(await desk.until(done)).toMatchObject({ had: 6 });

    desk.service.gate = () => new Promise((resolve) => waiting.push(resolve));
    const more = give(desk.service, 100, 5);
    await want(desk, more);
    await desk.until(({ busy }) => busy === AT_ONCE);
    valueOf(await desk.calls['answers.cancel']({}));
    for (const resolve of waiting.splice(0)) resolve();
    expect(await desk.until(({ busy }) => busy === 0)).toMatchObject({ waiting: 0, failed: 0 });
    expect(desk.service.asked.filter((id) => Number(id) >= 102)).toEqual([]);
    // What was fetched before stays.
    expect(await here(desk.store)).toEqual(expect.arrayContaining(ids));
  });

  it('go on after a restart where they were', async () => {
    const file = path.join(freshFolder(), 'mirror.db');
    const first = await collecting({ store: await freshStore({ file }) });
    const ids = give(first.service, 1, 5);
    first.service.refused.set('3', errorOf('missing', 404));
    first.service.refused.set('5', unreachable);
    first.collector.start();
    await want(first, ids);
    await first.until(({ had, failed }) => had === 3 && failed === 1);
    await first.collector.close();
    await first.store.close();
    const second = await collecting({ store: await freshStore({ file }) });
    give(second.service, 1, 5);
    second.collector.start();
    expect(await second.until(done)).toMatchObject({ had: 4, failed: 1 });
    expect(second.service.asked).toEqual(['5']);
  });

  it('are asked for anew when the database is lost, out of its journal', async () => {
    const file = path.join(freshFolder(), 'mirror.db');
    const first = await collecting({ store: await freshStore({ file }) });
    const ids = give(first.service, 1, 4);
    first.collector.start();
    await want(first, ids);
    await first.until(done);
    await first.collector.close();
    await first.store.close();
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    truncateSync(file, 0);
    const second = await collecting({ store: await freshStore({ file }) });
    give(second.service, 1, 4);
    expect(await here(second.store)).toEqual([]);
    second.collector.start();
    await second.until((now) => done(now) && now.had === 4);
    expect(await here(second.store)).toEqual(ids);
  });
});

describe('answers that two wishes name', () => {
  it('stay wanted by the one where the other is paused or given up', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 3);
    const first = await want(desk, ids);
    const second = await want(desk, ids.slice(0, 2), { withPdf: true });
    valueOf(await desk.calls['answers.pause']({ request: first }));
    const next = await desk.store.read('answers.next', { exclude: [], limit: 9 });
    expect(next.map(({ id, request }) => [id, request])).toEqual([
      ['1', second],
      ['2', second],
    ]);
    valueOf(await desk.calls['answers.cancel']({ request: second }));
    valueOf(await desk.calls['answers.resume']({ request: first }));
    desk.collector.start();
    expect(await desk.until(done)).toMatchObject({ had: 3, failed: 0 });
    // Nobody wants the PDFs any more.
    expect(desk.service.asked.sort()).toEqual(ids);
  });

  it('bring the PDF that is wished for while they are read', async () => {
    const desk = await collecting();
    const ids = give(desk.service, 1, 1);
    desk.service.pdfs.add('1');
    const given = Promise.withResolvers<undefined>();
    desk.service.gate = () => given.promise;
    await want(desk, ids);
    desk.collector.start();
    await vi.waitFor(() => expect(desk.service.asked).toEqual(['1']));
    await want(desk, ids, { withPdf: true });
    given.resolve(undefined);
    expect(await desk.until(done)).toMatchObject({ had: 1, failed: 0 });
    expect(desk.service.asked).toEqual(['1', 'pdf 1']);
  });
});

describe('where answers are known from', () => {
  it('are form records, any other record, and what was opened', async () => {
    const desk = await collecting();
    await ingest(desk.store, 'form', [
      { id: 7, name: 'Check', latestAnswers: [{ id: 600_001 }, { id: 600_002 }] },
      { id: 8, name: 'Other', answers: ['b-1'] },
    ]);
    await ingest(desk.store, 'vehicle', [
      { id: 1, regNo: 'WB 1', lastAnswerId: 600_003 },
      { id: 2, regNo: 'WB 2' },
    ]);
    const opened = JSON.stringify([{ id: '600004', formId: '7' }]);
    valueOf(await desk.store.write('desk.remember', { key: 'answers.opened', value: opened }));
    const preview = async (source: { is: 'known'; forms?: string[] }) =>
      valueOf(await desk.calls['answers.preview']({ source }));
    expect(await preview({ is: 'known' })).toMatchObject({
      ...{ count: 5, here: 0, some: ['600001', '600002', 'b-1', '600003', '600004'] },
    });
    expect((await preview({ is: 'known', forms: ['8'] })).some).toEqual(['b-1']);
  });

  it('are told apart where their ids have more digits than numbers hold', async () => {
    const desk = await collecting();
    const first = '1234567890123456789';
    await ingest(desk.store, 'form', [
      `{"id":7,"answers":[${first},{"id":1234567890123456788}],"x":"…"}`,
    ]);
    await ingest(desk.store, 'vehicle', [`{"id":1,"lastAnswerId":1234567890123456787}`]);
    const preview = await desk.calls['answers.preview']({ source: { is: 'known' } });
    const ids = [first, '1234567890123456788', '1234567890123456787'];
    expect(valueOf(preview).some).toEqual(ids);
    desk.service.answers.set(first, `{"id":${first},"values":{}}`);
    desk.collector.start();
    await desk.calls['answers.want']({ source: { is: 'known' }, withFiles: false });
    await desk.until(done);
    expect(desk.service.asked.toSorted()).toEqual(ids.toSorted());
  });

  it('is a text or a range, shown before anything is asked for', async () => {
    const desk = await collecting();
    const preview = desk.calls['answers.preview'];
    expect(valueOf(await preview({ source: { is: 'text', text: 'ids: 600001 / 600002' } }))) //
      .toEqual({ count: 2, here: 0, some: ['600001', '600002'], leftOut: ['ids'], table: null });
    expect(
      valueOf(await preview({ source: { is: 'range', from: '600001', to: '600300' } })),
    ).toMatchObject({ count: 300, table: null });
    expect(codeOf(await preview({ source: { is: 'range', from: '1', to: '999999999' } }))).toBe(
      'answers.rangeTooLong',
    );
    expect(codeOf(await preview({ source: { is: 'range', from: '2', to: '1' } }))).toBe(
      'answers.rangeReversed',
    );
    expect(codeOf(await desk.calls['answers.want']({ source: { is: 'text', text: ' , ' } }))).toBe(
      'answers.nothing',
    );
    expect(desk.service.asked).toEqual([]);
  });
});

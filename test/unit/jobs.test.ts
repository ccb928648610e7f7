import './browserStub.ts';
import { expect, test, vi } from 'vitest';
import type { AppError, Op, Row } from '../../renderer/bridge.ts';
import { NamedFiles } from '../../renderer/answers/namedFiles.svelte.ts';
import { PackFile } from '../../renderer/features/review/packFile.svelte.ts';
import { assign } from '../../renderer/records/assign.ts';
import { make, stepsOf } from '../../renderer/records/install.ts';
import { putBackLatest, puttingBack } from '../../renderer/records/putBack.svelte.ts';
import {
  WAYS_OF_IMPORT,
  apply,
  takeBack,
  takenBackBy,
  takingBack,
} from '../../renderer/records/writes/remedies.ts';
import { fetchEach } from '../../renderer/state/fetchEach.ts';
import { Job, oneByOne } from '../../renderer/state/job.svelte.ts';
import { notices } from '../../renderer/state/notices.svelte.ts';
import { printing } from '../../renderer/state/printing.svelte.ts';
import {
  takeReviewsBack,
  takesReviewsBack,
  takingReviewsBack,
} from '../../renderer/state/reviewsBack.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { whose } from '../../renderer/state/whose.svelte.ts';

/** Jobs of the whole desk that a person follows and can stop. */

const said = (): string[] => toasts.list.map(({ text }) => text);
const asking = (call: (name: string, input: never) => unknown): void =>
  void vi.stubGlobal('window', {
    waybill: { call: async (name: string, input: never) => call(name, input), on: () => () => 0 },
    ...{ location: { hash: '' }, navigation: { currentEntry: null } },
    print: vi.fn(),
  });

test('many writes are taken back one after the other, until that is stopped', async () => {
  const taken: string[] = [];
  asking((name, input: { opId: string; decision?: { remedy: string } }) => {
    if (name === 'outbox.get') {
      return { ok: true, value: { op: { id: input.opId, remedies: ['resume', 'cancel'] } } };
    }
    taken.push(`${input.decision?.remedy ?? ''} ${input.opId}`);
    if (taken.length === 3) takingBack.stop();
    return { ok: true, value: { op: { id: input.opId } } };
  });
  const ids = Array.from({ length: 30 }, (_, at) => String(at));
  await takeBack(ids);
  expect(taken).toEqual(['cancel 0', 'cancel 1', 'cancel 2']);
  expect(said().at(-1)).toBe('Taken back. Left as they are: 27');
  expect(takingBack.progress).toBeNull();
});

test('a write is sent again with what was shown of it, and what it asked', async () => {
  const decided: unknown[] = [];
  asking((_, { decision }: { decision: unknown }) => {
    decided.push(decision);
    return { ok: true, value: { op: { id: '1', remedies: [] } } };
  });
  const error = { code: 'outbox.old' };
  await apply({ id: '1', state: 'NEEDS_USER', error } as unknown as Op, 'retry', ['7']);
  await apply({ id: '1', state: 'QUEUED', error: null } as unknown as Op, 'retry');
  expect(decided).toEqual([
    { remedy: 'retry', seen: ['7'], asked: 'outbox.old' },
    { remedy: 'retry', seen: [], asked: null },
  ]);
});

test('a job of many writes ends where another account is opened', async () => {
  const job = new Job(0);
  const sent: number[] = [];
  whose.id = 'first';
  const ended = await job.run((way) =>
    oneByOne(
      [1, 2, 3],
      async (one) => {
        sent.push(one);
        if (one === 2) whose.id = 'second';
        return Promise.resolve({ ok: true, value: one });
      },
      way,
    ),
  );
  whose.id = null;
  expect([ended?.done, sent, job.progress]).toEqual([[1, 2], [1, 2], null]);
});

test('what began on one account is meant for it to the end, whatever is opened on the way', async () => {
  const meant: string[] = [];
  /** Another window opens another account as soon as the first question of a job is answered. */
  const begin = (): void => {
    whose.id = 'first';
    asking((name, input: { account?: string; opId?: string }) => {
      const reads = ['outbox.get', 'removals.trash'].includes(name);
      if (!reads) meant.push(`${name} ${input.account ?? ''}`);
      whose.id = 'second';
      const op = { id: '1', remedies: ['cancel'], label: '' };
      return { ok: true, value: { op, rows: [{ key: 1, entity: 'driver' }], total: 1 } };
    });
  };
  begin();
  await takeBack(['1']);
  begin();
  await putBackLatest('driver', 1);
  begin();
  const row = (id: string): Row => ({
    ...{ id, json: `{"id":${id}}`, archived: false, readAt: 0, listed: true },
    ...{ temporary: false, pending: 0, mark: null, changed: [] },
  });
  const known = (id: string) => ({ id, name: id, row: row(id), seenAt: 7 });
  const [device, vehicle, present] = [known('1'), known('2'), known('3')];
  await make(stepsOf({ device, vehicle, present, left: null }), {});
  begin();
  const named = { id: '4', name: 'Depot van', seen: null, seenAt: null };
  const driver = { id: '5', name: 'Ada' };
  await assign({ vehicle: named, driver, present: null, others: [{ ...named, id: '6' }] }, 'move');
  whose.id = null;
  expect(meant).toEqual([
    ...['outbox.decide first', 'removals.putBack first'],
    ...['outbox.write first', 'outbox.write first', 'outbox.write first', 'outbox.write first'],
  ]);
});

test('what came out of a file is let go of again, cancelled where it never left', async () => {
  const taken: string[] = [];
  asking((name, { opId, decision }: { opId: string; decision?: { remedy: string } }) => {
    const remedies = opId === 'sent' ? ['resume', 'discard'] : ['resume', 'cancel'];
    if (name !== 'outbox.get') taken.push(`${decision?.remedy ?? ''} ${opId}`);
    return { ok: true, value: { op: { id: opId, remedies } } };
  });
  await takeBack(['sent', 'new'], WAYS_OF_IMPORT);
  expect(taken).toEqual(['discard sent', 'cancel new']);
});

test('what was taken back is had again from its notice, but for what was cancelled', async () => {
  const decided: string[] = [];
  const remedies: Readonly<Record<string, readonly string[]>> = {
    sent: ['undo'],
    'undo of sent': ['cancel', 'hold'],
    imported: ['resume', 'discard'],
    'imported again': ['restore'],
    waiting: ['cancel'],
  };
  asking((name, { opId, decision }: { opId: string; decision?: { remedy: string } }) => {
    if (name === 'outbox.get')
      return { ok: true, value: { op: { id: opId, remedies: remedies[opId] } } };
    decided.push(`${decision?.remedy ?? ''} ${opId}`);
    const made = { sent: 'undo of sent', imported: 'imported again' }[opId] ?? opId;
    return { ok: true, value: { op: { id: made } } };
  });
  const act = () => toasts.list.at(-1)?.act ?? null;
  await takeBack(['sent']);
  act()?.run();
  await expect.poll(() => decided).toEqual(['undo sent', 'cancel undo of sent']);
  await takeBack(['imported'], WAYS_OF_IMPORT);
  act()?.run();
  await expect.poll(() => decided.slice(2)).toEqual(['discard imported', 'restore imported again']);
  await expect.poll(() => takingBack.running).toBe(false);
  // No notice says that what is gone for good can be had again.
  await takeBack(['waiting']);
  expect(act()).toBeNull();
  await takeBack(['sent', 'waiting']);
  expect(act()).toBeNull();
});

test('what undoes a decision says why it could not, and is offered to no other account', async () => {
  asking((_name, { decision }: { decision: { remedy: string } }) =>
    decision.remedy === 'discard'
      ? { ok: true, value: { op: { id: '1', remedies: ['restore'] } } }
      : { ok: false, error: { kind: 'local', code: 'disk.full', message: 'The disk is full.' } },
  );
  whose.id = 'first';
  await apply({ id: '1', state: 'REJECTED', error: null }, 'discard');
  const offered = () => toasts.list.filter(({ act }) => act !== null);
  expect(offered().map(({ act }) => act?.label)).toEqual(['Undo']);
  offered()[0]?.act?.run();
  await expect
    .poll(() => notices.list.find(({ code }) => code === 'disk.full')?.message)
    .toMatch(/disk is full/);
  notices.dismiss('disk.full');
  whose.id = 'second';
  expect(offered()).toEqual([]);
  // What was under way while another account was opened is about the one on which it began.
  toasts.say('2 drivers removed', { label: 'Undo', run: () => undefined }, null, 'first');
  expect(offered()).toEqual([]);
  whose.id = null;
});

test('reviews out of a file are taken back from the notice, in part where that is stopped, and had again', async () => {
  const undone: string[] = [];
  asking((_name, { change }: { change: string }) => {
    undone.push(change);
    if (undone.length === 25) takingReviewsBack.stop();
    return { ok: true, value: { change: `not ${change}`, undone: 1 } };
  });
  const changes = Array.from({ length: 30 }, (_, at) => String(at));
  await takeReviewsBack(changes);
  expect(undone).toEqual(changes.slice(0, 25));
  expect(said().at(-1)).toBe('Taken back. Left as they are: 5');
  toasts.list.at(-1)?.act?.run();
  await expect.poll(() => undone.length).toBe(50);
  expect(undone.slice(25, 27)).toEqual(['not 24', 'not 23']);
  expect(takesReviewsBack([])).toBeNull();
});

test('records whose removal was confirmed are put back, the latest of their kind and no others', async () => {
  const put: number[] = [];
  const rows = ['driver', 'vehicle', 'driver', 'driver'].map((entity, key) => ({ key, entity }));
  asking((name, input: { key: number; offset: number }) => {
    if (name === 'removals.putBack') put.push(input.key);
    const shown = input.offset === 0 ? rows : [];
    return { ok: true, value: { rows: shown, total: rows.length, days: 30 } };
  });
  await putBackLatest('driver', 2);
  expect(put).toEqual([0, 2]);
  expect(said().at(-1)).toBe('2 drivers put back');
  expect(puttingBack.running).toBe(false);
});

test('files are fetched one after the other: one that fails keeps no other, no network ends it', async () => {
  const asked: string[] = [];
  const error = (kind: AppError['kind']): AppError => ({
    kind,
    code: kind,
    message: kind,
    next: 'none',
  });
  const failing = new Map([
    ['b', error('missing')],
    ['d', error('offline')],
  ]);
  const ask = async ([url = '']: string[]) => {
    asked.push(url);
    const failed = failing.get(url);
    const list = failed === undefined ? [] : [{ url, error: failed }];
    return { ok: true, value: { had: 1 - list.length, failed: list } } as const;
  };
  const told: number[] = [];
  const way = (done: number): boolean => told.push(done) > 0;
  expect(await fetchEach(['a', 'b', 'c'], ask, way)).toEqual({ failed: error('missing') });
  expect([asked.splice(0), told.splice(0)]).toEqual([
    ['a', 'b', 'c'],
    [0, 1, 2],
  ]);
  expect((await fetchEach(['d', 'e'], ask, way)).failed?.kind).toBe('offline');
  expect((await fetchEach(['a', 'c'], ask, (done) => done < 1)).failed).toBeNull();
  expect(asked).toEqual(['d', 'a']);
});

test('the file of a pack that is looked into is given up on the way, and nothing of it stays', async () => {
  const called: string[] = [];
  const pack = new PackFile();
  asking((name) => {
    called.push(name);
    if (name === 'packs.filePart') void pack.stop();
    return { ok: true, value: { copy: 'one', copiedBytes: 1 } };
  });
  const parts = new File([new Uint8Array(9 * 1024 * 1024)], 'Yard.waybill');
  await pack.choose(parts);
  expect(called).toEqual(['packs.beginFile', 'packs.filePart', 'packs.dropFile']);
  expect([pack.busy, pack.content, pack.error]).toEqual([false, null, null]);
});

test('the file of a pack that is chosen while another one is taken stays in sight, and that one is taken', async () => {
  const pack = new PackFile();
  const dropped: string[] = [];
  let answer: (given: unknown) => void = () => undefined;
  let begun = 0;
  asking((name, { copy }: { copy: string }) => {
    if (name === 'packs.takeFile') return new Promise((resolve) => (answer = resolve));
    if (name === 'packs.beginFile') begun += 1;
    if (name === 'packs.dropFile') dropped.push(copy);
    return { ok: true, value: { copy: `copy ${String(begun)}`, name: `pack ${String(begun)}` } };
  });
  const file = new File(['x'], 'Yard.waybill');
  const error = { kind: 'local', code: 'packs.damaged', message: 'Damaged.' };
  for (const [taken, left] of [
    [{ ok: true, value: { id: 'p' } }, []],
    [{ ok: false, error }, ['copy 3']],
  ] as const) {
    await pack.choose(file);
    const taking = pack.take();
    await pack.choose(file);
    answer(taken);
    expect(await taking).toBe(taken.ok);
    expect(pack).toMatchObject({ busy: false, error: null });
    expect(pack.content).toMatchObject({ name: `pack ${String(begun)}` });
    expect(dropped).toEqual(left);
    // What is shown is left for the next round.
    await pack.leave();
    dropped.length = 0;
  }
  expect(notices.list.map(({ code }) => code)).toContain('packs.damaged');
  notices.dismiss('packs.damaged');
});

test('a long list tells how far it is before it is printed, and nothing is printed once it is stopped', async () => {
  asking(() => ({ ok: true, value: {} }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  let read: () => void = () => undefined;
  printing.waitFor(new Promise<void>((resolve) => (read = resolve)));
  const stopped = printing.print();
  await vi.waitFor(() => {
    printing.follow(300, 1_000);
    expect(printing.job.progress).toEqual({ done: 300, total: 1_000 });
  });
  printing.stop();
  await stopped;
  expect([printing.on, printing.job.progress]).toEqual([false, null]);
  expect(window.print).not.toHaveBeenCalled();

  const whole = printing.print();
  await vi.waitFor(() => expect(printing.on).toBe(true));
  read();
  await whole;
  expect(window.print).toHaveBeenCalledOnce();
});

test('what drivers drive is brought for a table of any length, whatever changes meanwhile', async () => {
  let tell: (event: unknown) => void = () => undefined;
  const wish = { matches: false, addEventListener: () => undefined };
  let [asked, name] = [0, 'B-1'];
  const call = async (_: string, { view }: { view: { conditions: { values: string[] }[] } }) => {
    asked += 1;
    // The fleet goes on while its drivers are looked up.
    if (asked === 120) tell({ name: 'changed', payload: { entity: 'vehicle', ids: null } });
    const [id] = view.conditions[0]?.values ?? [];
    const json = JSON.stringify({ id: `v${String(id)}`, regNo: name, driver: { id, name: 'A' } });
    return { ok: true, value: { rows: [{ id: `v${String(id)}`, json }], total: 1 } };
  };
  const on = (listener: typeof tell) => ((tell = listener), () => undefined);
  // A desk of its own, which hears of changes.
  vi.stubGlobal('window', {
    ...{ waybill: { call, on }, matchMedia: () => wish, addEventListener: () => undefined },
    ...{ location: { hash: '' }, navigation: { currentEntry: null } },
  });
  vi.resetModules();
  const { Driving } = await import('../../renderer/features/people/driving.svelte.ts');
  const driving = new Driving();
  driving.start();
  const rows = Array.from({ length: 150 }, (_, id) => ({
    ...{ id: String(id), json: JSON.stringify({ id, fullName: `Driver ${String(id)}` }) },
  })) as unknown as Row[];
  await driving.bring(rows);
  expect(rows.filter((row) => driving.of(row)?.[0]?.name !== 'B-1')).toEqual([]);
  // What changed since is looked up anew where it is looked at, and shown as it was until then.
  name = 'C-2';
  tell({ name: 'changed', payload: { entity: 'vehicle', ids: null } });
  const [first] = rows;
  if (first === undefined) throw new Error('There are 150 drivers.');
  expect(driving.of(first)?.[0]?.name).toBe('B-1');
  await expect.poll(() => driving.of(first)?.[0]?.name).toBe('C-2');
});

test('a write is taken back by what it offers, and by nothing while it is on its way', () => {
  expect(takenBackBy({ remedies: ['cancel', 'edit', 'hold', 'retry'] })).toBe('cancel');
  expect(takenBackBy({ remedies: ['retry', 'discard'] })).toBe('discard');
  expect(takenBackBy({ remedies: ['retry'] })).toBeNull();
  expect(takenBackBy({ remedies: [] })).toBeNull();
});

test('a page that is asked for once more while its rows are read goes on being read for paper', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const printed = vi.fn();
  vi.stubGlobal('window', Object.assign({}, window, { print: printed }));
  const { promise, resolve } = Promise.withResolvers<null>();
  printing.waitFor(promise);
  const first = printing.print();
  await printing.print();
  printing.follow(400, 1_000);
  expect(printing.job.progress).toEqual({ done: 400, total: 1_000 });
  expect(printed).not.toHaveBeenCalled();
  resolve(null);
  await first;
  expect(printed).toHaveBeenCalledTimes(1);
});

test('a file that could be handed out at last is told without the failure before', async () => {
  const failure: AppError = { kind: 'local', code: 'disk.full', message: 'Full.', next: 'retry' };
  const saves = [false, true];
  const none = { pictures: {}, documents: [], absent: [], elsewhere: [] };
  const files = new NamedFiles({
    here: () => Promise.resolve({ ok: true, value: none }),
    fetch: () => Promise.resolve({ ok: false, error: failure }),
    fetchElsewhere: () => Promise.resolve({ ok: false, error: failure }),
    save: () =>
      Promise.resolve(
        saves.shift() === true
          ? { ok: true, value: { saved: { outcome: 'file', href: null, fileName: 'a.pdf' } } }
          : { ok: false, error: failure },
      ),
  });
  await files.save('https://example/a.pdf');
  expect(files.error).toEqual(failure);
  await files.save('https://example/a.pdf');
  expect(files.error).toBeNull();
  expect(files.saved?.fileName).toBe('a.pdf');
});

import { beforeEach, expect, it, vi } from 'vitest';
import './browserStub.ts';
import { Palette } from '../../renderer/features/shell/palette.svelte.ts';
import {
  knowOwner,
  lineContext,
  send,
} from '../../renderer/features/shell/line/typedLine.svelte.ts';
import { reference } from '../../renderer/state/reference.svelte.ts';
import { account } from '../../renderer/state/account.svelte.ts';
import { whose } from '../../renderer/state/whose.svelte.ts';
import { text } from '../../renderer/text/en.ts';
import { planned } from './typedLineSupport.ts';

/** The palette between what is typed and what answers it. */

type Answer = (input: { text?: string; key?: string; entity?: string }) => unknown;
const answers = new Map<string, Answer>();
const asked: string[] = [];
/** Who hears the events of the core. */
const heard: ((event: object) => void)[] = [];
const waybill = {
  call: async (name: string, input: never): Promise<unknown> => {
    asked.push(name);
    const value = await answers.get(name)?.(input);
    return value === undefined
      ? { ok: false, error: { kind: 'local', code: 'test.none', message: '', next: 'none' } }
      : { ok: true, value };
  },
  on: (hear: (event: object) => void): (() => void) => {
    heard.push(hear);
    return () => undefined;
  },
};

beforeEach(async () => {
  answers.clear();
  asked.length = 0;
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const { location, navigation } = window;
  vi.stubGlobal('window', { location, navigation, waybill });
  answers.set('session.accounts', () => ({ accounts: [{ id: 'one', active: true }] }));
  await account.reload();
});

const hit = (title: string) => ({
  ...{ entity: 'vehicle', id: title, title, detail: '', archived: false },
});

it('nothing is done by Enter that earlier words found, nor by letters alone', async () => {
  const waiting = new Map<string, (value: unknown) => void>();
  answers.set('records.search', ({ text: words = '' }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(words, resolve);
    return promise;
  });
  const palette = new Palette();
  palette.typed = 'WB-01';
  expect(palette.isSure).toBe(false);
  waiting.get('WB-01')?.({ hits: [hit('WB-011')] });
  await vi.waitUntil(() => palette.isSure);
  expect(palette.answer?.title).toBe('WB-011');
  palette.typed = 'WB-014';
  expect(palette.sections[0]?.entries[0]?.title).toBe('WB-011');
  expect(palette.isSure).toBe(false);
  waiting.get('WB-014')?.({ hits: [hit('WB-014')] });
  await vi.waitUntil(() => palette.isSure);
  expect(palette.answer?.title).toBe('WB-014');

  // Its letters are in the name of a command.
  palette.typed = 'wkofln';
  waiting.get('wkofln')?.({ hits: [] });
  await vi.waitUntil(() => palette.isSure);
  expect(palette.sections[0]?.title).toBe(text.palette.commands);
  expect(palette.answer).toBeUndefined();
  // A command that begins so is first, whatever is found.
  palette.typed = palette.sections[0]?.entries[0]?.title.slice(0, 6) ?? '';
  expect(palette.isSure).toBe(true);
});

it('a line that was sent before and completes what is typed stands there once', async () => {
  const line = 'archive vehicle WB-014';
  const vehicles = ['WB-014', 'WB-015'];
  answers.set('records.search', () => ({ hits: vehicles.map(hit) }));
  answers.set('desk.recall', ({ key }) => ({
    value: key === 'line.history' ? JSON.stringify([line]) : null,
  }));
  const palette = new Palette();
  palette.begin();
  palette.typed = 'archive vehicle WB-01';
  await vi.waitUntil(() => palette.isSure);
  const keys = palette.sections.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys.filter((key) => key === `line:${line}`)).toHaveLength(1);
  expect(new Set(keys).size).toBe(keys.length);
});

it('depots and models that came since are known to a line', async () => {
  const changed = (entity: string): void =>
    heard.forEach((hear) =>
      hear({ name: 'changed', payload: { entity, revision: 1, ids: ['1'] } }),
    );
  const { named } = lineContext();
  let depots = ['North yard'];
  answers.set('records.facets', () => ({
    counts: depots.map((name, id) => ({ value: JSON.stringify({ id, name }) })),
  }));
  const names = async (kind: 'depot' | 'model') => (await named(kind)).map(({ name }) => name);
  expect(await names('depot')).toEqual(['North yard']);
  depots = ['North yard', 'New yard'];
  changed('vehicle');
  expect(await names('depot')).toEqual(['New yard', 'North yard']);
  const count = asked.length;
  expect(await names('depot')).toHaveLength(2);
  expect(asked).toHaveLength(count);

  expect(await names('model')).toEqual([]);
  const vendor = { id: 3, name: 'V', models: [{ id: 21, name: 'T 900' }] };
  answers.set('records.window', () => ({ rows: [{ id: '3', json: JSON.stringify(vendor) }] }));
  changed('vendor');
  expect(await names('model')).toEqual(['T 900']);
});

it('a line that was understood on the records of one account is not sent by another', async () => {
  answers.set('records.search', () => ({ hits: [hit('WB-014')] }));
  answers.set('records.get', () => ({ row: { id: 'WB-014', json: '{}', archived: false } }));
  const palette = new Palette();
  palette.typed = 'archive vehicle WB-014';
  const planWhose = () => palette.sections[0]?.entries[0]?.plan?.whose;
  await vi.waitUntil(() => planWhose() === 'one');
  answers.set('session.accounts', () => ({ accounts: [{ id: 'two', active: true }] }));
  await account.reload();
  palette.begin();
  await vi.waitUntil(() => planWhose() === 'two');

  const plan = await planned('archive WB-020', { whose: 'before' });
  const refused = await send('archive WB-020', plan);
  expect(refused).toMatchObject({ ok: false, error: { code: 'desk.otherAccount' } });
  expect(asked).not.toContain('outbox.write');
  answers.set('outbox.write', () => ({ op: { id: 'op' } }));
  expect(await send('archive WB-020', { ...plan, whose: whose.id })).toMatchObject({ ok: true });
});

it('a line that was understood before it was known who is signed in does not leave without its client', async () => {
  const me = '{"id":2,"team":{"id":2,"type":"reseller","clientId":null}}';
  answers.set('records.read', () => ({ json: me, readAt: 1, thinned: null, error: null }));
  answers.set('outbox.write', () => ({ op: { id: 'op' } }));
  const here = { whose: whose.id };
  const lines = ['add vehicle WB-900', 'add group North', 'area circle 41 -2 200m Gate'];
  for (const line of lines) {
    const plan = await planned(line, here);
    await knowOwner([plan]);
    const sent = await send(line, plan);
    expect(sent).toMatchObject({ ok: false, error: { message: 'Client is missing.' } });
  }
  expect(asked).not.toContain('outbox.write');
  expect(reference.aboveClients).toBe(true);
  // Who names no client adds somebody to their own team, and what is there already has one.
  for (const line of ['add user eva@example.test', 'set vehicle WB-020 label=Spare']) {
    expect((await send(line, await planned(line, here))).ok).toBe(true);
  }
});

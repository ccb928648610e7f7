import { beforeEach, expect, it, vi } from 'vitest';

/**
 * What one account keeps never reaches another, however the switch and the answers interleave; nor does one
 * window write over what another changed.
 */

const kept = new Map<string, Map<string, string>>();
let open = 'one';

interface Asked {
  key: string;
  account?: string;
  value?: string | null;
}

/** As the core answers: an account that is not open is neither told nor overwritten. */
async function answer(name: string, { key, account, value }: Asked): Promise<unknown> {
  if (account !== undefined && account !== open) {
    return {
      ok: false,
      error: { kind: 'invalid', code: 'account.other', message: '', next: 'none' },
    };
  }
  const store = kept.get(open) ?? new Map<string, string>();
  kept.set(open, store);
  if (name === 'desk.recall') return { ok: true, value: { value: store.get(key) ?? null } };
  store.set(key, value ?? 'null');
  return { ok: true, value: {} };
}

beforeEach(() => {
  kept.clear();
  open = 'one';
  vi.stubGlobal('window', { waybill: { call: answer, on: () => () => undefined } });
});

it('the camera of one account is not shown to another, and not kept over its own', async () => {
  const { whose } = await import('../../renderer/state/whose.svelte.ts');
  const { camera, loadCamera } = await import('../../renderer/map/camera.ts');
  kept.set('two', new Map([['map.camera', '{"lat":52,"lng":13,"zoom":9}']]));
  whose.id = 'one';
  await loadCamera();
  camera.set({ lat: 41, lng: -2, zoom: 12 });

  // The core goes on to the other account before the desk hears of it; the map still moves.
  open = 'two';
  camera.set({ lat: 40, lng: -3, zoom: 5 });
  await Promise.resolve();
  expect(kept.get('two')?.get('map.camera')).toBe('{"lat":52,"lng":13,"zoom":9}');

  whose.id = 'two';
  expect(camera.loaded).toBe(false);
  expect(camera.value).toBeNull();
  await loadCamera();
  expect(camera.value).toEqual({ lat: 52, lng: 13, zoom: 9 });

  open = 'one';
  whose.id = 'one';
  await loadCamera();
  expect(camera.value).toEqual({ lat: 41, lng: -2, zoom: 12 });
});

it('whatever the desk asks for is meant for the account that it shows', async () => {
  const { whose } = await import('../../renderer/state/whose.svelte.ts');
  const { write } = await import('../../renderer/state/write.ts');
  const asked: unknown[] = [];
  const call = async (_name: string, input: unknown) => {
    asked.push(input);
    return Promise.resolve({ ok: false, error: { code: 'account.other', message: '' } });
  };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  whose.id = 'one';
  const saved = await write('createAreaGroup', {}, { body: { name: 'North' } });
  whose.id = null;
  expect(saved.ok).toBe(false);
  expect(asked).toEqual([
    { endpoint: 'createAreaGroup', params: {}, body: { name: 'North' }, account: 'one' },
  ]);
});

it('an answer that arrives after a switch is not taken for the account that is open now', async () => {
  const { whose } = await import('../../renderer/state/whose.svelte.ts');
  const { remembered } = await import('../../renderer/state/remembered.svelte.ts');
  kept.set('one', new Map([['draft', '"mine"']]));
  whose.id = 'one';
  const draft = remembered<string | null>('draft', null, (stored) => String(stored));
  const coming = draft.load();
  whose.id = 'two';
  await coming;
  expect(draft.value).toBeNull();
  expect(draft.loaded).toBe(false);
});

it('a part that one window changes does not write over what another window changed', async () => {
  const { whose } = await import('../../renderer/state/whose.svelte.ts');
  const { remembered } = await import('../../renderer/state/remembered.svelte.ts');
  whose.id = 'one';
  const window = () =>
    remembered<readonly string[]>('views.vehicle', [], (stored) => stored as readonly string[]);
  const [first, second] = [window(), window()];
  await Promise.all([first.load(), second.load()]);
  const stored = (): unknown => JSON.parse(kept.get('one')?.get('views.vehicle') ?? 'null');
  first.change((all) => [...all, 'a']);
  expect(first.value).toEqual(['a']);
  await first.saved();
  // Both at once: what is shown here is never behind what was chosen here.
  second.change((all) => [...all, 'b']);
  second.change((all) => [...all, 'c']);
  expect(second.value).toEqual(['b', 'c']);
  await second.saved();
  expect([stored(), second.value]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  // What is chosen whole comes after the change before it.
  second.change((all) => [...all, 'd']);
  second.set([]);
  await second.saved();
  expect([stored(), second.value]).toEqual([[], []]);
  // Whoever comes next finds nothing of it.
  first.change((all) => [...all, 'mine']);
  [open, whose.id] = ['two', 'two'];
  await first.saved();
  expect([kept.get('two')?.get('views.vehicle'), first.value]).toEqual([undefined, []]);
});

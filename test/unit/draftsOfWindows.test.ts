import { beforeEach, expect, it, vi } from 'vitest';
import { newDraft } from '../../renderer/features/areas/draft.ts';

/** Drafts of two windows over one core: neither writes over what was begun in the other. */

let kept: string | null = null;
/** Writings wait here, the first one first, until a test does them; null writes at once. */
let waiting: (() => void)[] | null = null;
const listeners = new Set<(event: unknown) => void>();

function tellWindows(): void {
  for (const listener of listeners)
    listener({ name: 'draftSaved', payload: { key: 'draft.area' } });
}

async function answer(name: string, { value }: { value?: string | null }): Promise<unknown> {
  await Promise.resolve();
  if (name === 'desk.recall') return { ok: true, value: { value: kept } };
  if (waiting !== null) {
    await new Promise((resolve) => waiting?.push(() => resolve(null)));
  }
  kept = value ?? null;
  tellWindows();
  return { ok: true, value: {} };
}

beforeEach(() => {
  kept = null;
  waiting = null;
  listeners.clear();
  const on = (listener: (event: unknown) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  vi.stubGlobal('window', { waybill: { call: answer, on } });
});

/** A window has modules of its own. */
async function openWindow() {
  vi.resetModules();
  const { areaDraft } = await import('../../renderer/features/areas/state.svelte.ts');
  areaDraft.follow();
  await areaDraft.load();
  return areaDraft;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const names = (text: string | null): string[] =>
  (JSON.parse(text ?? '[]') as { name: string }[]).map(({ name }) => name);

it('a draft that is begun in one window is not written over by the other', async () => {
  const first = await openWindow();
  const second = await openWindow();
  first.begin(newDraft({ lat: 1, lng: 1 }));
  first.set({ name: 'North' });
  await settled();
  second.begin(newDraft({ lat: 2, lng: 2 }));
  second.set({ name: 'South' });
  await settled();
  expect(names(kept).sort()).toEqual(['North', 'South']);
  // What is drawn in a window stays the one that is drawn there.
  expect([first.current?.name, second.current?.name]).toEqual(['North', 'South']);
  first.set({ name: 'North yard' });
  await settled();
  expect(names(kept).sort()).toEqual(['North yard', 'South']);
  first.discard();
  await settled();
  expect(names(kept)).toEqual(['South']);
  second.set({ name: 'South yard' });
  await settled();
  expect(names(kept)).toEqual(['South yard']);
});

it('a draft of before the start stays given up while another window keeps one', async () => {
  const before = await openWindow();
  for (const name of ['North', 'South']) {
    before.begin(newDraft({ lat: 1, lng: 1 }));
    before.set({ name });
  }
  await settled();
  listeners.clear();
  const window = await openWindow();
  const writings: (() => void)[] = (waiting = []);
  window.discard();
  await settled();
  // The other window is told of before this window's own choice is on disk.
  tellWindows();
  await settled();
  expect(window.all.map(({ name }) => name)).toEqual(['North']);
  window.set({ name: 'North yard' });
  for (const at of [0, 1]) {
    await settled();
    writings[at]?.();
  }
  await settled();
  expect(names(kept)).toEqual(['North yard']);
});

it('a correction that was begun goes on, and gives back the draft whose place it takes', async () => {
  const drafts = await openWindow();
  const change = { ...newDraft({ lat: 1, lng: 1 }), targetId: '7', name: 'Typed' };
  drafts.begin(change);
  const fresh = { ...change, name: 'Waits', corrects: { opId: 'op-1', whole: false, was: '{}' } };
  expect(drafts.correct(fresh)?.name).toBe('Typed');
  drafts.set({ name: 'Corrected' });
  expect(drafts.correct(fresh)).toBeNull();
  expect(drafts.all.map(({ name }) => name)).toEqual(['Corrected']);
  const other = { ...fresh, name: 'Later', corrects: { opId: 'op-2', whole: false, was: '{}' } };
  expect(drafts.correct(other)?.name).toBe('Corrected');
});

it('a draft that was saved is given up, whichever is open by then, and what was changed since goes on', async () => {
  const drafts = await openWindow();
  const begin = (name: string) => {
    drafts.begin(newDraft({ lat: 1, lng: 1 }));
    drafts.set({ name });
    return drafts.all.find((one) => one.name === name) ?? newDraft(null);
  };
  const south = begin('South');
  const north = begin('North');
  drafts.resume(south);
  expect(drafts.finish(north, '7')).toBe(false);
  expect(drafts.all).toEqual([south]);
  drafts.set({ name: 'South yard' });
  expect(drafts.finish(south, '8')).toBe(true);
  expect(drafts.all).toMatchObject([{ name: 'South yard', targetId: '8', seen: null }]);
  expect(JSON.parse(drafts.current?.before ?? '')).toMatchObject({ name: 'South' });
  // After the page was left and come back to, too.
  const [change = south] = drafts.all;
  await settled();
  await drafts.load();
  expect([drafts.finish(change, '8'), drafts.all]).toEqual([true, []]);
});

it('a draft whose save waits is known while it is changed, and not where another is taken up', async () => {
  const drafts = await openWindow();
  const saving = newDraft({ lat: 1, lng: 1 });
  drafts.begin(saving);
  drafts.set({ name: 'North' });
  expect(drafts.isCurrent(saving)).toBe(true);
  const other = newDraft({ lat: 2, lng: 2 });
  drafts.begin(other);
  expect([drafts.isCurrent(saving), drafts.isCurrent(other)]).toEqual([false, true]);
  drafts.discard();
  drafts.discard();
  expect(drafts.isCurrent(other)).toBe(false);
});

it('what was typed beside a new record is found again under the id of the service, whatever else is open', async () => {
  const fresh = (n: number): string => `~new-00000000-0000-4000-8000-00000000000${String(n)}`;
  const named: Readonly<Record<string, string>> = {
    [`vehicle ${fresh(1)}`]: '4711',
    [`areaGroup ${fresh(2)}`]: '7',
  };
  const call = async (_name: string, { entity, id }: { entity: string; id: string }) => ({
    ok: true,
    value: { row: { id: named[`${entity} ${id}`] ?? id }, ops: [] },
  });
  const on = (listener: (event: unknown) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  vi.stubGlobal('window', { waybill: { call, on }, addEventListener: () => undefined });
  vi.resetModules();
  const drafts = await import('../../renderer/state/typedDrafts.ts');
  const stop = drafts.followDrafts();
  const draft = { value: 'North', seen: '{}', seenAt: 1 };
  for (const id of [fresh(1), fresh(3), '12']) drafts.labelDrafts.put(id, draft);
  drafts.groupNameDrafts.put(fresh(2), draft);
  for (const entity of ['vehicle', 'areaGroup', 'driver']) {
    for (const listener of listeners) listener({ name: 'changed', payload: { entity, ids: null } });
  }
  await settled();
  expect(drafts.labelDrafts.ids.sort()).toEqual(['12', '4711', fresh(3)]);
  expect(drafts.groupNameDrafts.ids).toEqual(['7']);
  stop();
});

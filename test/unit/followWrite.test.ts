import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followWrite } from '../../renderer/records/writes/followWrite.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';

let state = 'QUEUED';
const call = vi.fn(() =>
  Promise.resolve({ ok: true, value: { op: { id: 'op', state }, history: [] } }),
);
/** Tells the desk that the queue changed; the bridge is listened to once for all. */
let tell: (event: { name: 'outbox'; payload: object }) => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  state = 'QUEUED';
  const on = (listener: typeof tell) => void (tell = listener);
  vi.stubGlobal('window', { waybill: { call, on } });
});
afterEach(() => {
  for (const { key } of toasts.list) toasts.dismiss(key);
  vi.useRealTimers();
});

/** The write goes on, and the desk is told. Gives how often it asks what became of it. */
async function goesOn(to: string): Promise<number> {
  state = to;
  call.mockClear();
  tell({ name: 'outbox', payload: {} });
  await vi.advanceTimersByTimeAsync(0);
  return call.mock.calls.length;
}

const WAITS = 'Label changed: waiting to be sent';

test.each([
  ['is said to be sent once it was', 'CONFIRMED', ['Label changed: sent']],
  ['goes where the write needs a person', 'NEEDS_USER', []],
  ['stays as it is while the write is on its way', 'SENDING', [WAITS]],
])('the notice of a write %s', async (_what, to, said) => {
  followWrite('op', toasts.say(WAITS), 'Label changed');
  expect(await goesOn(to)).toBe(1);
  expect(toasts.list.map(({ text }) => text)).toEqual(said);
  expect(await goesOn(to)).toBe(to === 'SENDING' ? 1 : 0);
});

test('a notice that was put away is followed no longer', async () => {
  const key = toasts.say(WAITS);
  followWrite('op', key, 'Label changed');
  toasts.dismiss(key);
  expect(await goesOn('CONFIRMED')).toBe(0);
});

test('a notice stays for as long as somebody points at it, and its time begins anew then', async () => {
  toasts.say(WAITS, { label: 'Undo', run: () => undefined });
  await vi.advanceTimersByTimeAsync(14_000);
  toasts.hold(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(toasts.list).toHaveLength(1);
  toasts.hold(false);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(toasts.list).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toasts.list).toEqual([]);
});

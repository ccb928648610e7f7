import { beforeEach, expect, it, vi } from 'vitest';

/** What a reviewer types while going from answer to answer. */

const remembered = new Map<string, string>();
/** A disk that takes nothing. */
let full = false;
const takenBack: string[] = [];

interface Asked {
  key: string;
  value?: string | null;
  change?: string;
}
async function answer(name: string, { key, value, change }: Asked): Promise<unknown> {
  await Promise.resolve();
  if (name === 'review.setup') return { ok: true, value: { person: 'Ada', states: [] } };
  if (name === 'review.judge') return { ok: true, value: { change: 'first' } };
  if (name === 'review.undo' && !full) {
    takenBack.push(change ?? '');
    return { ok: true, value: { change: 'back' } };
  }
  if (name === 'desk.recall') return { ok: true, value: { value: remembered.get(key) ?? null } };
  if (full) return { ok: false, error: { kind: 'local', code: 'disk.full', message: 'Full.' } };
  if (value === null || value === undefined) remembered.delete(key);
  else remembered.set(key, value);
  return { ok: true, value: {} };
}

beforeEach(() => {
  remembered.clear();
  full = false;
  takenBack.length = 0;
  vi.stubGlobal('window', { waybill: { call: answer, on: () => () => undefined } });
});

/** A page that was loaded anew has modules of its own. */
async function loadPage() {
  vi.resetModules();
  const { Reasons } = await import('../../renderer/features/review/reasons.svelte.ts');
  const { draft } = await import('../../renderer/features/review/drafts.ts');
  return { reasons: new Reasons(), draft };
}

it('reasons stay with the answer that they were typed for, also where its verdict comes after the next is open', async () => {
  const { reasons } = await loadPage();
  reasons.turnTo('A');
  reasons.text = 'The mirror is loose';
  const first = await reasons.goingTo(['A']);
  reasons.turnTo('B');
  expect(reasons.text).toBe('');
  reasons.text = 'The lamp is broken';
  // The verdict of the first is on the disk only now.
  first.went();
  expect(reasons.text).toBe('The lamp is broken');
  reasons.turnTo('A');
  expect((await reasons.goingTo(['A'])).text).toBe('');
  reasons.turnTo('B');
  expect(reasons.text).toBe('The lamp is broken');
  (await reasons.goingTo(['B'])).went();
  expect(reasons.text).toBe('');
});

it('a verdict on other answers takes no reasons, and what is typed while one is stored waits for the next', async () => {
  const { reasons } = await loadPage();
  reasons.turnTo('A');
  reasons.text = 'The mirror is loose';
  const others = await reasons.goingTo(['B', 'C']);
  expect(others.text).toBe('');
  others.went();
  expect(reasons.text).toBe('The mirror is loose');
  const all = await reasons.goingTo(['B', 'A']);
  expect(all.text).toBe('The mirror is loose');
  reasons.text = 'The mirror is loose. So is the lamp';
  all.went();
  expect(reasons.text).toBe('The mirror is loose. So is the lamp');
});

it('what was typed of an answer is there after the page was loaded anew, until it is given', async () => {
  const before = await loadPage();
  before.reasons.turnTo('A b/ü');
  before.reasons.text = 'The mirror is loose';
  before.draft('note', 'A b/ü').type('Call the driver');

  const after = await loadPage();
  after.reasons.turnTo('A b/ü');
  // A verdict by a key comes before they are on the screen.
  const going = await after.reasons.goingTo(['A b/ü']);
  expect(going.text).toBe('The mirror is loose');
  const note = after.draft('note', 'A b/ü');
  await note.ready;
  expect(note.text).toBe('Call the driver');
  going.went();
  note.type('');

  const last = await loadPage();
  last.reasons.turnTo('A b/ü');
  expect((await last.reasons.goingTo(['A b/ü'])).text).toBe('');
  expect([...remembered]).toEqual([]);
});

it('what was typed of an answer waits in the page where the disk has no room for it', async () => {
  const { reasons } = await loadPage();
  full = true;
  reasons.turnTo('A');
  reasons.text = 'The mirror is loose';
  reasons.turnTo('B');
  reasons.turnTo('A');
  expect((await reasons.goingTo(['A'])).text).toBe('The mirror is loose');
});

it('what was done last is taken back once, also where the page was left or it failed before', async () => {
  await import('./browserStub.ts');
  Object.assign(window, { waybill: { call: answer, on: () => () => undefined } });
  vi.resetModules();
  const { Reviewing } = await import('../../renderer/features/review/reviewing.svelte.ts');
  const { notices } = await import('../../renderer/state/notices.svelte.ts');
  const { whose } = await import('../../renderer/state/whose.svelte.ts');
  const page = async () => {
    const reviewing = new Reviewing();
    await reviewing.load();
    return reviewing;
  };
  whose.id = 'mine';
  expect(await (await page()).judge(['A'], { state: 'approved' }, '')).toBe(true);
  const again = await page();
  full = true;
  await again.undo();
  expect(notices.list.map(({ code }) => code)).toEqual(['disk.full']);
  full = false;
  whose.id = 'of another account';
  await again.undo();
  expect(takenBack).toEqual([]);
  whose.id = 'mine';
  await Promise.all([again.undo(), again.undo()]);
  await again.undo();
  expect(takenBack).toEqual(['first']);
});

it('answers whose ids begin alike have each what was typed of it', async () => {
  const { draft } = await loadPage();
  const long = 'answer/'.repeat(20);
  draft('note', `${long}1`).type('Of the first');
  const other = draft('note', `${long}2`);
  await other.ready;
  expect(other.text).toBe('');
});

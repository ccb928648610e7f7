import type Electron from 'electron';
import { describe, expect, it } from 'vitest';
import { countWords, createAttention } from '../../electron/shell/attention.ts';
import type { AttentionSetup } from '../../electron/shell/attention.ts';
import { appSign, dotSign, NEEDS_YOU, WAITS } from '../../electron/shell/drawing.ts';
import { AT_FIRST, quietForMs } from '../../electron/shell/quiet.ts';
import { shellFile } from '../../electron/shell/shellFile.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { freshFolder } from '../core/db/support.ts';
import { createElectron } from '../support/electron.ts';
import { virtualClock } from '../support/virtualClock.ts';

const counts = (waiting: number, needsYou: number): AnyEvent =>
  // The counts alone are read.
  ({ name: 'connection', payload: { waiting, needsYou } }) as AnyEvent;

const MINUTE = 60_000;
/** Noon of some day on the clock of this computer. */
const NOON = new Date(2026, 4, 4, 12, 0).getTime();

async function desk(platform: NodeJS.Platform = 'linux', change: Partial<AttentionSetup> = {}) {
  const { electron, recorded } = createElectron('');
  await electron.app.whenReady();
  const window = new electron.BrowserWindow({});
  const clock = virtualClock(NOON);
  const shown: (string | null)[] = [];
  const logged: string[] = [];
  let settings = { ...AT_FIRST };
  let words = ENGLISH_WORDS;
  const attention = createAttention({
    ...{ platform, clock, app: electron.app },
    log: { write: (_level, event) => logged.push(event) },
    settings: () => settings,
    words: () => words,
    windows: () => [window as unknown as Electron.BrowserWindow],
    show: (link) => shown.push(link),
    image: ({ bitmap, size }) =>
      electron.nativeImage.createFromBitmap(bitmap, { width: size, height: size }) as never,
    notification: (title, body) => new electron.Notification({ title, body }) as never,
    tray: (image) => new electron.Tray(image) as never,
    menu: (template) => electron.Menu.buildFromTemplate(template) as never,
    ...change,
  });
  const set = (next: Partial<typeof settings>): void => void (settings = { ...settings, ...next });
  const say = (next: typeof words): void => void (words = next);
  const titles = (): (string | undefined)[] =>
    recorded.notifications.map(({ options }) => options.title);
  return { attention, recorded, window, clock, shown, logged, set, say, titles };
}

describe('a notification of writes that need the person', () => {
  it('is shown when there are more of them, once, and leads to the outbox', async () => {
    const { attention, recorded, titles, shown } = await desk();
    attention.hear(counts(3, 1));
    expect(titles()).toEqual([]);
    attention.hear(counts(3, 2));
    attention.hear(counts(9, 2));
    expect(titles()).toEqual(['2 writes need you']);
    recorded.notifications[0]?.emit('click');
    expect(shown).toEqual(['#/outbox']);
    attention.hear(counts(3, 0));
    attention.hear(counts(3, 1));
    expect(titles()).toEqual(['2 writes need you', '1 write needs you']);
    expect(recorded.notifications.every((notification) => notification.shown)).toBe(true);
  });

  it('is not shown to whoever sits at the desk, nor where it is switched off', async () => {
    const { attention, window, titles, set } = await desk();
    attention.hear(counts(0, 0));
    window.focus();
    attention.hear(counts(1, 1));
    window.blur();
    attention.hear(counts(2, 1));
    expect(titles()).toEqual([]);
    set({ notifications: false });
    attention.hear(counts(2, 2));
    set({ notifications: true });
    attention.hear(counts(2, 2));
    expect(titles()).toEqual([]);
    attention.hear(counts(3, 3));
    expect(titles()).toEqual(['3 writes need you']);
  });

  it('waits for the end of the quiet hours, and is left out where it was settled by then', async () => {
    const { attention, clock, titles, set } = await desk();
    set({ quiet: true, quietFrom: '11:30', quietTo: '12:30' });
    attention.hear(counts(0, 0));
    attention.hear(counts(1, 1));
    clock.advance(20 * MINUTE);
    attention.hear(counts(2, 2));
    expect(titles()).toEqual([]);
    clock.advance(10 * MINUTE);
    expect(titles()).toEqual(['2 writes need you']);
    set({ quietFrom: '12:00', quietTo: '13:00' });
    attention.hear(counts(3, 3));
    attention.hear(counts(2, 0));
    clock.advance(60 * MINUTE);
    expect(titles()).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('tells numbers alone', () => {
    const said = (waiting: number, needsYou: number): string =>
      countWords({ waiting, needsYou }, ENGLISH_WORDS);
    expect(said(0, 0)).toBe('Nothing waits');
    expect(said(1, 0)).toBe('1 write waits');
    expect(said(7, 0)).toBe('7 writes wait');
    expect(said(7, 1)).toBe('1 write needs you');
  });
});

describe('quiet hours', () => {
  const at = (hours: number, minutes = 0): Date => new Date(2026, 4, 4, hours, minutes);
  const night = { ...AT_FIRST, quiet: true };
  it.each([
    ['in the evening, over midnight', night, at(22), 9 * 60],
    ['before the morning', night, at(6, 59), 1],
    ['from their first minute', night, at(18), 13 * 60],
    ['no longer at their end', night, at(7), 0],
    ['not in the day', night, at(12), 0],
    ['never where both times are one', { ...night, quietTo: '18:00' }, at(18), 0],
    ['never where they are switched off', AT_FIRST, at(22), 0],
    ['within a day', { ...night, quietFrom: '12:00', quietTo: '14:00' }, at(13, 30), 30],
  ])('hold %s', (_what, settings, now, minutes) => {
    expect(quietForMs(settings, now)).toBe(minutes * MINUTE);
  });

  it('are kept, and what can’t be read is as at first', async () => {
    const folder = freshFolder();
    const random = { uuid: () => 'x', fraction: () => 0 };
    const set = { ...AT_FIRST, quiet: true, quietFrom: '21:15' };
    await shellFile(folder, random).setAttention(set);
    const again = shellFile(folder, random);
    expect(again.attention()).toEqual(AT_FIRST);
    await again.load();
    expect(again.attention()).toEqual(set);
  });
});

describe('what waits', () => {
  it('is the number at the dock: what needs the person, else what waits', async () => {
    const { attention, recorded } = await desk('darwin');
    attention.hear(counts(5, 0));
    expect(recorded.badge).toBe(5);
    attention.hear(counts(5, 2));
    expect(recorded.badge).toBe(2);
    attention.hear(counts(0, 0));
    expect(recorded.badge).toBe(0);
    expect(recorded.trays).toEqual([]);
  });

  it('is a dot in the taskbar of Windows, of windows too that open later', async () => {
    const { attention, window } = await desk('win32');
    attention.hear(counts(5, 1));
    const { bitmap } = dotSign(32, NEEDS_YOU);
    expect(window.overlay).toEqual({
      image: { bitmap, width: 32, height: 32 },
      description: '1 write needs you',
    });
    window.overlay = null;
    attention.opened(window as never);
    window.emit('ready-to-show');
    expect(window.overlay).not.toBeNull();
    attention.hear(counts(0, 0));
    expect(window.overlay).toEqual({ image: null, description: '' });
  });

  it('is in the tray, which leads to the outbox and ends the app', async () => {
    const { attention, recorded, shown } = await desk();
    attention.hear(counts(2, 0));
    const [tray] = recorded.trays;
    expect(tray?.toolTip).toBe('Waybill: 2 writes wait');
    const { bitmap } = appSign(32, WAITS);
    expect(tray?.image).toEqual({ bitmap, width: 32, height: 32 });
    tray?.emit('click');
    const items = tray?.menu?.template ?? [];
    expect(items.map(({ label }) => label)).toEqual([
      'Open Waybill',
      '2 writes wait',
      undefined,
      'Quit',
    ]);
    items[1]?.click?.({} as never, undefined, {});
    items[3]?.click?.({} as never, undefined, {});
    expect(shown).toEqual([null, '#/outbox']);
    expect(recorded.quit).toBe(true);
  });

  it('is told in the words of the desk as soon as there are any', async () => {
    const { attention, recorded, say } = await desk();
    attention.hear(counts(2, 0));
    say({
      ...ENGLISH_WORDS,
      ...{ texts: { ...ENGLISH_WORDS.texts, open: 'Öffnen', openOutbox: 'Ausgang' } },
      counts: {
        ...ENGLISH_WORDS.counts,
        waiting: { other: '{} warten' },
        needsYou: { other: '{} brauchen Sie' },
      },
    });
    attention.reworded();
    const [tray] = recorded.trays;
    expect(tray?.toolTip).toBe('Waybill: 2 warten');
    expect(tray?.menu?.template[0]?.label).toBe('Öffnen');
    attention.hear(counts(3, 2));
    const { title, body } = recorded.notifications[0]?.options ?? {};
    expect([title, body]).toEqual(['2 brauchen Sie', 'Ausgang']);
  });

  it('is told without a tray where the system has none', async () => {
    const tray = (): never => {
      throw new Error('no tray');
    };
    const { attention, recorded, logged } = await desk('linux', { tray });
    attention.hear(counts(4, 0));
    expect(recorded.badge).toBe(4);
    expect(logged).toEqual(['tray.none']);
  });
});

it('the drawn sign is the app’s own: its colour, its letter, round corners', () => {
  const { bitmap, size } = appSign(32, null);
  const pixel = (x: number, y: number): number[] => [
    ...bitmap.subarray((y * size + x) * 4, (y * size + x) * 4 + 4),
  ];
  expect(pixel(16, 3)).toEqual([116, 106, 10, 255]);
  expect(pixel(16, 13)).toEqual([255, 255, 255, 255]);
  expect(pixel(0, 0)).toEqual([0, 0, 0, 0]);
});

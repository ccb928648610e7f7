import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow, Screen } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { createDesks } from '../../electron/shell/desks.ts';
import {
  isInReach,
  pageOf,
  placeAgain,
  placesFile,
  READ_AGAIN_MS,
} from '../../electron/shell/places.ts';
import type { Place, Remembered } from '../../electron/shell/places.ts';
import { eventually } from '../support/eventually.ts';
import { createElectron, display, FakeWindow } from '../support/electron.ts';
import { answering, endAll, launch, temporaryFolder } from '../support/shell.ts';
import type { Launched } from '../support/shell.ts';
import { virtualClock } from '../support/virtualClock.ts';

const LEFT = display(1, 0, 0);
const RIGHT = display(2, 1920, 0);
const rectangle = (x: number, y: number, width = 1200, height = 800) => ({ x, y, width, height });
const placeOn = (screen: typeof LEFT, bounds: Place['bounds']): Place => ({
  ...{ bounds, state: 'normal' },
  display: { id: screen.id, workArea: screen.workArea },
});

describe('a window that is opened again', () => {
  const there = rectangle(2000, 100);
  it.each([
    ['where it was, on its screen', placeOn(RIGHT, there), [LEFT, RIGHT], there],
    [
      'on its screen that lies elsewhere now',
      placeOn(RIGHT, there),
      [LEFT, display(2, -1920, 40)],
      rectangle(-1840, 140),
    ],
    [
      'in the middle of the first screen where its own is gone',
      placeOn(RIGHT, there),
      [LEFT],
      rectangle(360, 120),
    ],
    [
      'no larger than the screen that is left',
      placeOn(RIGHT, rectangle(1920, 0, 3000, 2000)),
      [LEFT],
      rectangle(0, 0, 1920, 1040),
    ],
    [
      'in reach where its screen became smaller',
      placeOn(LEFT, rectangle(1900, 1030)),
      [LEFT],
      rectangle(360, 120),
    ],
    [
      'where it was, though partly beyond the edge',
      placeOn(LEFT, rectangle(1600, 600)),
      [LEFT],
      rectangle(1600, 600),
    ],
  ])('is %s', (_what, place, screens, expected) => {
    expect(placeAgain(place, screens)).toEqual(expected);
  });

  it('can be taken hold of by its top', () => {
    expect(isInReach(rectangle(0, -500), [LEFT])).toBe(false);
    expect(isInReach(rectangle(1721, 0), [LEFT])).toBe(false);
    expect(isInReach(rectangle(1720, 0), [LEFT])).toBe(true);
    expect(isInReach(rectangle(-1000, 0), [LEFT])).toBe(true);
  });

  it('shows its page, and no record of an account that may be gone', () => {
    expect(pageOf('app://waybill/#/areas/17?q=Meyer')).toBe('#/areas');
    expect(pageOf('app://waybill/')).toBe('');
    expect(pageOf('app://waybill/#/<b>')).toBe('');
  });
});

/** Opens the windows that were saved, on a first screen that has so many pixels for one. */
async function restored(again: readonly Remembered[], scale = 1) {
  const { electron, recorded } = createElectron('unused');
  recorded.displays = [LEFT, RIGHT];
  await electron.app.whenReady();
  const windows: FakeWindow[] = [];
  let saved = again;
  const desks = createDesks({
    make({ x = 0, y = 0, width = 0, height = 0 }) {
      // As Electron does on Windows: the scale of the first screen counts.
      const size = { width: width * scale, height: height * scale };
      const window = new FakeWindow({ x, y, ...size, show: false });
      windows.push(window);
      return window as unknown as BrowserWindow;
    },
    ...{ options: {}, opened: () => undefined, clock: virtualClock() },
    screen: electron.screen as unknown as Screen,
    file: {
      load: () => Promise.resolve(saved),
      save: (next) => Promise.resolve(void (saved = next)),
    },
  });
  await desks.restore(null);
  await eventually(() => expect(windows.every(({ shown }) => shown)).toBe(true));
  await desks.end();
  return { windows, saved: () => saved };
}
const there: Remembered = {
  ...{ place: placeOn(RIGHT, rectangle(2000, 100, 1000, 700)), route: '', open: true, wall: false },
};

it('is as large as it was where its screen has another scale than the first one', async () => {
  const { saved } = await restored([there], 1.5);
  expect(saved()).toMatchObject([{ place: { bounds: rectangle(2000, 100, 1000, 700) } }]);
});

it('opens with others behind the one that has the focus, which shows more than the map', async () => {
  const { windows } = await restored([{ ...there, wall: true }, there, there]);
  expect(windows.map(({ hasFocus }) => hasFocus)).toEqual([false, true, false]);
});

afterEach(endAll);

/** Ends an app as a person does, once all is written. */
async function quit(fake: Launched): Promise<void> {
  fake.electron.app.quit();
  await eventually(() => expect(fake.recorded.quit).toBe(true));
}

describe('the windows of the app', () => {
  it('open again where they were, with their pages, the last used one in front', async () => {
    const folder = path.join(await temporaryFolder(), 'data');
    const argv = ['.', '--data', folder];
    const first = await launch({ argv });
    first.recorded.displays = [LEFT, RIGHT];
    const window = await answering(first);
    window.setBounds(rectangle(2000, 100, 1000, 700));
    window.maximize();
    window.webContents.navigate('app://waybill/#/areas/17?q=Meyer');
    await quit(first);
    const kept = readFileSync(path.join(folder, 'windows.json'), 'utf8');
    expect(kept).not.toContain('Meyer');
    expect(kept).not.toContain('17');
    if (process.platform !== 'win32') {
      expect(statSync(path.join(folder, 'windows.json')).mode & 0o077).toBe(0);
    }

    const second = await launch({ argv });
    second.recorded.displays = [LEFT, RIGHT];
    const again = await answering(second);
    expect(again.options).toMatchObject(rectangle(2000, 100, 1000, 700));
    expect(again.loaded).toEqual(['app://waybill/#/areas']);
    expect(again.isMaximized()).toBe(true);
    expect(again.shown).toBe(true);
    await quit(second);

    const third = await launch({ argv });
    expect((await answering(third)).options).toMatchObject(rectangle(460, 170, 1000, 700));
  });

  it('come back from a screen that is unplugged while they are open', async () => {
    const fake = await launch();
    fake.recorded.displays = [LEFT, RIGHT];
    const window = await answering(fake);
    window.setBounds(rectangle(2000, 100));
    fake.electron.screen.emit('display-metrics-changed');
    expect(window.getBounds()).toEqual(rectangle(2000, 100));
    fake.recorded.displays = [LEFT];
    fake.electron.screen.emit('display-removed');
    expect(window.getBounds()).toEqual(rectangle(360, 120));
  });

  it.each([
    ['is damaged', '{"windows": [{'],
    ['was written by somebody else', '{"windows": [{"place": {"bounds": {"x": 1e9}}}]}'],
    [
      'leads elsewhere',
      JSON.stringify({ windows: [{ place: null, route: '#/a b', open: true, wall: false }] }),
    ],
  ])('open at their first place where what was kept %s', async (_what, text) => {
    const folder = await temporaryFolder();
    writeFileSync(path.join(folder, 'windows.json'), text);
    const window = await answering(await launch({ argv: ['.', '--data', folder] }));
    expect(window.options).toMatchObject({ width: 1440, height: 900 });
    expect(window.options.x).toBeUndefined();
    expect(window.loaded).toEqual(['app://waybill/']);
  });

  it('open again where they were once a file can be read that could not at first', async () => {
    const { files, kept, unblock, clock } = await unreadable();
    const loading = files.load();
    await eventually(() => expect(clock.waiting()).toBe(1));
    unblock();
    clock.advance(READ_AGAIN_MS);
    expect(await loading).toEqual(kept);
  });

  it('leave the places of the last start as they were where the file could not be read', async () => {
    const { files, kept, unblock, clock, text } = await unreadable();
    const loaded = { places: null as readonly Remembered[] | null };
    void files.load().then((places) => (loaded.places = places));
    await eventually(() => {
      clock.advance(READ_AGAIN_MS);
      expect(loaded.places).toEqual([]);
    });
    unblock();
    await files.save(kept.slice(0, 1));
    expect(JSON.parse(text())).toEqual({ windows: kept });
  });
});

/** A file of six windows that can't be read, since something else is in its place. */
async function unreadable() {
  const data = await temporaryFolder();
  const file = path.join(data, 'windows.json');
  const kept: Remembered[] = Array.from({ length: 6 }, (_, at) => ({
    ...{ place: placeOn(LEFT, rectangle(at, at)), route: '', open: true, wall: true },
  }));
  writeFileSync(`${file}.real`, JSON.stringify({ windows: kept }));
  const clock = virtualClock();
  const random = { uuid: () => 'x', fraction: () => 0 };
  mkdirSync(file);
  return {
    ...{ kept, clock, files: placesFile({ paths: { data }, random, clock }) },
    unblock() {
      rmdirSync(file);
      renameSync(`${file}.real`, file);
    },
    text: () => readFileSync(file, 'utf8'),
  };
}

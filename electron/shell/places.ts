import type { BrowserWindow, Display, Rectangle, Screen } from 'electron';
import * as z from 'zod/mini';
import { createInTurn } from '../core/inTurn.ts';
import { jsonFile } from '../core/jsonFile.ts';
import type { Ports } from '../core/ports.ts';
import { passed } from '../core/waiting.ts';

/** Where windows were, so that they open there again: also when a screen is gone or was moved. */

/** Farther away than any screen is, and still a number that every system takes. */
const FAR = 100_000;
const coordinate = z.int().check(z.minimum(-FAR), z.maximum(FAR));
const length = z.int().check(z.minimum(1), z.maximum(FAR));
const rectangle = z.object({ x: coordinate, y: coordinate, width: length, height: length });

/** More windows than anybody puts on a wall. */
export const MOST_WINDOWS = 8;

const PAGE = /^(#\/[a-z]{1,20})?$/;

const place = z.object({
  /** Neither maximised nor full screen. */
  bounds: rectangle,
  /** The screen it was on, and what of that windows may cover. */
  display: z.object({ id: z.number(), workArea: rectangle }),
  state: z.enum(['normal', 'maximized', 'fullScreen']),
});
export type Place = z.output<typeof place>;

/** A window as it is remembered. */
const remembered = z.object({
  place: z.nullable(place),
  /** The page that it showed, such as `#/areas`: never a record, which would outlive its account. */
  route: z.string().check(z.regex(PAGE)),
  /** Open at the last end of the app, so it is opened again. */
  open: z.boolean(),
  /** Shows the map alone. */
  wall: z.boolean(),
});
export type Remembered = z.output<typeof remembered>;

const file = z.object({ windows: z.array(remembered).check(z.maxLength(MOST_WINDOWS)) });

export interface PlacesFile {
  /** Nothing where nothing was kept, or what was kept can't be read. */
  load(): Promise<readonly Remembered[]>;
  /** Where it can't be kept, windows open at their first place. */
  save(windows: readonly Remembered[]): Promise<void>;
}

/** How often a file is read that can't be, as while a scanner looks at it; windows wait for that. */
const READ_TIMES = 4;
export const READ_AGAIN_MS = 250;

export function placesFile({
  paths,
  random,
  clock,
}: Pick<Ports, 'paths' | 'random' | 'clock'>): PlacesFile {
  const stored = jsonFile({
    ...{ folder: paths.data, name: 'windows.json' },
    ...{ schema: file, none: { windows: [] }, random },
  });
  const saves = createInTurn();
  /** It holds windows that were not opened again: nothing replaces it. */
  let isUnread = false;
  return {
    async load() {
      for (let time = 1; time <= READ_TIMES; time += 1) {
        const saved = await stored.load();
        if (saved.ok) return saved.value.windows;
        if (time < READ_TIMES) await passed(clock, READ_AGAIN_MS);
      }
      isUnread = true;
      return [];
    },
    async save(windows) {
      if (isUnread) return;
      const last = windows.slice(0, MOST_WINDOWS);
      await saves.run(() => stored.save({ windows: [...last] }));
    },
  };
}

type Shown = Pick<Display, 'id' | 'workArea'>;

/** As much of a window has to be on a screen, so that a person can take hold of it. */
const HOLD = { width: 200, height: 60 };

/** How much of a rectangle lies in another one, in both directions; none where they do not meet. */
function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  const along = (from: number, size: number, other: number, otherSize: number): number =>
    Math.max(0, Math.min(from + size, other + otherSize) - Math.max(from, other));
  return { width: along(a.x, a.width, b.x, b.width), height: along(a.y, a.height, b.y, b.height) };
}

/** Whether the top of a window, by which it is moved, can be taken hold of on one of these screens. */
export function isInReach(bounds: Rectangle, displays: readonly Shown[]): boolean {
  const top = { ...bounds, height: Math.min(bounds.height, HOLD.height) };
  return displays.some(({ workArea }) => {
    const seen = overlap(top, workArea);
    const enough = Math.min(HOLD.width, bounds.width);
    return seen.width >= enough && seen.height >= Math.min(HOLD.height, top.height) / 2;
  });
}

/** As large as it was, as far as the screen has room, and in the middle of it. */
function centred({ width, height }: Rectangle, { workArea }: Shown): Rectangle {
  const size = {
    width: Math.min(width, workArea.width),
    height: Math.min(height, workArea.height),
  };
  return {
    ...size,
    x: Math.round(workArea.x + (workArea.width - size.width) / 2),
    y: Math.round(workArea.y + (workArea.height - size.height) / 2),
  };
}

/**
 * Where a window opens that was here: on its screen, also where that one has moved meanwhile; in the
 * middle of the first screen where its own is gone, or no longer reaches as far.
 *
 * @param displays the screens there are; the first is the primary one
 */
export function placeAgain({ bounds, display }: Place, displays: readonly Shown[]): Rectangle {
  const same = displays.find(({ id }) => id === display.id);
  const moved =
    same === undefined
      ? bounds
      : {
          ...bounds,
          x: bounds.x + same.workArea.x - display.workArea.x,
          y: bounds.y + same.workArea.y - display.workArea.y,
        };
  const home = same ?? displays[0];
  if (home === undefined || isInReach(moved, displays)) return moved;
  return centred(moved, home);
}

/** The page of an address of the desk, without what is open on it. */
export function pageOf(address: string): string {
  const hash = URL.canParse(address) ? new URL(address).hash : '';
  const page = /^#\/[a-z]{1,20}/.exec(hash)?.[0] ?? '';
  return PAGE.test(page) ? page : '';
}

/** Where a window is now. */
export function placeOf(window: BrowserWindow, screen: Pick<Screen, 'getDisplayMatching'>): Place {
  const { x, y, width, height } = window.getNormalBounds();
  const bounds = {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  };
  // A maximised window lies on the screen that it fills, which may not be the one it came from.
  const covers = window.isFullScreen() || window.isMaximized();
  const { id, workArea } = screen.getDisplayMatching(covers ? window.getBounds() : bounds);
  const state = window.isFullScreen() ? 'fullScreen' : covers ? 'maximized' : 'normal';
  return { bounds, display: { id, workArea }, state };
}

/** Brings windows back that are on no screen any more, now that one was unplugged or moved. */
export function keepInReach(
  screen: Pick<Screen, 'on' | 'getAllDisplays' | 'getPrimaryDisplay'>,
  windows: () => Iterable<BrowserWindow>,
): void {
  const look = (): void => {
    const displays = screen.getAllDisplays();
    for (const window of windows()) {
      if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) continue;
      const bounds = window.getBounds();
      if (!isInReach(bounds, displays))
        window.setBounds(centred(bounds, screen.getPrimaryDisplay()));
    }
  };
  screen.on('display-removed', look);
  screen.on('display-metrics-changed', look);
}

import type {
  App,
  BrowserWindow,
  MenuItemConstructorOptions,
  NativeImage,
  Notification,
  Tray,
} from 'electron';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import { counted, type ShellWords } from '../../shared/rules/shellWords.ts';
import type { AttentionSettings, Clock, Log } from '../core/ports.ts';
import { appSign, dotSign, NEEDS_YOU, WAITS, type Picture } from './drawing.ts';
import { quietForMs } from './quiet.ts';

/** What telling the person of waiting writes needs of the world around it. */
export interface AttentionSetup {
  app: Pick<App, 'setBadgeCount' | 'quit'>;
  platform: NodeJS.Platform;
  clock: Clock;
  log: Log;
  settings(): AttentionSettings;
  words(): ShellWords;
  windows(): Iterable<BrowserWindow>;
  /** Brings the desk to the front, at the outbox where that is asked. */
  show(link: string | null): void;
  image(picture: Picture): NativeImage;
  notification(title: string, body: string): Pick<Notification, 'show' | 'on'> | null;
  /** Throws where the system has no tray. */
  tray(image: NativeImage): Pick<Tray, 'setImage' | 'setToolTip' | 'setContextMenu' | 'on'>;
  menu(template: MenuItemConstructorOptions[]): Parameters<Tray['setContextMenu']>[0];
}

interface Counts {
  waiting: number;
  needsYou: number;
}

const OUTBOX = '#/outbox';
const DOT_PIXELS = 32;
const TRAY_PIXELS = 32;

/** What waits, in words without a name: a notification may be read by whoever passes by. */
export function countWords({ waiting, needsYou }: Counts, words: ShellWords): string {
  if (needsYou > 0) return counted(words, 'needsYou', needsYou);
  return waiting > 0 ? counted(words, 'waiting', waiting) : words.texts.nothingWaits;
}

/** Tells of writes that need the person: once for each time that there are more of them. */
function createTelling(setup: AttentionSetup): (counts: Counts) => void {
  const { clock, settings } = setup;
  /** What was told or seen last; null before the first count. */
  let known: number | null = null;
  let latest = 0;
  let cancel: (() => void) | null = null;
  /** Kept so that a click is heard. */
  const shown = new Set<object>();

  const isInUse = (): boolean =>
    [...setup.windows()].some((window) => !window.isDestroyed() && window.isFocused());

  const tell = (): void => {
    cancel = null;
    if (latest <= (known ?? 0)) return;
    const quietMs = quietForMs(settings(), new Date(clock.now()));
    if (quietMs > 0) {
      // What came in the night is told in the morning, if it is still there.
      cancel = clock.after(quietMs, tell);
      return;
    }
    known = latest;
    // Whoever sits at the desk sees it there.
    if (!settings().notifications || isInUse()) return;
    const words = setup.words();
    const notification = setup.notification(
      countWords({ waiting: 0, needsYou: latest }, words),
      words.texts.openOutbox,
    );
    if (notification === null) return;
    shown.add(notification);
    const gone = (): void => void shown.delete(notification);
    notification.on('click', () => {
      gone();
      setup.show(OUTBOX);
    });
    notification.on('close', gone);
    notification.show();
  };

  return ({ needsYou }) => {
    latest = needsYou;
    // What was there at the start is on the desk that opens with it.
    known = known === null ? needsYou : Math.min(known, needsYou);
    cancel?.();
    tell();
  };
}

/** The sign of the app in the tray, with what waits; null where the system has none. */
function createTray(setup: AttentionSetup): ((counts: Counts) => void) | null {
  // A Mac has its dock for this.
  if (setup.platform === 'darwin') return null;
  try {
    const tray = setup.tray(setup.image(appSign(TRAY_PIXELS, null)));
    tray.on('click', () => setup.show(null));
    return (counts) => {
      const { texts } = setup.words();
      const words = countWords(counts, setup.words());
      tray.setImage(setup.image(appSign(TRAY_PIXELS, dotOf(counts))));
      tray.setToolTip(`Waybill: ${words}`);
      const menu = setup.menu([
        { label: texts.open, click: () => setup.show(null) },
        { label: words, click: () => setup.show(OUTBOX) },
        { type: 'separator' },
        { label: texts.quit, click: () => setup.app.quit() },
      ]);
      tray.setContextMenu(menu);
    };
  } catch (error) {
    setup.log.write('warn', 'tray.none', {
      error: error instanceof Error ? error.name : 'unknown',
    });
    return null;
  }
}

function dotOf({ waiting, needsYou }: Counts): typeof WAITS | null {
  if (needsYou > 0) return NEEDS_YOU;
  return waiting > 0 ? WAITS : null;
}

/**
 * Shows what waits outside the windows: as a badge of dock or taskbar, in the tray, and by a
 * notification where writes need the person. Only numbers leave the desk.
 *
 * @returns hears of every event of the core, and of windows that are new
 */
export function createAttention(setup: AttentionSetup): {
  hear(event: AnyEvent): void;
  opened(window: BrowserWindow): void;
  /** The words have changed: what is shown says so in the new ones. */
  reworded(): void;
} {
  const tell = createTelling(setup);
  const inTray = createTray(setup);
  let last: Counts = { waiting: 0, needsYou: 0 };
  let shown = '';

  const overlay = (window: BrowserWindow): void => {
    if (setup.platform !== 'win32' || window.isDestroyed()) return;
    const dot = dotOf(last);
    const image = dot === null ? null : setup.image(dotSign(DOT_PIXELS, dot));
    window.setOverlayIcon(image, dot === null ? '' : countWords(last, setup.words()));
  };
  const show = (counts: Counts): void => {
    last = counts;
    const now = JSON.stringify(counts);
    if (now === shown) return;
    shown = now;
    const { waiting, needsYou } = counts;
    if (setup.platform !== 'win32') setup.app.setBadgeCount(needsYou > 0 ? needsYou : waiting);
    for (const window of setup.windows()) overlay(window);
    inTray?.(counts);
  };
  inTray?.(last);

  return {
    hear(event) {
      if (event.name !== 'connection') return;
      const { waiting, needsYou } = event.payload;
      show({ waiting, needsYou });
      tell({ waiting, needsYou });
    },
    reworded() {
      for (const window of setup.windows()) overlay(window);
      inTray?.(last);
    },
    opened: (window) => window.once('ready-to-show', () => overlay(window)),
  };
}

import type { App, BrowserWindow, Dialog, MessageBoxOptions, WebContents } from 'electron';
import { unreachable } from '../../shared/result.ts';
import type { ShellWords } from '../../shared/rules/shellWords.ts';
import type { Clock, Log } from '../core/ports.ts';
import { APP_ORIGIN } from './protocol.ts';
import { Deaths, TROUBLE_ADDRESS, type Death } from './trouble.ts';
import { isWall } from './window.ts';

/** What keeping a window alive needs of the world around it. */
export interface Life {
  app: Pick<App, 'quit'>;
  clock: Clock;
  log: Log;
  dialog: Pick<Dialog, 'showMessageBox'>;
  deaths: Deaths;
  words(): ShellWords;
  /** Tells the person once, in this window. */
  tell(contents: WebContents, notice: LifeNotice): void;
}

export interface LifeNotice {
  level: 'info' | 'warning';
  code: string;
  message: string;
}

/** Chromium's code for a load that was given up for another one. */
const ABORTED = -3;

const DESK_RESTARTED: LifeNotice = {
  level: 'warning',
  code: 'desk.restarted',
  message:
    'The desk stopped and was opened again. What you saved and what waits is safe; a form that was open and not saved may be gone.',
};

const GPU_RESTARTED: LifeNotice = {
  level: 'warning',
  code: 'desk.graphicsRestarted',
  message:
    'The computer’s graphics stopped and were started again. Where the map stays empty, leave the page and come back.',
};

/** What is asked of a desk that hangs. */
function hangQuestion({ texts }: ShellWords): MessageBoxOptions {
  return {
    ...{ type: 'warning', message: texts.hangs, detail: texts.hangsDetail },
    buttons: [texts.wait, texts.openAgain],
    ...{ defaultId: 0, cancelId: 0, noLink: true },
  };
}
const OPEN_AGAIN = 1;

/**
 * Keeps the desk in a window alive: a renderer that dies and a page that fails to load are loaded
 * again and the person is told once; dying in a loop ends in the page of trouble, and where not even
 * that can be shown, in a question of the system. A desk that hangs is the person's to decide.
 */
export function keepAlive(window: BrowserWindow, life: Life): void {
  const { webContents } = window;
  const { deaths, log, clock } = life;
  // One cause may end all windows at once, and is no loop of any of them.
  const own = new Deaths(clock);
  let showing: 'desk' | 'trouble' = 'desk';
  let notified = false;

  /** Later: Electron is in the middle of burying the renderer. */
  const load = (address: string): void => {
    clock.after(0, () => {
      if (window.isDestroyed()) return;
      // A living page that is asked for its own address, with a fragment, would stay as it is.
      if (!webContents.isCrashed() && webContents.getURL() === address) webContents.reload();
      // A load that fails is told by `did-fail-load`.
      else window.loadURL(address).catch(() => undefined);
    });
  };

  const openDesk = (): void => {
    showing = 'desk';
    notified = true;
    load(`${APP_ORIGIN}/${deskRoute(webContents.getURL())}`);
  };

  const fallen = (death: Death): void => {
    if (window.isDestroyed()) return;
    for (const list of [deaths, own]) list.note(death);
    log.write('error', 'desk.gone', { ...death });
    // A window that has not painted yet would stay hidden for ever; whoever types elsewhere goes on.
    if (!window.isVisible() && !window.isMinimized()) window.showInactive();
    if (showing === 'trouble') return void lastWord(life, () => openDesk());
    if (!own.inALoop()) return openDesk();
    showing = 'trouble';
    notified = false;
    load(TROUBLE_ADDRESS);
  };

  webContents.on('render-process-gone', (_event, { reason, exitCode }) =>
    fallen({ what: 'desk', reason, code: exitCode }),
  );
  webContents.on('did-fail-load', (_event, code, reason, _address, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) fallen({ what: 'load', reason, code });
  });
  webContents.on('preload-error', (_event, _path, { name }) =>
    fallen({ what: 'preload', reason: name, code: 0 }),
  );
  webContents.on('did-navigate', (_event, address) => {
    showing = address.startsWith(TROUBLE_ADDRESS) ? 'trouble' : 'desk';
  });
  webContents.on('did-finish-load', () => {
    if (notified && showing === 'desk') life.tell(webContents, DESK_RESTARTED);
    notified = false;
  });
  askWhenHanging(window, life);
}

/** The page of the desk that an address leads to, so that it opens where the person was. */
function deskRoute(address: string): string {
  const [query = '', hash] = address.slice(`${APP_ORIGIN}/`.length).split('#', 2);
  // Anything else, such as the page of trouble, is none of the desk's.
  if (query !== '' && !isWall(address)) return '';
  return hash === undefined ? query : `${query}#${hash}`;
}

/** Asks once while a desk does not answer; an answer that comes after all takes the question away. */
function askWhenHanging(window: BrowserWindow, { dialog, log, words }: Life): void {
  let question: AbortController | null = null;
  const end = (): void => {
    question?.abort();
    question = null;
  };
  window.on('responsive', end);
  window.on('closed', end);
  window.on('unresponsive', () => {
    if (question !== null) return;
    const asked = new AbortController();
    question = asked;
    log.write('warn', 'desk.hangs');
    void dialog
      .showMessageBox(window, { ...hangQuestion(words()), signal: asked.signal })
      .then(({ response }) => {
        if (question !== asked) return;
        question = null;
        // Its end is a death like any other, so that a desk that always hangs is no endless loop.
        if (response === OPEN_AGAIN) window.webContents.forcefullyCrashRenderer();
      });
  });
}

/** Not even the page of trouble can be shown: what is left is a box of the system's own. */
async function lastWord({ app, dialog, words }: Life, again: () => void): Promise<void> {
  const { texts } = words();
  const { response } = await dialog.showMessageBox({
    ...{ type: 'error', message: texts.cannotShow, detail: texts.cannotShowDetail },
    buttons: [texts.quit, texts.tryAgain],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 0) app.quit();
  else again();
}

/**
 * Watches the processes beside the windows. Chromium starts them anew by itself; the person is told
 * once where something on screen may have suffered.
 *
 * @param everybody tells every desk
 */
export function watchProcesses(
  app: Pick<App, 'on'>,
  { deaths, log }: Pick<Life, 'deaths' | 'log'>,
  everybody: (notice: LifeNotice) => void,
): void {
  let notified = false;
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    deaths.note({ what: type, reason, code: exitCode });
    log.write('error', 'process.gone', { type, reason, code: exitCode });
    switch (type) {
      case 'GPU':
        if (!notified) everybody(GPU_RESTARTED);
        notified = true;
        return;
      case 'Utility':
      case 'Zygote':
      case 'Sandbox helper':
      case 'Pepper Plugin':
      case 'Pepper Plugin Broker':
      case 'Unknown':
        return;
      default:
        unreachable(type);
    }
  });
}

import path from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { AnyEvent } from '../shared/ipc/contract.ts';
import { fail, type Result } from '../shared/result.ts';
import type { CommandName } from '../shared/rules/commands.ts';
import { systemClock } from './core/adapters/clock.ts';
import { createNodePorts, type NodePorts } from './core/adapters/nodePorts.ts';
import type { Core } from './core/core.ts';
import { createCore } from './core/createCore.ts';
import { openLocalWhenEmpty } from './core/openLocal.ts';
import { mayExport } from './core/policy.ts';
import type { Policy, Ports } from './core/ports.ts';
import {
  readArguments,
  readSecondInstance,
  useDataFolder,
  type Arguments,
  type SecondInstance,
} from './shell/arguments.ts';
import { createAttention, type AttentionSetup } from './shell/attention.ts';
import { bindCore, sendEvent } from './shell/bind.ts';
import { LINK_SCHEME, readLink } from './shell/deepLinks.ts';
import { createDesks, type Desks } from './shell/desks.ts';
import { createDesktop } from './shell/desktop.ts';
import { keepInReach, placesFile } from './shell/places.ts';
import { createFiles } from './shell/files.ts';
import { createHanded, fileAmong, LOOKS_INTO } from './shell/handed.ts';
import { introduce } from './shell/identity.ts';
import { keepAlive, watchProcesses, type Life } from './shell/life.ts';
import { createMenu, menuTemplate, type ShownMenu } from './shell/menu.ts';
import { confineDownloads, confineNavigation, denyPermissions } from './shell/navigation.ts';
import { loadPolicy, policyPath } from './shell/policyFile.ts';
import { createConnectivity, holdable } from './shell/power.ts';
import { confirmQuit } from './shell/quit.ts';
import { askBeforeUnload } from './shell/unsaved.ts';
import { APP_HOST, APP_SCHEME, readAppFiles, respond } from './shell/protocol.ts';
import { systemSecrets } from './shell/secrets.ts';
import { rememberedWords, shellFile, type ShellFile } from './shell/shellFile.ts';
import { createStartAgain } from './shell/startAgain.ts';
import { failStart, StartRefused, watchMain, whyNoLock } from './shell/startFailure.ts';
import { refuseSwitches } from './shell/switches.ts';
import { createSystemProxy } from './shell/systemProxy.ts';
import { Deaths, troubleFiles, type About } from './shell/trouble.ts';
import { loadUpdater, updatesOff } from './shell/updater.ts';
import { createUpdates, type Updates } from './shell/updates.ts';
import { windowOptions } from './shell/window.ts';

// Composition root of the installed app. Order matters: the data folder is settled before the lock
// that lies in it, the sandbox and the scheme before Electron is ready, and the lock is taken
// before anything is opened.
let failed = false;
let core: Core | null = null;
/** Brings the desk to the front, led to where a link points; null before there is one. */
let follow: ((link: string | null) => void) | null = null;
/** Has the desk look into the file that was handed over; null before there is one. */
let lookInto: (() => void) | null = null;
/** Opens the local workspace where no account is in use; null before there is a core to wait for. */
let openLocal: (() => void) | null = null;
const handed = createHanded();
const failOnce = (error: unknown): void => {
  if (failed) return;
  failed = true;
  const words = rememberedWords(app.getPath('userData'));
  void failStart({ app, dialog, platform: process.platform, clock: systemClock(), words }, error);
};
const startAgain = createStartAgain(app, process.argv, process.env);

try {
  const given = readArguments(process.argv, process.cwd());
  if (given.dataDir !== null) useDataFolder(app, given.dataDir);
  refuseSwitches(app);
  introduce(app, process.platform);
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
  confineNavigation(app);
  hearOthers(given);
  if (given.file !== null) open(given.file, given);
  const mine: SecondInstance = { argv: process.argv, folder: process.cwd() };
  if (app.requestSingleInstanceLock(mine)) {
    const base = createNodePorts({
      dataDir: app.getPath('userData'),
      logLevel: app.isPackaged ? 'info' : 'debug',
      keepsLog: true,
      systemProxy: (clock) => createSystemProxy(() => session.defaultSession, clock),
    });
    watchMain(
      process,
      () => core !== null,
      failOnce,
      (error) => base.log.write('error', 'main.uncaught', { name: nameOf(error) }),
    );
    app
      .whenReady()
      // A start that has failed meanwhile opens nothing more.
      .then(() => (failed ? undefined : start(base, given)))
      .catch(failOnce);
  } else {
    const problem = whyNoLock(app.getPath('userData'));
    if (problem !== null) throw problem;
    app.quit();
  }
} catch (error) {
  failOnce(error);
}

/**
 * Further starts, and links and files that other programs hand over, from the beginning: what comes
 * before there is a desk is what this start was given. macOS tells of links and files, also of those
 * that it starts the app by, before Electron is ready. Windows is told whose links are here, other
 * systems by the installer.
 */
function hearOthers(given: Arguments): void {
  const lead = (link: string | null): void => {
    if (follow === null) given.link = link ?? given.link;
    else follow(link);
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const second = readSecondInstance(data);
    if (startAgain.isClosing()) return startAgain.ask(second);
    if (second.file === null) lead(second.link);
    else open(second.file, given);
    if (!second.local) return;
    if (openLocal === null) given.local = true;
    else openLocal();
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = readLink(url);
    if (link === null) return;
    if (startAgain.isClosing()) startAgain.ask({ link });
    else lead(link);
  });
  app.on('open-file', (event, named) => {
    event.preventDefault();
    const file = fileAmong([named], '/');
    if (file !== null) open(file, given);
  });
  const isPortable = process.env['PORTABLE_EXECUTABLE_DIR'] !== undefined;
  if (process.platform === 'win32' && app.isPackaged && !isPortable) {
    app.setAsDefaultProtocolClient(LINK_SCHEME);
  }
}

/** Keeps a file until a desk looks into it, and leads one there: nothing is taken in by that. */
function open(file: string, given: Arguments): void {
  if (startAgain.isClosing()) return startAgain.ask({ file });
  handed.give(file);
  if (lookInto === null) given.link = LOOKS_INTO;
  else lookInto();
}

/** Milliseconds since the process began. */
function sinceStart(): number {
  return Math.round(performance.now());
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function start(base: NodePorts, given: Arguments): Promise<void> {
  const stored = shellFile(base.paths.data, base.random);
  let shown: Desks | null = null;
  const menu = ownMenu(stored, () => shown);
  menu.show();
  const deaths = new Deaths(base.clock);
  const policy = loadPolicy(policyPath(process.platform));
  await openSession(base, deaths, stored, mayExport(policy, 'diagnostics'));
  const life: Life = {
    ...{ app, clock: base.clock, log: base.log, dialog, deaths, words: stored.words },
    tell: (contents, notice) => sendEvent(contents, { name: 'notice', payload: notice }),
  };
  const desks = createDesks({
    make: (options) => new BrowserWindow(options),
    options: windowOptions(path.join(import.meta.dirname, 'preload.cjs'), app.isPackaged),
    opened: (window) => {
      keepAlive(window, life);
      askBeforeUnload(window, { dialog, words: life.words, isClosing: startAgain.isClosing });
      window.once('ready-to-show', () =>
        base.log.write('info', 'desk.shown', { ms: sinceStart() }),
      );
      endWithSession(window);
      attention.opened(window);
    },
    ...{ screen, clock: base.clock, file: placesFile(base) },
  });
  keepInReach(screen, desks.windows);
  shown = desks;
  const attention = createAttention(attentionSetup(base, desks, stored));
  // The window opens at once; its calls wait for the core.
  const opening = Promise.withResolvers<Core>();
  const send = bindCore(ipcMain, later(opening.promise), desks.contents);
  const connectivity = holdable(createConnectivity(app, net, powerMonitor, base.clock));
  const updates = ownUpdates(base, policy, connectivity.hold, send, desks, stored);
  const endWithSession = confirmQuit({
    ...{ app, dialog, clock: base.clock, power: powerMonitor, words: stored.words, host: process },
    // Whatever keeps the core from opening must not keep the app from ending.
    core: { call: (name: string, input: unknown) => callNow(name, input) as never },
    leaveWindows: desks.leave,
    close() {
      startAgain.closing();
      return Promise.all([desks.end(), close(base)]).then(() => undefined);
    },
    leave: () =>
      updates.leave(() => {
        startAgain.leave();
        app.quit();
      }),
    stay: () => [updates.stayed, desks.openWhenNone].forEach((next) => next()),
  });
  watchProcesses(app, life, (notice) => send({ name: 'notice', payload: notice }));
  openLocal = () => void opening.promise.then(openLocalWhenEmpty);
  leadOthers(desks);
  const windows = Promise.all([desks.restore(given.link), stored.load()]);
  const started = await createCore({
    ...base,
    ...ownPorts(base),
    desktop: createDesktop({
      ...{ folder: base.paths.data, shell, file: stored, desks, updates },
      ...{ setMenu: menu.set, takeHanded: handed.take },
      reworded: () => [menu.show, attention.reworded].forEach((next) => next()),
    }),
    ...{ connectivity, policy },
    host: 'electron',
    version: app.getVersion(),
    // Also where it throws: what opens afterwards would outlive the end of the start.
  }).finally(() => windows);
  if (!started.ok) throw new StartRefused(started.error);
  core = started.value;
  core.on(send);
  core.on(attention.hear);
  // `npm start` asks for it, so that a checkout opens on the demo; an installed app asks first.
  if (given.local) openLocal();
  opening.resolve(core);
  updates.start();
}

/** What pages may do and are served: the desk's own files, and the page of trouble. */
async function openSession(
  base: NodePorts,
  deaths: Deaths,
  { words }: ShellFile,
  mayBeSaved: boolean,
): Promise<void> {
  denyPermissions(session.defaultSession);
  // Nothing is spelled here, and no dictionary is to be fetched for it.
  session.defaultSession.setSpellCheckerLanguages([]);
  confineDownloads(session.defaultSession);
  const files = await readAppFiles(path.join(import.meta.dirname, '..', 'renderer'));
  const { problems } = base.notebook;
  const trouble = troubleFiles(base.paths.data, about(), deaths, problems, words, mayBeSaved);
  session.defaultSession.protocol.handle(APP_SCHEME, (request) =>
    respond(request, (name) => trouble(name) ?? files.get(name), {
      protocol: `${APP_SCHEME}:`,
      host: APP_HOST,
    }),
  );
}

/** Leads what other programs hand over to the desks, and opens one for the dock, until the app closes. */
function leadOthers(desks: Desks): void {
  app.on('activate', () => (startAgain.isClosing() ? undefined : desks.openWhenNone()));
  lookInto = () => showHanded(desks);
  follow = (link) => desks.show(link);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** Shows what was handed over. */
function showHanded(desks: Desks): void {
  const window = desks.front();
  // A page that is open goes there by itself: loading it would take away what is written in it.
  desks.show(window === undefined ? LOOKS_INTO : null);
  if (window !== undefined) sendEvent(window.webContents, { name: 'handed', payload: {} });
}

/** A core that is not open yet. */
function later(opening: Promise<Core>): Pick<Core, 'call'> {
  return {
    call: async (name: string, input: unknown) => (await opening).call(name, input) as never,
  };
}

/** Updates of the app, as the policy of this computer has them. */
function ownUpdates(
  { clock, log }: NodePorts,
  policy: Policy,
  hold: (held: boolean) => void,
  send: (event: AnyEvent) => void,
  desks: Desks,
  attempt: ShellFile,
): Updates {
  const { platform } = process;
  const feed = policy.updates;
  return createUpdates({
    off: updatesOff(policy, {
      ...{ platform, isPackaged: app.isPackaged, resources: process.resourcesPath },
      isPortable: process.env['PORTABLE_EXECUTABLE_DIR'] !== undefined,
    }),
    version: app.getVersion(),
    load() {
      if (typeof feed === 'string') throw new Error('No feed is set.');
      return loadUpdater(feed, platform);
    },
    async inFlight() {
      const waiting = await core?.call('session.waiting', {});
      return waiting?.ok === true ? waiting.value.inFlight : null;
    },
    closeWindows() {
      // Elsewhere the installer starts at once, and the app would quit of itself without a window.
      if (platform === 'darwin') for (const window of [...desks.windows()]) window.destroy();
    },
    quit: () => app.quit(),
    startAgain: () => startAgain.ask({}),
    tell: (state) => send({ name: 'updates', payload: state }),
    ...{ clock, log, hold, attempt },
  });
}

/** The ports that Electron fills. */
function ownPorts(base: NodePorts): Partial<Ports> {
  return {
    secrets: systemSecrets(base),
    files: createFiles(dialog, app),
  };
}

/** What Electron has to tell the person by, outside the windows. */
function attentionSetup(base: NodePorts, desks: Desks, stored: ShellFile): AttentionSetup {
  return {
    ...{ app, platform: process.platform, clock: base.clock, log: base.log },
    ...{
      settings: stored.attention,
      words: stored.words,
      windows: desks.windows,
      show: desks.show,
    },
    image: ({ bitmap, size }) =>
      nativeImage.createFromBitmap(bitmap, { width: size, height: size }),
    notification: (title, body) =>
      Notification.isSupported() ? new Notification({ title, body }) : null,
    tray: (image) => new Tray(image),
    menu: (template) => Menu.buildFromTemplate(template),
  };
}

/** The menu of the app; its commands go to the desk that was used last, and bring it to the front. */
function ownMenu(stored: ShellFile, desks: () => Desks | null): ShownMenu {
  const run = (name: CommandName): void => {
    const window = desks()?.front();
    desks()?.show();
    if (window !== undefined) {
      sendEvent(window.webContents, { name: 'command', payload: { name } });
    }
  };
  return createMenu(stored.words, (entries, words) => {
    const template = menuTemplate(process.platform, app.isPackaged, entries, run, words);
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  });
}

async function callNow(name: string, input: unknown): Promise<Result<unknown>> {
  if (core !== null) return core.call(name, input);
  return fail({ kind: 'local', code: 'core.notOpen', message: 'Waybill is still starting.' });
}

async function close(base: NodePorts): Promise<void> {
  await core?.close();
  await base.localService.close();
}

function about(): About {
  const { electron, chrome, node } = process.versions;
  return {
    version: app.getVersion(),
    system: `${process.platform} ${process.arch}`,
    parts: { Electron: electron, Chromium: chrome, Node: node },
  };
}

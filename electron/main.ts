import path from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  protocol,
  session,
  shell,
  type WebContents,
} from 'electron';
import { createNodePorts } from './core/adapters/nodePorts.ts';
import { createCore } from './core/createCore.ts';
import { openLocalWhenEmpty } from './core/openLocal.ts';
import { bindCore } from './shell/bind.ts';
import { createFiles } from './shell/files.ts';
import { createLinks } from './shell/links.ts';
import { menuTemplate } from './shell/menu.ts';
import { confineNavigation, denyPermissions } from './shell/navigation.ts';
import { createConnectivity } from './shell/power.ts';
import { createPrinter } from './shell/printer.ts';
import { confirmQuit } from './shell/quit.ts';
import { APP_HOST, APP_SCHEME, readAppFiles, respond } from './shell/protocol.ts';
import { createSecrets } from './shell/secrets.ts';
import { openDesk, windowOptions } from './shell/window.ts';

// Composition root of the installed app. Order matters: the sandbox and the scheme are fixed
// before Electron is ready, and the lock is taken before anything is opened.
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
]);
confineNavigation(app);

if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(start);
} else {
  app.quit();
}

async function start(): Promise<void> {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)));
  denyPermissions(session.defaultSession);
  const files = await readAppFiles(path.join(import.meta.dirname, '..', 'renderer'));
  session.defaultSession.protocol.handle(APP_SCHEME, (request) =>
    respond(request, (name) => files.get(name), { protocol: `${APP_SCHEME}:`, host: APP_HOST }),
  );

  const base = createNodePorts({
    dataDir: app.getPath('userData'),
    logLevel: app.isPackaged ? 'info' : 'debug',
  });
  let printSessions = 0;
  const started = await createCore({
    ...base,
    secrets: await createSecrets(base.log),
    connectivity: createConnectivity(app, net, powerMonitor),
    printer: createPrinter(
      () => session.fromPartition(`print-${++printSessions}`),
      (options) => new BrowserWindow(options),
    ),
    files: createFiles(dialog, app.getPath('downloads')),
    links: createLinks((url) => shell.openExternal(url)),
    host: 'electron',
    version: app.getVersion(),
  });
  if (!started.ok) {
    dialog.showErrorBox(
      'Waybill can’t start',
      [started.error.message, started.error.safe].filter(Boolean).join('\n\n'),
    );
    app.quit();
    return;
  }
  const core = started.value;
  const windows = new Set<WebContents>();
  core.on(bindCore(ipcMain, core, windows));
  // `npm start` passes it, so that a checkout opens on the demo; an installed app asks first.
  if (process.argv.includes('--local')) await openLocalWhenEmpty(core);

  function open(): void {
    const window = openDesk(
      (options) => new BrowserWindow(options),
      windowOptions(path.join(import.meta.dirname, 'preload.cjs'), app.isPackaged),
    );
    const contents = window.webContents;
    windows.add(contents);
    window.on('closed', () => windows.delete(contents));
  }

  open();
  app.on('activate', () => {
    if (windows.size === 0) open();
  });
  app.on('second-instance', () => {
    const first = BrowserWindow.getAllWindows()[0];
    if (first?.isMinimized()) first.restore();
    first?.focus();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  confirmQuit({
    ...{ app, dialog, core },
    power: powerMonitor,
    close: () => core.close().then(() => base.localService.close()),
    stay: () => {
      if (windows.size === 0) open();
    },
  });
}

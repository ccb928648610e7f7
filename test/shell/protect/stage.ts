/** What the loader puts in the place of `electron` and of the core, set before a module is loaded. */
export interface Stage {
  electron: object;
  createCore: (ports: unknown) => Promise<unknown>;
}

const KEY = Symbol.for('waybill.stage');
const place = globalThis as unknown as Record<symbol, Stage>;

export function setStage(stage: Stage): void {
  place[KEY] = stage;
}

/** Sources of the modules that stand in for others; they read the stage once, when they load. */
export const ELECTRON_SOURCE = `const { electron } = globalThis[Symbol.for('waybill.stage')];
export const { app, BrowserWindow, contextBridge, dialog, ipcMain, ipcRenderer, Menu, nativeImage, net,
  Notification, powerMonitor, protocol, screen, session, shell, Tray, webUtils } = electron;`;
export const CORE_SOURCE = `const { createCore: made } = globalThis[Symbol.for('waybill.stage')];
export const createCore = (ports) => made(ports);`;
export const KEYTAR_SOURCE = "throw new Error('No keychain here');";

/** Requests to the file system take as long as the disk does, however often it is looked. */
const readsFiles = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/** Lets whatever is ready run until this holds; false where it never does. */
export async function comes(about: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 500 && !about(); turn += readsFiles() ? 0 : 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return about();
}

import type { App } from 'electron';

/** What electron-builder calls the app by (`appId`), and its shortcut on Windows with it. */
export const APP_ID = 'app.waybill.desk';

/**
 * Windows puts windows and notifications to the shortcut of this name; without it they are a stranger's,
 * and a notification may not be shown at all.
 */
export function introduce(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
}

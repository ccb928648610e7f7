import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater, NsisUpdater, UpdateInfo } from 'electron-updater';
import type { Policy, UpdateFeed, UpdateState } from '../core/ports.ts';
import { askWindows, signedBy } from './installerSignature.ts';
import { goThroughProxy } from './updateProxy.ts';
import type { Updater } from './updates.ts';

/** electron-updater, as Waybill lets it work. */

/** What decides on updates beside the policy. */
export interface Installation {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** Runs from one file that nobody installed. */
  isPortable: boolean;
  /** The folder of `app-update.yml`, which the build writes. */
  resources: string;
}

/**
 * Whether the installed version names the publisher that an update has to be signed by. Without one
 * electron-updater would check nothing, and say nothing.
 */
export function namesPublisher(resources: string): boolean {
  try {
    const config = readFileSync(path.join(resources, 'app-update.yml'), 'utf8');
    return /^publisherName:[ \t]*(?:\r?\n[ \t]*-[ \t]*)?['"]?[^\s'"[\]{}~#]/m.test(config);
  } catch {
    return false;
  }
}

/**
 * Why this installation does not update itself; null where it may. On Windows the publisher's
 * signature is compared, macOS compares by itself; nobody checks one on Linux, whose packages come by
 * the system's own way.
 */
export function updatesOff(
  { updates }: Pick<Policy, 'updates'>,
  { platform, isPackaged, isPortable, resources }: Installation,
): UpdateState['why'] {
  if (updates === 'notSet' || updates === 'forbidden') return updates;
  if (!isPackaged || isPortable || (platform !== 'win32' && platform !== 'darwin')) return 'system';
  return platform === 'win32' && !namesPublisher(resources) ? 'unsigned' : null;
}

/** What is new, as text; a list of several versions is put one after the other. */
function notesOf({ releaseNotes }: Pick<UpdateInfo, 'releaseNotes'>): string {
  if (typeof releaseNotes === 'string') return releaseNotes;
  return (releaseNotes ?? []).map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n');
}

/** Sets what is left open otherwise: nothing by itself, nothing older, nothing that names a person. */
export function confine(
  updater: AppUpdater & Partial<Pick<NsisUpdater, 'verifyUpdateCodeSignature'>>,
): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  updater.logger = null;
  // It would tell each computer apart by a number of its own.
  updater.requestHeaders = { 'x-user-staging-id': '00000000-0000-4000-8000-000000000000' };
  updater.isUserWithinRollout = () => true;
  // Its own check, which Windows alone has, lets a file pass where PowerShell does not run.
  updater.verifyUpdateCodeSignature = signedBy(askWindows);
}

export function overElectronUpdater(updater: AppUpdater): Updater {
  confine(updater);
  /** The files that were fetched; macOS keeps its own. */
  let files: readonly string[] = [];
  return {
    async look() {
      const found = await updater.checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: notesOf(found.updateInfo) };
    },
    async fetch(onPercent, signal) {
      const { CancellationToken } = await import('builder-util-runtime');
      const token = new CancellationToken();
      signal.addEventListener('abort', () => token.cancel());
      const progress = ({ percent }: { percent: number }): void => onPercent(percent);
      updater.on('download-progress', progress);
      try {
        files = await updater.downloadUpdate(token);
      } finally {
        updater.off('download-progress', progress);
      }
    },
    install(failed) {
      // As where a virus scanner took it away: that would be told to nobody.
      const gone = files.find((file) => !existsSync(file));
      if (gone !== undefined) throw new Error('The installer is gone.');
      updater.once('error', failed);
      updater.quitAndInstall(true, true);
    },
  };
}

/** Loads electron-updater for this system; not before it is wanted. */
export async function loadUpdater(
  { url, channel }: UpdateFeed,
  platform: NodeJS.Platform,
): Promise<Updater> {
  const { MacUpdater, NsisUpdater } = await import('electron-updater');
  const feed = { provider: 'generic', url, channel } as const;
  const updater = platform === 'darwin' ? new MacUpdater(feed) : new NsisUpdater(feed);
  await goThroughProxy(updater, process.env);
  return overElectronUpdater(updater);
}

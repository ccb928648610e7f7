import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import { linkAmong } from './deepLinks.ts';
import { fileAmong } from './handed.ts';

/** What a start asks for. Everything else on the command line belongs to Chromium or to nobody. */
export interface Arguments {
  /** Absolute; null leaves the system's own place. */
  dataDir: string | null;
  /** Opens the local workspace where no account is in use yet: `npm start` asks so. */
  local: boolean;
  /** Where a link leads inside the desk, such as `#/vehicles/101`; null where none was followed. */
  link: string | null;
  /** Absolute path of the file that is to be opened; null for none. */
  file: string | null;
}

/**
 * Reads a command line by an exact list of flags, `--data DIR`, `--data=DIR` and `--local`, and takes
 * the last `waybill://` link and the last `.waybill` file.
 *
 * @param argv with or without the executable in front
 * @param folder that a relative DIR is meant from
 */
export function readArguments(argv: readonly string[], folder: string): Arguments {
  const at = argv.findLastIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  const flag = argv[at];
  const given = flag === '--data' ? argv[at + 1] : flag?.slice('--data='.length);
  const named = given !== undefined && given !== '' && !given.startsWith('--');
  return {
    dataDir: named ? path.resolve(folder, given) : null,
    local: argv.includes('--local'),
    link: linkAmong(argv),
    file: fileAmong(argv, folder),
  };
}

/**
 * Puts all that the app keeps into this folder: accounts, Chromium's own files, and the lock that
 * a second instance meets. Has to be done before the lock is asked for. Electron refuses a folder
 * that does not exist, so it is made, readable by its owner alone.
 */
export function useDataFolder(app: Pick<App, 'setPath'>, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataDir);
}

/** What a second instance hands over: Electron's own list of arguments may be changed on the way. */
export type SecondInstance = { argv: string[]; folder: string };

/** The arguments that a second instance handed over; anything else asks for nothing. */
export function readSecondInstance(data: unknown): Arguments {
  const { argv, folder } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  const texts = Array.isArray(argv) ? argv.filter((arg) => typeof arg === 'string') : [];
  return readArguments(texts, typeof folder === 'string' ? folder : '/');
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App, Dialog } from 'electron';
import type { AppError } from '../../shared/result.ts';
import type { ShellWords } from '../../shared/rules/shellWords.ts';
import { failedBy } from '../core/db/failure.ts';
import type { Clock } from '../core/ports.ts';
import { within } from '../core/waiting.ts';

/** What a start that ended with an error looks like to whoever started the app. */
export const START_FAILED = 1;

/** A start that the core refused, for a reason that a person can understand. */
export class StartRefused extends Error {
  readonly error: Pick<AppError, 'code' | 'message' | 'safe'>;

  constructor(error: Pick<AppError, 'code' | 'message' | 'safe'>) {
    super(error.message);
    this.error = error;
  }
}

/** A start that is refused before there is a core, in words of the shell. */
export class StartForbidden extends Error {
  readonly what: 'unconfined' | 'watched';

  constructor(what: 'unconfined' | 'watched') {
    super(what);
    this.what = what;
  }
}

function wordsOf(error: unknown, { texts, refusals }: ShellWords): string {
  if (error instanceof StartForbidden) {
    return `${texts[error.what]}\n\n${texts[`${error.what}Safe`]}`;
  }
  if (error instanceof StartRefused) {
    const { code, message, safe } = error.error;
    const known = refusals[code];
    return [known?.what ?? message, known?.safe ?? safe].filter(Boolean).join('\n\n');
  }
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return `${texts.wentWrong.replace('{}', () => reason)}\n\n${texts.nothingChanged}`;
}

/** Electron that is not ready by then never will be, as where there is no display. */
export const READY_WITHIN_MS = 10_000;

/** What telling of a failed start needs of the world around it. */
export interface Failing {
  app: Pick<App, 'releaseSingleInstanceLock' | 'exit' | 'isReady' | 'whenReady'>;
  dialog: Pick<Dialog, 'showErrorBox'>;
  platform: NodeJS.Platform;
  clock: Pick<Clock, 'after'>;
  words: ShellWords;
}

/**
 * Ends a start that failed: says why, gives the lock back so that the next start is not refused by
 * a process without a window, and exits with an error.
 */
export async function failStart(failing: Failing, error: unknown): Promise<void> {
  const { app, dialog, platform, clock, words } = failing;
  try {
    // Before that Linux shows no box: the words would go to a terminal that nobody sees.
    if (platform === 'linux' && !app.isReady()) {
      await within(clock, READY_WITHIN_MS, app.whenReady()).catch(() => undefined);
    }
    dialog.showErrorBox(words.texts.cannotStart, wordsOf(error, words));
  } finally {
    app.releaseSingleInstanceLock();
    app.exit(START_FAILED);
  }
}

const PROBE_BYTES = 4_096;

/**
 * Why the lock in the data folder was not given, although nobody has it: Electron says no alike where
 * another Waybill runs and where the folder can't be written. Null where it can.
 */
export function whyNoLock(folder: string): StartRefused | null {
  const probe = path.join(folder, `lock-probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, new Uint8Array(PROBE_BYTES), { mode: 0o600 });
    return null;
  } catch (error) {
    const failure = failedBy(error);
    return failure.ok ? null : new StartRefused(failure.error);
  } finally {
    // A full disk takes a part of it.
    if (existsSync(probe)) rmSync(probe);
  }
}

/**
 * Catches what nobody caught in the main process. While it starts, that ends the start; afterwards
 * it is written down and the app goes on, since whatever was confirmed is on disk.
 */
export function watchMain(
  host: Pick<NodeJS.Process, 'on'>,
  started: () => boolean,
  failed: (error: unknown) => void,
  note: (error: unknown) => void,
): void {
  const caught = (error: unknown): void => (started() ? note(error) : failed(error));
  host.on('uncaughtException', caught);
  host.on('unhandledRejection', caught);
}

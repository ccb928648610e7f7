import type { App } from 'electron';
import type { Arguments } from './arguments.ts';
import { LINK_SCHEME, readLink } from './deepLinks.ts';
import { fileAmong } from './handed.ts';

/** What was asked of an app that closes: a start, with a link or a file, that has to come after it. */
export interface StartAgain {
  /** From now on nothing is opened here any more. */
  closing(): void;
  isClosing(): boolean;
  /** Remembers what is to be opened by the next start; the last link and the last file count. */
  ask(wanted: Partial<Pick<Arguments, 'link' | 'file'>>): void;
  /** Everything is closed: has the system start the app again where somebody asked for it. */
  leave(): void;
}

/** Programs that were unpacked to be started, and are gone with their process: what they came out of. */
function executable(env: NodeJS.ProcessEnv): string | undefined {
  return env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'];
}

/** @param argv of this start, whose own link and file were followed long ago */
export function createStartAgain(
  app: Pick<App, 'relaunch'>,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): StartAgain {
  let closing = false;
  let left = false;
  let asked = false;
  let link: string | null = null;
  let file: string | null = null;

  const relaunch = (): void => {
    const flags = argv
      .slice(1)
      .filter((arg) => readLink(arg) === null && fileAmong([arg], '/') === null);
    const wanted = [
      ...(link === null ? [] : [`${LINK_SCHEME}://open/${link.slice('#/'.length)}`]),
      ...(file === null ? [] : [file]),
    ];
    const execPath = executable(env);
    app.relaunch({ args: [...flags, ...wanted], ...(execPath === undefined ? {} : { execPath }) });
  };
  return {
    closing: () => void (closing = true),
    isClosing: () => closing,
    ask(wanted) {
      link = wanted.link ?? link;
      file = wanted.file ?? file;
      const first = !asked;
      asked = true;
      // Each call of Electron's starts one more.
      if (left && first) relaunch();
    },
    leave() {
      left = true;
      if (asked) relaunch();
    },
  };
}

import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that the system hands over to be opened: by the command line, by macOS's event, by a second
 * start. A page never learns where one lies; it is told that there is one, and asks the core to look
 * into it. Nothing is taken in by that.
 */

/** The page that looks into them. */
export const LOOKS_INTO = '#/review';
/** What may be handed over: files of field packs. */
const ENDING = '.waybill';
/** Linux hands files over as addresses, too. */
const FILE_URL = /^file:\/\/\//i;

/** The file that an argument names; null for anything else. @param folder that a relative path is meant from */
function fileNamed(argument: string, folder: string): string | null {
  if (argument.includes('\0') || !argument.toLowerCase().endsWith(ENDING)) return null;
  if (FILE_URL.test(argument)) {
    try {
      const file = fileURLToPath(argument);
      return file.includes('\0') ? null : file;
    } catch {
      return null;
    }
  }
  // Flags, and links of any scheme.
  if (argument.startsWith('-') || /^[a-z][a-z0-9+.-]+:\/\//i.test(argument)) return null;
  return path.resolve(folder, argument);
}

/** The last file on a command line, but for what `--data` names. */
export function fileAmong(argv: readonly string[], folder: string): string | null {
  const named = argv.map((argument, at) =>
    argv[at - 1] === '--data' ? null : fileNamed(argument, folder),
  );
  return named.findLast((file) => file !== null) ?? null;
}

/** The file that was handed over last, until somebody looks into it. */
export interface Handed {
  give(file: string): void;
  /** Its path, once; null where none waits. */
  take(): string | null;
}

export function createHanded(): Handed {
  let waits: string | null = null;
  return {
    give: (file) => void (waits = file),
    take() {
      const file = waits;
      waits = null;
      return file;
    },
  };
}

import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file of lines that never grows beyond what is set; the one before it is kept beside it. */
export interface LogFile {
  write(line: string): void;
  /** The last lines, the older file's first; empty where nothing can be read. */
  tail(): string;
}

const MOST_BYTES = 512 * 1024;
const TAIL_CHARS = 64 * 1024;
const NAME = 'waybill.log';
const BEFORE = 'waybill.1.log';

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Keeps lines in a folder, readable by its owner alone. A disk that is full or refuses costs the
 * lines and nothing else.
 */
export function createLogFile(folder: string, mostBytes = MOST_BYTES): LogFile {
  const file = path.join(folder, NAME);
  const before = path.join(folder, BEFORE);
  let size: number | null = null;
  return {
    write(line) {
      try {
        if (size === null) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          size = sizeOf(file);
        }
        const bytes = Buffer.byteLength(line) + 1;
        if (size > 0 && size + bytes > mostBytes) {
          rmSync(before, { force: true });
          renameSync(file, before);
          size = 0;
        }
        // At once: what matters most is said last before a process dies.
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
        size += bytes;
      } catch {
        size = null;
      }
    },
    tail() {
      const text = (textOf(before) + textOf(file)).slice(-TAIL_CHARS);
      return text.slice(text.indexOf('\n') + 1);
    },
  };
}

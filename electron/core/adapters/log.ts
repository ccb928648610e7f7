import type { Clock, Log, LogLevel } from '../ports.ts';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A JWT, or whatever follows the word Bearer. */
const SECRET = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bBearer\s+[^\s"]+/gi;

/**
 * One JSON line per entry, to wherever `write` leads. Callers pass nothing secret; what looks like
 * a token all the same is blotted out here, as the last net.
 */
export function lineLog(clock: Clock, write: (line: string) => void, least: LogLevel): Log {
  return {
    write(level, event, detail = {}) {
      if (ORDER[level] < ORDER[least]) return;
      const at = new Date(clock.now()).toISOString();
      const line = JSON.stringify({ at, level, event, ...detail });
      write(`${line.replace(SECRET, '[secret]')}\n`);
    },
  };
}

/**
 * Lets a process outlive the terminal or the pipe that it was started from: a line that nobody can
 * take any more is told as an error of the stream, and one that nobody hears ends the process or
 * leads to the next line.
 */
export function outliveTerminal({
  stdout,
  stderr,
}: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  }
}

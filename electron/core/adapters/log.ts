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

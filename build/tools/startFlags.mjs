/**
 * The flags of `npm start`, read before anything is installed: a mistyped one is told at once, in one
 * line. Plain JavaScript without dependencies, like all that runs before the install.
 */
import { parseArgs } from 'node:util';

/** Those of the headless host, which a window ignores where they mean nothing to it. */
export const FLAGS = /** @type {const} */ ({
  data: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'no-local': { type: 'boolean' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
});

const HELP = `Usage: npm start -- [options]
Opens the desk in an Electron window, or on a loopback address where none can be opened.
  --data DIR     folder of the data (where an installed Waybill keeps its own)
  --port N       port on 127.0.0.1, where no window is opened (a free one)
  --no-open      print the link and open no browser
  --no-local     do not open the local workspace where no account is in use yet
  --json         print one line of JSON and nothing else
  --verbose      log more
  --help         print this`;

/**
 * @param {readonly string[]} flags
 * @returns {{ help?: string, problem?: string }} what to print instead of a start; nothing where it may begin
 */
export function readStartFlags(flags) {
  try {
    const { values } = parseArgs({ args: [...flags], options: FLAGS });
    return values.help === true ? { help: HELP } : {};
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    return { problem: `${why}. See npm start -- --help.` };
  }
}

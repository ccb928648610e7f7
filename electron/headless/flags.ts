import { parseArgs } from 'node:util';

/** What the host is started with. */
export interface Flags {
  /** 0 takes a free one. */
  port: number;
  /** Undefined for where an installed app keeps its data. */
  data: string | undefined;
  open: boolean;
  local: boolean;
  json: boolean;
  verbose: boolean;
}

export const USAGE = `Usage: npm start -- [options]
  --data DIR     folder of the data (where an installed Waybill keeps its own)
  --port N       port on 127.0.0.1, where no window is opened (a free one)
  --no-open      print the link and open no browser
  --no-local     do not open the local workspace where no account is in use yet
  --json         print one line of JSON and nothing else
  --verbose      log more
  --help         print this`;

/** The flags, that help is asked for, or what is wrong with them as one line. */
export type ReadFlags =
  { is: 'flags'; flags: Flags } | { is: 'help' } | { is: 'wrong'; why: string };

const OPTIONS = {
  port: { type: 'string', default: '0' },
  data: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
  'no-local': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @param argv without the executable and the script */
export function readFlags(argv: readonly string[]): ReadFlags {
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options: OPTIONS }));
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    return { is: 'wrong', why: `${why}. See npm start -- --help.` };
  }
  if (values.help) return { is: 'help' };
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    return { is: 'wrong', why: '--port must be a whole number up to 65535.' };
  }
  const { json, verbose } = values;
  // As the window has it; the folder that one stands in would be taken otherwise.
  const data = values.data === '' ? undefined : values.data;
  const flags = { port, data, json, verbose, open: !values['no-open'], local: !values['no-local'] };
  return { is: 'flags', flags };
}

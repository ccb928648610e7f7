import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** better-sqlite3 crashes the process on older versions instead of saying so. */
const LEAST_NODE = 22;

const USAGE = `Usage: npm run service -- [options]
  --port N             port on 127.0.0.1 (a free one unless given)
  --data DIR           folder of the data (in memory unless given)
  --seed demo|empty    what a new folder is filled with (demo)
  --vehicles N         vehicles of the demo, up to 100000 (250)
  --faults FILE        JSON array of fault rules
  --clock-offset S     seconds that the service's clock runs ahead
  --json               print one line of JSON and nothing else`;

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) {
    refuse(`--${name} must be a whole number up to ${most}.\n${USAGE}`);
  }
  return value;
}

function options() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        seed: { type: 'string', default: 'demo' },
        vehicles: { type: 'string', default: '250' },
        faults: { type: 'string' },
        'clock-offset': { type: 'string', default: '0' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
    refuse(
      `The fleet service needs Node ${LEAST_NODE} or newer; this is ${process.versions.node}. ` +
        'Start it with "npm run service", which brings its own.',
    );
  }
  const given = options();
  if (given.help) {
    console.log(USAGE);
    return;
  }
  const { seed } = given;
  if (seed !== 'demo' && seed !== 'empty') refuse(`--seed must be demo or empty.\n${USAGE}`);
  const offset = Number(given['clock-offset']);
  if (!Number.isFinite(offset)) refuse(`--clock-offset must be a number of seconds.\n${USAGE}`);

  // Loaded only now: the check of the version must come before the native module.
  const { createService } = await import('./createService.ts');
  const { IN_MEMORY } = await import('./dataFolder.ts');
  const { parseFaults } = await import('./faults.ts');
  const service = await createService({
    dataDir: given.data ?? IN_MEMORY,
    port: wholeNumber('port', given.port, 65_535),
    seed,
    vehicles: wholeNumber('vehicles', given.vehicles, 100_000),
    clock: () => Date.now() + offset * 1000,
    faults: given.faults === undefined ? [] : parseFaults(readFileSync(given.faults, 'utf8')),
    onBug: (error) => console.error(error),
  });
  const { baseUrl, email, password, token } = service;
  if (given.json) console.log(JSON.stringify({ baseUrl, email, password, token }));
  else {
    console.log(`The fleet service runs at ${baseUrl}`);
    console.log(`Sign in as ${email} with the password ${password}`);
    console.log('Press Ctrl+C to end it.');
  }
  const end = () => void service.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
  refuse(error instanceof Error ? error.message : String(error));
});

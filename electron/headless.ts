import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readFlags, USAGE } from './headless/flags.ts';

/**
 * The desk on plain Node: the same core behind a loopback address, for development, tests and
 * machines without an Electron binary. Never part of a packaged app.
 */

const major = Number(process.versions.node.split('.')[0]);
if (major < 22) {
  process.stderr.write(
    `Waybill needs Node 22 or newer; this is ${process.version}. Use \`npm start\`, which brings its own.\n`,
  );
  process.exit(1);
}

const asked = readFlags(process.argv.slice(2));
if (asked.is === 'help') {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
if (asked.is === 'wrong') {
  process.stderr.write(`${asked.why}\n`);
  process.exit(1);
}
const { flags } = asked;

/** Where an installed app keeps its data too, so that both find the same mirror and queue. */
function defaultDataFolder(): string {
  if (process.platform === 'darwin') {
    return path.join(os.homedir(), 'Library', 'Application Support', 'Waybill');
  }
  if (process.platform === 'win32') {
    return path.join(process.env['APPDATA'] ?? os.homedir(), 'Waybill');
  }
  return path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config'), 'Waybill');
}

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const { openInBrowser } = await import('./headless/browser.ts');
const { startHeadless } = await import('./headless/host.ts');
const { CLOSE_MS, LOOK_MS, waitingLines } = await import('./shell/quit.ts');
const { within } = await import('./core/waiting.ts');
const { systemClock } = await import('./core/adapters/clock.ts');
const dataDir = path.resolve(flags.data ?? defaultDataFolder());
const started = await startHeadless({
  dataDir,
  port: flags.port,
  local: flags.local,
  version: manifest.version,
  logLevel: flags.verbose ? 'debug' : 'warn',
});
if (!started.ok) {
  process.stderr.write(`${started.error.message}\n${started.error.safe ?? ''}\n`);
  process.exit(1);
}

const host = started.value;
const link = host.link();
if (flags.json) process.stdout.write(`${JSON.stringify({ url: link, origin: host.origin })}\n`);
else {
  process.stdout.write(
    `\n  Waybill is open at ${link}\n` +
      `  (the link works once; press Enter for another, Ctrl+C to quit)\n` +
      `  Data: ${dataDir}\n\n`,
  );
}
// Without a desktop the printed link is enough.
if (flags.open) openInBrowser(link).catch(() => undefined);
if (process.stdin.isTTY) {
  process.stdin.on('data', () => process.stdout.write(`  ${host.link()}\n`));
}

const clock = systemClock();
let closing = false;
async function quit(): Promise<void> {
  if (closing) return;
  closing = true;
  const waiting = await within(clock, LOOK_MS, host.core.call('session.waiting', {}));
  if (!flags.json && waiting?.ok === true && waiting.value.total > 0) {
    const lines = waitingLines(waiting.value).map((line) => `    ${line}\n`);
    process.stdout.write(
      `\n  These writes still wait. They stay in the data folder and go on at the next start.\n${lines.join('')}\n`,
    );
  }
  // Every answer that was given is on disk: what hangs is left to its end.
  await within(clock, CLOSE_MS, host.close());
  process.exit(0);
}
process.on('SIGINT', () => void quit());
process.on('SIGTERM', () => void quit());

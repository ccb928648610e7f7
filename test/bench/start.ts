import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../build/tools/project.mjs';
import { median, nowMs, say, timed, type Figure } from './figure.ts';

/** `npm start` as a person types it, on a checkout in which nothing changed since it was built. */

const headless = { ...process.env, WAYBILL_HEADLESS: '1' };

/** Starts it over a data folder; ms until the desk's page was answered. Ends it again. */
async function startedMs(dataDir: string): Promise<number> {
  const from = nowMs();
  const flags = ['start', '--silent', '--', '--data', dataDir, '--no-open', '--json'];
  // A group of its own: npm, the starter and the host end together.
  const child = spawn('npm', flags, {
    ...{ cwd: root, env: headless, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { url } = JSON.parse(line) as { url: string };
      const door = await fetch(url, { redirect: 'manual' });
      const cookie = door.headers.get('set-cookie')?.split(';')[0] ?? '';
      const page = await fetch(new URL('/', url), { headers: { cookie } });
      if (!page.ok) throw new Error(`The desk answered ${String(page.status)}`);
      await page.text();
      return nowMs() - from;
    }
    throw new Error('npm start ended before the desk was served');
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** What npm itself takes to run a script that does nothing, ms. */
async function bareMs(folder: string): Promise<number> {
  const { ms } = await timed(async () => {
    const child = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: 'ignore' });
    await once(child, 'exit');
  });
  return ms;
}

/** Starts the demo fleet several times; the first start, which builds and makes the fleet, is left out. */
export async function startFigures(folder: string, runs: number): Promise<Figure[]> {
  const dataDir = path.join(folder, 'start');
  const empty = path.join(folder, 'nothing');
  mkdirSync(empty);
  writeFileSync(path.join(empty, 'package.json'), '{"scripts":{"start":"node -e 0"}}');
  const first = await startedMs(dataDir);
  const starts: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await bareMs(empty));
    starts.push(await startedMs(dataDir));
  }
  return [
    {
      name: '`npm start` when nothing changed, to the served desk',
      ...{ value: median(starts), unit: 'ms', aim: { most: 1_500 }, samples: runs },
      beside: `npm with a script that does nothing ${say(median(bare), 'ms')}; the first start ${say(first, 'ms')}`,
      more: {},
    },
  ];
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ageProblems, EXCEPTIONS, releasesOf } from '../../build/checks/ages.mjs';
import { WITHOUT_CHECKSUM } from '../../build/checks/packages.mjs';
import { root } from '../../build/tools/project.mjs';
import { run } from '../../build/tools/run.mjs';

/** A registry on this computer: what it knows of each package, by its name. */
type Known = Record<string, { time?: Record<string, string>; 'dist-tags'?: { latest: string } }>;

let close: (() => void) | null = null;
afterEach(() => close?.());

/** Starts a registry that answers with this, and notes what it was asked for. */
async function registryOf(known: (name: string) => Known[string] | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    asked.push(name);
    const told = known(name);
    response.writeHead(told === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(told ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { registry: `http://127.0.0.1:${port}/`, asked };
}

const NOW = Date.parse('2026-03-20T12:00:00Z');
const locked = {
  '': { name: 'own', version: '1.0.0' },
  'node_modules/old': { version: '1.0.0' },
  'node_modules/young': { version: '2.0.0' },
  'node_modules/old/node_modules/young': { version: '1.9.0' },
  'node_modules/alias': { name: '@made/up', version: '3.0.0' },
  'node_modules/inside': { version: '1.0.0', inBundle: true },
};
const KNOWN: Known = {
  old: { time: { created: '2020-01-01T00:00:00Z', '1.0.0': '2020-01-01T00:00:00Z' } },
  young: { time: { '1.9.0': '2026-03-13T11:59:00Z', '2.0.0': '2026-03-13T12:01:00Z' } },
  '@made/up': { time: { '3.0.0': '2026-03-01T00:00:00Z' } },
};

describe('the age of a release', () => {
  it('is at least a week for every locked version, or the version is named', async () => {
    const { registry, asked } = await registryOf((name) => KNOWN[name]);
    expect(await ageProblems({ locked, registry, now: NOW, exceptions: [] })).toEqual([
      'young@2.0.0 came out 6.9 days ago; wait until it is 7 days old, or say in build/checks/ages.mjs why not.',
    ]);
    expect(asked.sort()).toEqual(['@made/up', 'old', 'young']);
    const later = NOW + 60_000;
    expect(await ageProblems({ locked, registry, now: later, exceptions: [] })).toEqual([]);
  });

  it('may be less for an exact version with a reason, until a day', async () => {
    const { registry } = await registryOf((name) => KNOWN[name]);
    const problems = (version: string, reason: string, until: string) =>
      ageProblems({ locked, registry, now: NOW, exceptions: [{ version, reason, until }] });
    expect(await problems('young@2.0.0', 'It closes a hole.', '2026-03-21')).toEqual([]);
    for (const [version, reason, until] of [
      ['young@2.0.0', 'It closes a hole.', '2026-03-20'],
      ['young@1.9.0', 'It closes a hole.', '2026-03-21'],
    ] as const) {
      expect((await problems(version, reason, until)).at(-1)).toMatch(/^young@2.0.0 came out/);
    }
    expect((await problems('old@1.0.0', 'It closed a hole.', '2026-03-20'))[0]).toBe(
      'build/checks/ages.mjs: the exception of old@1.0.0 has ended: take it out.',
    );
    expect(await problems('young@2.0.0', ' ', '2026-03-21')).toHaveLength(2);
    expect(await problems('young@2.0.0', 'It closes a hole.', 'later')).toHaveLength(2);
  });

  it('that nobody tells is none, whether the version, the package or the registry is missing', async () => {
    const { registry } = await registryOf((name) => (name === 'young' ? { time: {} } : undefined));
    const [optional = ''] = WITHOUT_CHECKSUM;
    const some = {
      'node_modules/gone': { version: '1.0.0' },
      'node_modules/young': { version: '2.0.0' },
      [`node_modules/${optional}`]: { version: '0.7.0', optional: true },
    };
    expect(await ageProblems({ locked: some, registry, now: NOW, exceptions: [] })).toEqual([
      'gone@1.0.0: the registry does not say when it came out.',
      'young@2.0.0: the registry does not say when it came out.',
    ]);
    close?.();
    const silent = await ageProblems({ locked, registry, now: NOW, exceptions: [] });
    expect(silent).toHaveLength(3);
    for (const problem of silent) expect(problem).toContain("its age can't be read");
  });

  it('is asked for of all that is locked here, by the command that the workflow runs', async () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Parameters<typeof releasesOf>[0];
    };
    const releases = releasesOf(lock.packages);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const at = (name: string): string => (name === 'svelte' ? anHourAgo : '2020-01-01T00:00:00Z');
    const { registry, asked } = await registryOf((name) => ({
      'dist-tags': { latest: [...(releases.get(name) ?? [])].at(-1) ?? '' },
      time: Object.fromEntries([...(releases.get(name) ?? [])].map((one) => [one, at(name)])),
    }));
    const done = await run(process.execPath, ['build/checks/run.mjs', 'ages'], {
      env: { ...process.env, npm_config_registry: registry },
    });
    expect(done.output).toMatch(/^svelte@[\d.]+ came out 0.0 days ago[^\n]*\n$/);
    expect(done.code).toBe(1);
    expect(new Set(asked)).toEqual(new Set(releases.keys()));
    expect(releases.size).toBeGreaterThan(300);
  });

  it('of Electron is at most one major behind its latest', async () => {
    const electron = { 'node_modules/electron': { version: '45.4.1' } };
    const under = async (latest?: string): Promise<string[]> => {
      const { registry } = await registryOf(() => ({
        time: { '45.4.1': '2026-01-01T00:00:00Z' },
        ...(latest === undefined ? {} : { 'dist-tags': { latest } }),
      }));
      const told = await ageProblems({ locked: electron, registry, now: NOW, exceptions: [] });
      close?.();
      return told;
    };
    expect(await under('45.5.0')).toEqual([]);
    expect(await under('46.0.0')).toEqual([]);
    expect(await under('47.0.0')).toEqual([
      'electron@45.4.1 is 2 majors behind 47.0.0; at most 1 is allowed.',
    ]);
    expect(await under()).toHaveLength(1);
  });

  it('has exceptions that say why, and end', () => {
    for (const { version, reason, until } of EXCEPTIONS) {
      expect(version).toMatch(/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/);
      expect(reason).toMatch(/\w.*\.$/);
      expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

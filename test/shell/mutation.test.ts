import { spawn } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckName } from './protect/checks.ts';
import { rules } from './protect/rules.ts';

const LIMIT_MS = 120_000;

/** The checks by name; a check that is new fails to compile until it is listed. */
const CHECKS: Record<CheckName, string> = {
  window: 'the preferences of a desk’s window are safe, as a whole',
  policy: 'the policy and the headers are these, as a whole',
  trusted: 'no text becomes markup or a script but the addresses of the desk’s workers',
  served: 'the app’s own scheme answers built files alone',
  address: 'own addresses are compared part by part',
  deepLinks: 'links from outside lead to pages of an exact list',
  navigation: 'nothing leads away, and no window or web view opens',
  permissions: 'every permission of Electron’s types is denied',
  downloads: 'nothing is downloaded but the diagnostic text',
  sender: 'calls are taken from the desk’s own main frame',
  bound: 'the core hears no stranger',
  preload: 'the bridge is two frozen functions',
  main: 'the start tells Electron what protects first',
  unconfined: 'nothing opens where nothing would confine it',
  startFails: 'a start that fails leaves nothing behind',
  dataFolder: 'data folders are their owner’s alone',
  life: 'a dead desk is opened again',
  quit: 'quitting asks, and a shutdown does not wait',
  secrets: 'a removed account leaves no entry in the keychain',
  certificates: 'the system’s certificates are trusted',
  https: 'https alone leaves this computer',
  headless: 'the headless door is closed to strangers',
  fuses: 'every fuse is decided',
  policies: 'a policy is kept to, and one that can’t be read forbids',
  desks: 'further windows are a few, watched over, and keep nothing of what was open',
  handed: 'a file from outside is named by an exact form, and given once',
  attention: 'numbers alone are told, once, and when the person wants it',
  echoes: 'what a service repeats of the session’s secrets is taken out',
  redirects: 'no redirect and no address takes the session elsewhere',
  proxies: 'the proxy of the environment, or else of the system, is used, for what leaves',
  servers: 'an account asks its own servers alone',
  formulas: 'no cell that leaves is a formula',
  imports: 'files of writes come in for their own account alone',
  service: 'the embedded service is closed to strangers',
  removal: 'a removed account leaves no file, token or service',
  revival: 'a dead thread of the database is started anew, and a loop ends',
  calls: 'calls of the contract alone reach the core, with inputs of it',
  sizes: 'all that an input holds is counted',
  scripts: 'a proxy script names a host and a port, and nothing else',
  updates: 'updates go forwards, and wait for writes that are on their way',
  tiles: 'a map server gives tiles of a size, and leads to no other server',
  tables: 'what a table may hold is counted first',
  unpacked: 'a packed file of writes says truly what it holds, and comes in held',
  packFiles: 'the file of a pack holds what it says, for its own account',
  elsewhere: 'files elsewhere are asked for in the public internet alone, without the session',
  notebook: 'what is noted has the members and the forms of an exact list',
};

type Line = { check: CheckName; error: string | null } | { rule: string; noticed: string | null };

const errors = new Map<string, string | null>();
const noticed = new Map<string, string | null>();

/** Runs all of it in one process, whose loader changes one text at a time. */
function mutate(): Promise<void> {
  const script = path.join(import.meta.dirname, 'protect', 'mutate.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script]);
  let out = '';
  let problems = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      for (const text of out.split('\n').filter((line) => line.startsWith('{'))) {
        const line = JSON.parse(text) as Line;
        if ('check' in line) errors.set(line.check, line.error);
        else noticed.set(line.rule, line.noticed);
      }
      if (code === 0) resolve();
      else reject(new Error(problems));
    });
  });
}

beforeAll(mutate, LIMIT_MS);

describe('with every protective line in force', () => {
  it.each(Object.entries(CHECKS))('%s: %s', (check) => {
    expect(errors.get(check)).toBeNull();
  });
});

describe('a protective line that is taken out is noticed', () => {
  it('and each is named once', () => {
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  });

  it.each(rules.map(({ rule, check }) => [rule, check]))('%s (%s)', (rule) => {
    expect(noticed.get(rule), 'nothing failed without it').toBeTypeOf('string');
  });
});

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { APP_ID, introduce } from '../../electron/shell/identity.ts';
import { failStart, READY_WITHIN_MS, whyNoLock } from '../../electron/shell/startFailure.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { freshFolder } from '../core/db/support.ts';
import { virtualClock } from '../support/virtualClock.ts';

/** A start that fails on this system before Electron is ready, which `ready` makes it. */
function failing(platform: NodeJS.Platform) {
  const ready = Promise.withResolvers<undefined>();
  const done: string[] = [];
  const clock = virtualClock();
  const app = {
    isReady: () => false,
    whenReady: () => ready.promise,
    releaseSingleInstanceLock: () => void done.push('release'),
    exit: (code?: number) => void done.push(`exit ${String(code)}`),
  };
  const dialog = { showErrorBox: (_title: string, text: string) => void done.push(text) };
  const ended = failStart({ app, dialog, platform, clock, words: ENGLISH_WORDS }, new Error('x'));
  return { ready, done, clock, ended };
}
const ENDED = [expect.stringContaining('while starting: x'), 'release', 'exit 1'];

it('a start that fails on Linux waits with its box until Electron can show one', async () => {
  const { ready, done, ended } = failing('linux');
  await Promise.resolve();
  expect(done).toEqual([]);
  ready.resolve(undefined);
  await ended;
  expect(done).toEqual(ENDED);
});

it('a start that fails ends where Electron never gets ready, too', async () => {
  const { done, clock, ended } = failing('linux');
  clock.advance(READY_WITHIN_MS);
  await ended;
  expect(done).toEqual(ENDED);
  const other = failing('win32');
  await other.ended;
  expect(other.done).toEqual(ENDED);
});

it('a folder that can be written is no reason for a lock that was refused, and stays as it was', async () => {
  const folder = path.join(freshFolder(), 'new');
  expect(whyNoLock(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const refused = whyNoLock(path.join(file, 'below'));
  expect(refused?.error.code).toBe('db.readonly');
  expect(existsSync(path.join(file, 'below'))).toBe(false);
});

it('introduces itself to Windows by the name that its shortcut has there, and nowhere else', () => {
  const names: string[] = [];
  const app = { setAppUserModelId: (name: string) => void names.push(name) };
  for (const platform of ['linux', 'darwin', 'win32'] as const) introduce(app, platform);
  expect(names).toEqual([APP_ID]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { windowArguments } from '../../build/tools/electron.mjs';
import { readArguments } from '../../electron/shell/arguments.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

describe('the command line', () => {
  it.each([
    [['electron', '.', '--data', 'here'], path.resolve('/from/here')],
    [['--data=here'], path.resolve('/from/here')],
    [['--data', '/there'], path.resolve('/there')],
    [['--data', 'first', '--data', 'last'], path.resolve('/from/last')],
    [['--data'], null],
    [['--data='], null],
    [['--data', '--local'], null],
    [['--database', 'x', 'data'], null],
    [[], null],
  ])('%j names the data folder %s', (argv, dataDir) => {
    expect(readArguments(argv, '/from').dataDir).toBe(dataDir);
  });

  it('asks for the local workspace by that flag alone', () => {
    expect(readArguments(['--local'], '/').local).toBe(true);
    for (const argv of [[], ['--localhost'], ['local'], ['--local=1']]) {
      expect(readArguments(argv, '/').local).toBe(false);
    }
  });
});

it('`npm start` starts Electron by the project’s folder, which names the app', () => {
  const [folder, ...flags] = windowArguments(['--data', 'x']);
  expect(folder).toBe(root);
  expect(readArguments(flags, root)).toEqual({
    dataDir: path.join(root, 'x'),
    local: true,
    link: null,
    file: null,
  });
  const first = windowArguments(['--no-local']).slice(1);
  expect(readArguments(first, root).local).toBe(false);
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ productName: 'Waybill', main: 'dist/electron/main.js' });
});

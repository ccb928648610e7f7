import assert from 'node:assert/strict';
import type Electron from 'electron';
import type * as LifeModule from '../../../electron/shell/life.ts';
import type * as Trouble from '../../../electron/shell/trouble.ts';
import { ENGLISH_WORDS } from '../../../shared/rules/shellWords.ts';
import { FakeWindow } from '../../support/electron.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';
import { comes } from './stage.ts';

/** A dead desk is opened again and told of; a loop ends in the page of trouble. */
export async function lives(load: Load): Promise<void> {
  const { keepAlive } = await load<typeof LifeModule>('electron/shell/life.ts');
  const { Deaths, TROUBLE_ADDRESS } = await load<typeof Trouble>('electron/shell/trouble.ts');
  const clock = virtualClock();
  const told: string[] = [];
  let asked = 0;
  const window = new FakeWindow({});
  keepAlive(window as unknown as Electron.BrowserWindow, {
    ...{ clock, deaths: new Deaths(clock), log: { write: () => undefined } },
    app: { quit: () => undefined },
    words: () => ENGLISH_WORDS,
    dialog: { showMessageBox: () => ((asked += 1), new Promise(() => undefined)) },
    tell: (_contents, { code }) => told.push(code),
  });
  await window.loadURL('app://waybill/');
  const loads = async (count: number): Promise<void> => {
    clock.advance(0);
    assert.equal(await comes(() => window.loaded.length === count), true, `load ${count}`);
    await comes(() => !window.webContents.isCrashed());
  };
  for (let count = 0; count < 2; count += 1) window.emit('unresponsive');
  assert.equal(asked, 1, 'asked once');
  window.webContents.crash('crashed');
  await loads(2);
  assert.deepEqual(told, ['desk.restarted']);
  window.webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', 'app://waybill/', true, 1, 1);
  await loads(3);
  window.webContents.crash('oom');
  await loads(4);
  assert.equal(window.loaded.at(-1), TROUBLE_ADDRESS);
}

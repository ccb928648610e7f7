import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type * as Quit from '../../../electron/shell/quit.ts';
import { ok } from '../../../shared/result.ts';
import { ENGLISH_WORDS } from '../../../shared/rules/shellWords.ts';
import { createElectron, FakeWindow } from '../../support/electron.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';
import { comes } from './stage.ts';

const kinds = [{ endpoint: 'madeUp', title: 'Made up', count: 1, records: ['x'] }];
const waiting = { total: 1, inFlight: 0, kinds };

/** What waits is asked about, unless the computer ends; then nothing holds it up. */
export async function quits(load: Load): Promise<void> {
  const { confirmQuit, SHUTDOWN_MS } = await load<typeof Quit>('electron/shell/quit.ts');
  const begin = () => {
    const { electron, recorded } = createElectron('unused');
    void electron.app.whenReady();
    const clock = virtualClock();
    const window = new FakeWindow({});
    let closed = 0;
    const watch = confirmQuit({
      ...{ app: electron.app, power: electron.powerMonitor, dialog: electron.dialog, clock },
      ...{ host: new EventEmitter(), words: () => ENGLISH_WORDS },
      core: { call: () => Promise.resolve(ok(waiting)) as never },
      close: () => Promise.resolve(void (closed += 1)),
      leave: () => electron.app.quit(),
      stay: () => undefined,
    } as unknown as Parameters<typeof confirmQuit>[0]);
    watch(window as unknown as Parameters<typeof watch>[0]);
    return { electron, recorded, clock, window, closed: () => closed };
  };
  const asked = begin();
  asked.electron.app.quit();
  assert.equal(await comes(() => asked.recorded.quit), true);
  assert.equal(asked.recorded.questions.length, 1);

  const ending = begin();
  ending.electron.powerMonitor.emit('shutdown');
  ending.electron.app.quit();
  assert.equal(ending.recorded.quit, true);
  assert.equal(ending.recorded.questions.length, 0);

  const calledOff = begin();
  calledOff.electron.powerMonitor.emit('shutdown');
  calledOff.clock.advance(SHUTDOWN_MS);
  calledOff.electron.app.quit();
  assert.equal(await comes(() => calledOff.recorded.questions.length === 1), true);

  const windows = begin();
  windows.window.emit('session-end', { reasons: ['logoff'] });
  assert.equal(windows.closed(), 1);
}

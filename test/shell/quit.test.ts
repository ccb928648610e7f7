import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core/core.ts';
import {
  CLOSE_MS,
  confirmQuit,
  LOOK_MS,
  quitQuestion,
  SHUTDOWN_MS,
} from '../../electron/shell/quit.ts';
import type { Quitting } from '../../electron/shell/quit.ts';
import type { WaitingWrites } from '../../shared/ipc/shapes.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { eventually } from '../support/eventually.ts';
import { createElectron, FakeWindow } from '../support/electron.ts';
import { virtualClock } from '../support/virtualClock.ts';

const NOTHING: WaitingWrites = { total: 0, inFlight: 0, kinds: [] };
const SOME: WaitingWrites = {
  total: 7,
  inFlight: 1,
  kinds: [
    {
      ...{ endpoint: 'updateVehicle', title: 'Change a vehicle', count: 6 },
      records: ['WB 12', 'WB 13', 'WB 14', 'WB 15', 'WB 16'],
    },
    { endpoint: 'archiveArea', title: 'Archive an area', count: 1, records: ['North yard'] },
  ],
};

/** The end of an app whose account has these writes; `answers` are buttons by their number. */
function ending(waiting: WaitingWrites | 'hangs', ...answers: number[]) {
  const hangs = waiting === 'hangs';
  const never = new Promise<never>(() => undefined);
  const { electron, recorded } = createElectron('');
  void electron.app.whenReady();
  const clock = virtualClock();
  if (answers.length > 0) recorded.answers = answers;
  const calls: string[] = [];
  const exporting: { answer: Result<unknown> } = { answer: ok({}) };
  const call = (name: string): Promise<unknown> => {
    calls.push(name);
    if (hangs) return never;
    return Promise.resolve(name === 'session.waiting' ? ok(waiting) : exporting.answer);
  };
  const done = { closed: 0, stayed: 0 };
  const unsaved = { stays: false };
  const host = new EventEmitter();
  const watch = confirmQuit({
    ...{ clock, words: () => ENGLISH_WORDS, host: host as unknown as Quitting['host'] },
    app: electron.app as unknown as Quitting['app'],
    power: electron.powerMonitor as unknown as Quitting['power'],
    dialog: electron.dialog,
    core: { call: call as Core['call'] },
    leaveWindows: () => Promise.resolve(!unsaved.stays),
    close: () => {
      done.closed += 1;
      return hangs ? never : Promise.resolve();
    },
    leave: () => electron.app.quit(),
    stay: () => (done.stayed += 1),
  });
  const quit = (): boolean => {
    let prevented = false;
    electron.app.emit('before-quit', { preventDefault: () => (prevented = true) });
    return !prevented;
  };
  const window = new FakeWindow({});
  watch(window as unknown as Parameters<typeof watch>[0]);
  return { electron, recorded, calls, exporting, done, unsaved, quit, clock, window, host };
}

describe('quitting', () => {
  it('goes on with everything open where somebody stays with what is not saved', async () => {
    const { done, unsaved, quit } = ending(NOTHING);
    unsaved.stays = true;
    quit();
    await eventually(() => expect(done).toEqual({ closed: 0, stayed: 1 }));
    unsaved.stays = false;
    quit();
    await eventually(() => expect(done).toEqual({ closed: 1, stayed: 1 }));
  });

  it('asks nothing while nothing waits, and ends once everything is closed', async () => {
    const { recorded, done, quit } = ending(NOTHING);
    expect(quit()).toBe(false);
    expect(quit()).toBe(false);
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(done).toEqual({ closed: 1, stayed: 0 });
    expect(recorded.questions).toEqual([]);
    expect(quit()).toBe(true);
  });

  it('names what still waits and what happens to it', async () => {
    const { recorded, quit } = ending(SOME);
    quit();
    await eventually(() => expect(recorded.quit).toBe(true));
    const [question] = recorded.questions;
    expect(question?.message).toBe('7 writes still wait');
    expect(question?.detail).toBe(
      '6 × Change a vehicle: WB 12, WB 13, WB 14, WB 15, WB 16, …\n1 × Archive an area: North yard\n\n' +
        'They stay on this computer and go on when Waybill runs again.\n\n' +
        'One of them is on the way at this moment. At the next start Waybill looks at the service before it sends anything again.',
    );
    expect(question?.buttons).toEqual(['Quit', 'Export a copy…', 'Stay']);
  });

  it('can be called off, and asked for again', async () => {
    const { recorded, done, quit } = ending(SOME, 2);
    quit();
    await eventually(() => expect(done.stayed).toBe(1));
    expect(done.closed).toBe(0);
    recorded.answers = [0];
    quit();
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(done.closed).toBe(1);
  });

  it('exports a copy first where that is wished, and then asks again', async () => {
    const { recorded, calls, quit } = ending(SOME, 1, 0);
    quit();
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(calls).toEqual(['session.waiting', 'outbox.export', 'session.waiting']);
    expect(recorded.questions).toHaveLength(2);
  });

  it('says why a copy was not saved before it asks again', async () => {
    const { recorded, exporting, quit } = ending(SOME, 1, 0, 0);
    exporting.answer = fail({
      ...{ kind: 'local', code: 'disk.full', message: 'The disk is full.' },
      safe: 'Nothing was changed.',
    });
    quit();
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(recorded.questions).toHaveLength(3);
    expect(recorded.questions[1]).toMatchObject({
      message: 'The copy was not saved',
      detail: 'The disk is full.\n\nNothing was changed.',
    });
  });

  it('is held up neither by a disk that does not answer nor by what does not close', async () => {
    const { recorded, done, quit, clock } = ending('hangs');
    quit();
    clock.advance(LOOK_MS);
    await eventually(() => expect(done.closed).toBe(1));
    expect(recorded.quit).toBe(false);
    clock.advance(CLOSE_MS);
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(recorded.questions).toEqual([]);
  });

  it('asks nothing while the computer shuts down, and does not hold it up', async () => {
    const { electron, recorded, done, quit } = ending(SOME);
    electron.powerMonitor.emit('shutdown');
    expect(quit()).toBe(true);
    expect(quit()).toBe(true);
    await Promise.resolve();
    expect(done.closed).toBe(1);
    expect(recorded.questions).toEqual([]);
  });

  it('asks nothing where the system ends the process, and closes everything first', async () => {
    const { recorded, done, host, quit } = ending(SOME);
    recorded.answers = ['never'];
    quit();
    await eventually(() => expect(recorded.questions).toHaveLength(1));
    host.emit('SIGTERM');
    host.emit('SIGTERM');
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(done).toEqual({ closed: 1, stayed: 0 });
    expect(recorded.questions).toHaveLength(1);
  });

  it('asks in the words of the desk', () => {
    const words = {
      ...ENGLISH_WORDS,
      ...{ language: 'de', texts: { ...ENGLISH_WORDS.texts, stay: 'Bleiben' } },
      counts: { ...ENGLISH_WORDS.counts, stillWaiting: { other: '{} warten noch' } },
      writes: { updateVehicle: 'Fahrzeug ändern' },
    };
    const { message, detail, buttons } = quitQuestion(SOME, words);
    expect([message, buttons?.at(-1)]).toEqual(['7 warten noch', 'Bleiben']);
    expect(detail).toContain('6 × Fahrzeug ändern: WB 12');
    expect(detail).toContain('1 × Archive an area: North yard');
  });

  it('asks again once a shutdown was called off', async () => {
    const { electron, recorded, quit, clock } = ending(SOME);
    electron.powerMonitor.emit('shutdown');
    clock.advance(SHUTDOWN_MS);
    expect(quit()).toBe(false);
    await eventually(() => expect(recorded.quit).toBe(true));
    expect(recorded.questions).toHaveLength(1);
  });

  it('closes everything at the end of a session of Windows, which asks no app to quit', async () => {
    const { recorded, done, quit, window } = ending(SOME);
    window.emit('query-session-end', { reasons: ['shutdown'] });
    expect(done.closed).toBe(0);
    window.emit('session-end', { reasons: ['shutdown'] });
    window.emit('session-end', { reasons: ['shutdown'] });
    expect(done.closed).toBe(1);
    expect(quit()).toBe(true);
    expect(recorded.questions).toEqual([]);
  });
});

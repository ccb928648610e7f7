import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStartAgain } from '../../electron/shell/startAgain.ts';
import { ok } from '../../shared/result.ts';
import { eventually } from '../support/eventually.ts';
import { endAll, launch, opened, temporaryFolder } from '../support/shell.ts';

afterEach(endAll);

/** An app whose core is told to close, and does so when it is let. */
async function closing() {
  const folder = path.join(await temporaryFolder(), 'data');
  const closed = Promise.withResolvers<undefined>();
  const close = vi.fn(() => closed.promise);
  const core = {
    ...{ close, on: () => () => undefined },
    call: () => Promise.resolve(ok({ total: 0, inFlight: 0, kinds: [] })),
  };
  const createCore = () => Promise.resolve(ok(core));
  const fake = await launch({
    argv: ['--data', folder, '--local', 'waybill://open/areas', 'old.waybill'],
    modules: {
      '../../electron/core/createCore.ts': () => ({ createCore }),
      '../../electron/core/openLocal.ts': () => ({ openLocalWhenEmpty: () => Promise.resolve() }),
    },
  });
  const window = await opened(fake);
  const quit = async (): Promise<void> => {
    // It may be asked to before its core is open.
    await eventually(() => {
      fake.electron.app.quit();
      expect(close).toHaveBeenCalled();
    });
  };
  const second = (...argv: string[]): void => {
    const data = { argv: ['waybill', ...argv], folder: '/from' };
    fake.electron.app.emit('second-instance', {}, [], '/', data);
  };
  const end = async (): Promise<void> => {
    closed.resolve(undefined);
    await eventually(() => expect(fake.recorded.quit).toBe(true));
  };
  return { fake, folder, window, quit, second, end };
}

describe('a second start that comes while the app closes', () => {
  it('is made up for once all is closed, with its link and its file, and opens nothing before', async () => {
    const { fake, folder, window, quit, second, end } = await closing();
    await quit();
    const loaded = window.loaded.length;
    second('waybill://open/fuel/7');
    second('here.waybill');
    fake.electron.app.emit('activate');
    expect(window.loaded).toHaveLength(loaded);
    expect(fake.recorded.relaunches).toEqual([]);
    await end();
    const here = path.resolve('/from/here.waybill');
    expect(fake.recorded.relaunches).toEqual([
      { args: ['--data', folder, '--local', 'waybill://open/fuel/7', here] },
    ]);
  });

  it('is no reason to start again where there was none', async () => {
    const { fake, quit, end } = await closing();
    await quit();
    await end();
    expect(fake.recorded.relaunches).toEqual([]);
  });
});

it('what comes after the last step starts the app once, out of the file that it was unpacked from', () => {
  const relaunch = vi.fn();
  const env = { APPIMAGE: '/home/x/Waybill.AppImage' };
  const again = createStartAgain({ relaunch }, ['/tmp/.mount/waybill'], env);
  again.closing();
  again.leave();
  expect(relaunch).not.toHaveBeenCalled();
  again.ask({ link: '#/fuel' });
  again.ask({});
  expect(relaunch.mock.calls).toEqual([
    [{ args: ['waybill://open/fuel'], execPath: env.APPIMAGE }],
  ]);
});

import type Electron from 'electron';
import { beforeAll, describe, expect, it } from 'vitest';
import { bindCore } from '../../electron/shell/bind.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import { ok } from '../../shared/result.ts';
import { createElectron, FakeContents } from '../support/electron.ts';
import { preloadCode, runPreload } from '../support/preloadWorld.ts';

let code = '';
beforeAll(async () => {
  code = await preloadCode();
});

const event: AnyEvent = { name: 'outbox', payload: { waiting: 1, needsYou: 0 } };

/** The real preload script in a page, bound to a core that answers with what it was asked. */
function page() {
  const { electron, recorded } = createElectron('unused');
  const contents = new FakeContents();
  const asked: unknown[] = [];
  const send = bindCore(
    electron.ipcMain,
    {
      call: (name: string, input: unknown) => {
        asked.push(input);
        return Promise.resolve(ok({ name, input })) as never;
      },
    },
    new Set([contents as unknown as Electron.WebContents]),
  );
  return { ...runPreload(code, contents, recorded.invoke), contents, recorded, asked, send };
}

describe('the preload script in a world without Node', () => {
  it('offers two frozen functions and needs Electron alone', () => {
    const { bridge, required } = page();
    expect(required).toEqual(['electron']);
    expect(Object.keys(bridge).sort()).toEqual(['call', 'on']);
    expect(Object.isFrozen(bridge)).toBe(true);
  });

  it('carries calls, cloned', async () => {
    const { bridge, asked } = page();
    const input = { id: 'made-up' };
    expect(await bridge.call('session.accounts', input as never)).toEqual({
      ok: true,
      value: { name: 'session.accounts', input },
    });
    expect(asked).toEqual([input]);
    expect(asked[0]).not.toBe(input);
  });

  it('puts the path of a given file into the call, past the page, which can name none', async () => {
    const { bridge, asked } = page();
    const file = new File(['PMTiles'], 'town.pmtiles');
    await bridge.call('ground.addFile', { path: '/made/up' }, file);
    await bridge.call('ground.addFile', { path: '/made/up' });
    expect(asked).toEqual([{ path: '/given/town.pmtiles' }, { path: '' }]);
  });

  it('never rejects: what can’t cross, and a main process that is gone, are errors as data', async () => {
    const { bridge, recorded } = page();
    const broken = { ok: false, error: { code: 'bridge.broken', kind: 'local', next: 'retry' } };
    expect(await bridge.call('session.accounts', (() => 1) as never)).toMatchObject(broken);
    recorded.invoke.delete(CALL_CHANNEL);
    expect(await bridge.call('session.accounts', {})).toMatchObject(broken);
  });

  it('hears events without the sender’s object, until it is told to stop, which gives nothing back', () => {
    const { bridge, contents, send } = page();
    const heard: unknown[][] = [];
    const stop = bridge.on((...all: unknown[]) => void heard.push(all));
    send(event);
    expect(heard).toEqual([[event]]);
    expect(stop()).toBeUndefined();
    send(event);
    expect(heard).toHaveLength(1);
    expect(contents.page.get(EVENT_CHANNEL)?.size).toBe(0);
  });

  it('hears nothing once its window is gone, and nothing breaks', () => {
    const { contents, send } = page();
    contents.crash('crashed');
    send(event);
    contents.destroy();
    send(event);
    expect(contents.sent).toEqual([]);
  });

  it('is refused once its frame is gone', async () => {
    const { bridge, contents } = page();
    contents.crash('crashed');
    expect(await bridge.call('session.accounts', {})).toMatchObject({
      ok: false,
      error: { code: 'ipc.foreignSender' },
    });
    contents.destroy();
    expect(await bridge.call('session.accounts', {})).toMatchObject({
      ok: false,
      error: { code: 'bridge.broken' },
    });
  });
});

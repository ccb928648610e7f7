import type Electron from 'electron';
import { describe, expect, it } from 'vitest';
import { bindCore, isTrustedSender } from '../../electron/shell/bind.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import { callNames } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/result.ts';
import { createElectron, FakeContents } from '../support/electron.ts';

type Sender = Parameters<typeof isTrustedSender>[0];

// The stand-in has what the sender check reads; the real classes can't be made without Electron.
function eventFrom(contents: FakeContents, frame: unknown = contents.mainFrame): Sender {
  return { sender: contents, senderFrame: frame } as unknown as Sender;
}
function asWindows(...contents: FakeContents[]): ReadonlySet<Electron.WebContents> {
  return new Set(contents as unknown as Electron.WebContents[]);
}

describe('sender check', () => {
  const own = new FakeContents();
  const windows = asWindows(own);

  it('trusts the main frame of its own window at its own address', () => {
    expect(isTrustedSender(eventFrom(own), windows)).toBe(true);
  });

  it.each([
    ['a frame that is gone', null],
    ['a detached frame', { url: 'app://waybill/', detached: true }],
    ['a frame inside the page', { url: 'app://waybill/', detached: false }],
  ])('refuses %s', (_name, frame) => {
    expect(isTrustedSender(eventFrom(own, frame), windows)).toBe(false);
  });

  it('refuses a main frame that was led elsewhere', () => {
    for (const url of [
      'https://evil.example/',
      'app://waybill.evil/',
      'app://evil@waybill/',
      'about:blank',
    ]) {
      const contents = new FakeContents();
      contents.mainFrame.url = url;
      expect(isTrustedSender(eventFrom(contents), asWindows(contents))).toBe(false);
    }
  });

  it('refuses a window that Waybill did not open', () => {
    expect(isTrustedSender(eventFrom(new FakeContents()), windows)).toBe(false);
  });
});

describe('binding', () => {
  function bind() {
    const { electron, recorded } = createElectron('unused');
    const seen: string[] = [];
    const own = new FakeContents();
    const send = bindCore(
      electron.ipcMain,
      {
        call: (name: string) => {
          seen.push(name);
          return Promise.resolve(ok(null)) as never;
        },
      },
      asWindows(own),
    );
    return { recorded, seen, own, send };
  }

  it('binds every call of the contract once, through one channel', async () => {
    const { recorded, seen, own } = bind();
    expect([...recorded.invoke.keys()]).toEqual([CALL_CHANNEL]);
    const handler = recorded.invoke.get(CALL_CHANNEL);
    for (const name of callNames) {
      await handler?.(eventFrom(own) as unknown as Electron.IpcMainInvokeEvent, name, {});
    }
    expect(seen).toEqual(callNames);
  });

  it('refuses a foreign sender before the core hears of it', async () => {
    const { recorded, seen } = bind();
    const answer = await recorded.invoke.get(CALL_CHANNEL)?.(
      eventFrom(new FakeContents()) as unknown as Electron.IpcMainInvokeEvent,
      'session.accounts',
      {},
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'ipc.foreignSender' } });
    expect(seen).toEqual([]);
  });

  it('sends events to every window', () => {
    const { own, send } = bind();
    const event = { name: 'outbox', payload: { waiting: 1, needsYou: 0 } } as const;
    send(event);
    expect(own.sent).toEqual([[EVENT_CHANNEL, event]]);
  });
});

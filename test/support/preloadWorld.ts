import vm from 'node:vm';
import type Electron from 'electron';
import { build } from 'vite';
import { preloadConfig } from '../../build/vite.electron.ts';
import type { Bridge } from '../../shared/ipc/contract.ts';
import type { FakeContents, InvokeHandler, PageListener } from './electron.ts';

/** The preload script as it is shipped: one CommonJS text. */
export async function preloadCode(): Promise<string> {
  const made = await build({
    ...preloadConfig,
    logLevel: 'silent',
    build: { ...preloadConfig.build, write: false },
  });
  const outputs = Array.isArray(made) ? made : [made];
  for (const one of outputs) {
    if (!('output' in one)) continue;
    const [chunk] = one.output;
    return chunk.code;
  }
  throw new Error('The preload script was not built');
}

/** A page's side: what its world holds, and its bridge. */
export interface Page {
  bridge: Bridge;
  /** Names that the preload script could reach. */
  required: string[];
}

/**
 * Runs a preload script in a world without Node, as a sandboxed page does: nothing but Electron can
 * be required, and what crosses to the main process and back is cloned.
 *
 * @param contents of the page, whose main frame is the sender
 * @param handlers what the main process bound, by channel
 */
export function runPreload(
  code: string,
  contents: FakeContents,
  handlers: ReadonlyMap<string, InvokeHandler>,
): Page {
  const required: string[] = [];
  let exposed: unknown;
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      const event = { sender: contents, senderFrame: contents.mainFrame };
      return structuredClone(
        await handler(event as unknown as Electron.IpcMainInvokeEvent, ...structuredClone(args)),
      );
    },
    on(channel: string, listener: PageListener): unknown {
      const known = contents.page.get(channel) ?? new Set<PageListener>();
      contents.page.set(channel, known.add(listener));
      return this;
    },
    removeListener(channel: string, listener: PageListener): unknown {
      contents.page.get(channel)?.delete(listener);
      return this;
    },
  } satisfies Partial<Record<keyof Electron.IpcRenderer, unknown>>;
  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (key: string, api: unknown) => {
        if (key !== 'waybill' || exposed !== undefined) throw new Error(`Not expected: ${key}`);
        exposed = api;
      },
    } satisfies Pick<Electron.ContextBridge, 'exposeInMainWorld'>,
    webUtils: {
      getPathForFile: (file) => `/given/${file.name}`,
    } satisfies Pick<Electron.WebUtils, 'getPathForFile'>,
  };
  const require = (name: string): unknown => {
    required.push(name);
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
  const module = { exports: {} };
  vm.runInNewContext(code, { require, module, exports: module.exports });
  return { bridge: exposed as Bridge, required };
}

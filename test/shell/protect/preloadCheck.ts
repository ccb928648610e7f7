import assert from 'node:assert/strict';
import type { Bridge } from '../../../shared/ipc/contract.ts';
import type { Load } from './load.ts';
import { setStage } from './stage.ts';

/** Two frozen functions, of which neither hands on what is Electron's own. */
export async function preload(load: Load): Promise<void> {
  const exposed: Bridge[] = [];
  let listener: ((event: unknown, payload: unknown) => void) | undefined;
  const sent: unknown[] = [];
  const ipcRenderer = {
    invoke: (_channel: string, _name: string, input: unknown) => {
      sent.push(input);
      return Promise.reject(new Error('made up'));
    },
    on: (_channel: string, added: typeof listener) => (listener = added),
    removeListener: () => ipcRenderer,
  };
  const contextBridge = {
    exposeInMainWorld: (_key: string, api: Bridge) => void exposed.push(api),
  };
  const webUtils = { getPathForFile: () => '/told/by/the/system' };
  setStage({
    electron: { ipcRenderer, contextBridge, webUtils },
    createCore: () => Promise.resolve(),
  });
  await load('electron/preload.ts');
  assert.equal(exposed.length, 1);
  const [bridge] = exposed;
  assert.ok(bridge);
  assert.equal(Object.isFrozen(bridge), true);
  assert.deepEqual(Object.keys(bridge).sort(), ['call', 'on']);
  const heard: unknown[][] = [];
  const stop: () => unknown = bridge.on((...all: unknown[]) => void heard.push(all));
  listener?.({ sender: 'Electron’s own' }, 'payload');
  assert.deepEqual(heard, [['payload']]);
  assert.equal(stop(), undefined);
  assert.equal((await bridge.call('session.accounts', {})).ok, false);
  // Only a file that a person chose has a path, and only Electron says which.
  await bridge.call('ground.addFile', { path: '/made/up' }, new File([], 'chosen'));
  await bridge.call('ground.addFile', { path: '/made/up' });
  assert.deepEqual(sent, [{}, { path: '/told/by/the/system' }, { path: '' }]);
}

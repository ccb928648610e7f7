import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { AnyEvent, Bridge } from '../shared/ipc/contract.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels.ts';
import { fail } from '../shared/result.ts';

// The only door between desk and core: two functions, frozen. Features add rows to the contract,
// never lines here. The headless host bundles this file too, with `electron` as a WebSocket shim.
const isObject = (input: unknown): input is object => typeof input === 'object' && input !== null;

const bridge: Bridge = {
  async call(name, input, file) {
    try {
      // Pages are told no paths and name none: only a file that was dropped or chosen has one.
      const path = file === undefined ? '' : webUtils.getPathForFile(file);
      const given = isObject(input) && 'path' in input ? { ...input, path } : input;
      return (await ipcRenderer.invoke(CALL_CHANNEL, name, given)) as never;
    } catch {
      // Input that can't be cloned, or a main process that is gone.
      return fail({
        kind: 'local',
        code: 'bridge.broken',
        message: 'The connection to Waybill’s own process broke.',
        safe: 'Writes that it confirmed are kept.',
        next: 'retry',
      });
    }
  },
  on(listener) {
    const forward = (_event: unknown, event: AnyEvent): void => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, forward);
    };
  },
};

contextBridge.exposeInMainWorld('waybill', Object.freeze(bridge));

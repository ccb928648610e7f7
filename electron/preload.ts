import { contextBridge, ipcRenderer } from 'electron';
import type { AnyEvent, Bridge } from '../shared/ipc/contract.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels.ts';

// The only door between desk and core: two functions, frozen. Features add rows to the contract,
// never lines here. The headless host bundles this file too, with `electron` as a WebSocket shim.
const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, name, input) as Promise<never>,
  on: (listener) => {
    const forward = (_event: unknown, event: AnyEvent): void => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.removeListener(EVENT_CHANNEL, forward);
  },
};

contextBridge.exposeInMainWorld('waybill', Object.freeze(bridge));

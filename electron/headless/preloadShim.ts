import { EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import type { AppError } from '../../shared/result.ts';
import { decodeFrame, encodeFrame } from './frame.ts';

/**
 * Stands in for `electron` when the preload script is bundled for a plain browser: the same two
 * objects over a WebSocket to the headless host. Reconnects by itself; a call that lost its
 * connection is answered as an error, because nobody knows whether it was done.
 */

type Listener = (event: unknown, payload: unknown) => void;

const lost: { ok: false; error: AppError } = {
  ok: false,
  error: {
    kind: 'local',
    code: 'bridge.lost',
    message: 'The connection to Waybill’s own process broke.',
    safe: 'Writes that it confirmed are kept.',
    next: 'retry',
  },
};

const listeners = new Map<string, Set<Listener>>();
const answers = new Map<number, (answer: unknown) => void>();
let lastId = 0;
let socket = connect();
let retryMs = 250;

function connect(): WebSocket {
  const opened = new WebSocket(`ws://${location.host}/bridge`);
  opened.binaryType = 'arraybuffer';
  opened.addEventListener('open', () => (retryMs = 250));
  opened.addEventListener('message', ({ data }) => {
    receive(decodeFrame(new Uint8Array(data as ArrayBuffer)));
  });
  opened.addEventListener('close', () => {
    for (const answer of answers.values()) answer(lost);
    answers.clear();
    setTimeout(() => (socket = connect()), retryMs);
    retryMs = Math.min(retryMs * 2, 5000);
  });
  return opened;
}

function receive(message: unknown): void {
  const { id, answer, event } = message as { id?: number; answer?: unknown; event?: unknown };
  if (id !== undefined) {
    answers.get(id)?.(answer);
    answers.delete(id);
  } else {
    for (const listener of listeners.get(EVENT_CHANNEL) ?? []) listener(null, event);
  }
}

async function ready(): Promise<WebSocket | null> {
  const current = socket;
  if (current.readyState === WebSocket.OPEN) return current;
  if (current.readyState !== WebSocket.CONNECTING) return null;
  return new Promise((resolve) => {
    current.addEventListener('open', () => resolve(current), { once: true });
    current.addEventListener('close', () => resolve(null), { once: true });
  });
}

export const ipcRenderer = {
  async invoke(_channel: string, name: string, input: unknown): Promise<unknown> {
    const open = await ready();
    if (open === null) return lost;
    const id = ++lastId;
    return new Promise((resolve) => {
      answers.set(id, resolve);
      open.send(encodeFrame({ id, name, input }));
    });
  },
  on(channel: string, listener: Listener): void {
    const known = listeners.get(channel) ?? new Set();
    listeners.set(channel, known.add(listener));
  },
  removeListener(channel: string, listener: Listener): void {
    listeners.get(channel)?.delete(listener);
  },
};

/** A browser tells no paths. */
export const webUtils = { getPathForFile: (): string => '' };

export const contextBridge = {
  exposeInMainWorld(key: string, api: unknown): void {
    Object.defineProperty(window, key, { value: api, enumerable: true });
  },
};

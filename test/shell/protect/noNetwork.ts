import net from 'node:net';
import type { HttpRequest } from '../../../electron/core/ports.ts';

/** Runs with a network that is not there; gives how often something was dialled. */
export async function withoutNetwork(run: () => Promise<void>): Promise<number> {
  const { connect } = net.Socket.prototype;
  let dialled = 0;
  net.Socket.prototype.connect = function (this: net.Socket) {
    dialled += 1;
    process.nextTick(() => this.destroy(new Error('no network in this check')));
    return this;
  };
  try {
    await run();
  } finally {
    net.Socket.prototype.connect = connect;
  }
  return dialled;
}

/** What is asked there. */
export const READ: Omit<HttpRequest, 'url'> = {
  method: 'GET',
  purpose: 'read',
  headers: {},
  maxBytes: 1,
  idleTimeoutMs: 1_000,
  totalTimeoutMs: 1_000,
};

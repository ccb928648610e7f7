import type http from 'node:http';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { HttpFailure, HttpReply, HttpRequest } from '../ports.ts';
import { collect, describe } from './httpBody.ts';

export type Sent = { ok: true; reply: HttpReply } | { ok: false; failure: HttpFailure };

/** One at a time. */
export interface Turns {
  /** Calls when it is the caller's turn; the function that is given ends it, or the waiting. */
  take(begin: () => void): () => void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  return {
    take(begin) {
      waiting.push(begin);
      if (waiting.length === 1) begin();
      return () => {
        const at = waiting.indexOf(begin);
        if (at === -1) return;
        waiting.splice(at, 1);
        if (at === 0) waiting[0]?.();
      };
    },
  };
}

export function failed(failure: HttpFailure): Sent {
  return { ok: false, failure };
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Calls back once the socket can carry the request: before that, nothing has been sent. */
function onceReady(socket: Socket, ready: () => void): void {
  if (socket instanceof tls.TLSSocket) {
    // Only after its handshake; a session of an earlier one lies in it before it connects.
    if (socket.authorized) ready();
    else socket.once('secureConnect', ready);
  } else if (socket.connecting) {
    socket.once('connect', ready);
  } else {
    ready();
  }
}

/** How long a request may take. */
interface Limits {
  /** Something came or went: it is not idle. */
  progress(): void;
  /** While its body waits for its turn, it is not idle either. */
  pause(on: boolean): void;
  stop(): void;
}

function limitsOf(asked: HttpRequest, over: (detail: string) => void): Limits {
  let paused = false;
  const idle = setTimeout(() => {
    if (paused) idle.refresh();
    else over('no answer in time');
  }, asked.idleTimeoutMs);
  const total = setTimeout(() => over('the answer took too long'), asked.totalTimeoutMs);
  return {
    progress: () => void idle.refresh(),
    pause(on) {
      paused = on;
      idle.refresh();
    },
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}

/**
 * Follows a request that was made but not ended yet to the first outcome, which counts; then
 * whatever is left of it is cut off.
 *
 * @param turns large bodies come in one after the other
 */
export function follow(
  request: http.ClientRequest,
  asked: HttpRequest,
  turns: Turns,
): Promise<Sent> {
  return new Promise((resolve) => {
    let ready = false;
    let settled = false;
    let answer: http.IncomingMessage | null = null;
    let endTurn: (() => void) | null = null;

    const finish = (sent: Sent): void => {
      if (settled) return;
      settled = true;
      limits.stop();
      asked.signal?.removeEventListener('abort', onAbort);
      endTurn?.();
      resolve(sent);
      if (!sent.ok) request.destroy();
    };
    const lost = (detail: string): void =>
      finish(failed({ why: ready ? 'broken' : 'notSent', detail }));
    const onAbort = (): void => finish(failed({ why: 'aborted', detail: 'cancelled' }));
    const limits = limitsOf(asked, (detail) =>
      ready ? finish(failed({ why: 'broken', detail, timedOut: true })) : lost(detail),
    );
    const wait = (goOn: () => void): void => {
      limits.pause(true);
      endTurn = turns.take(() => {
        limits.pause(false);
        goOn();
      });
    };

    asked.signal?.addEventListener('abort', onAbort, { once: true });
    request.on('socket', (socket) => {
      onceReady(socket, () => {
        ready = true;
        limits.progress();
      });
    });
    request.on('error', (error) => {
      // What follows a whole answer on its connection takes nothing from it.
      if (answer?.complete !== true) lost(describe(error));
    });
    request.on('close', () => {
      if (answer === null) lost('the connection was closed');
    });
    request.on('response', (response) => {
      answer = response;
      limits.progress();
      collect(response, asked.maxBytes, limits.progress, wait, (outcome) => {
        if ('failure' in outcome) return finish(failed(outcome.failure));
        const { statusCode: status = 0, headers } = response;
        finish({ ok: true, reply: { status, headers: flat(headers), body: outcome.body } });
      });
    });
  });
}

import type { Http, HttpRequest } from '../../electron/core/ports.ts';
import { broken } from './replies.ts';
import type { Sent } from './replies.ts';
import type { Time } from './time.ts';
import type { Wire } from './wire.ts';

/** A request on its way. */
export interface Flight {
  wire: Wire | null;
  /** Position in the order of everything at which the desk let go of it: it knew nothing later. */
  handedOrder: number;
  left(wire: Wire): void;
  /** Whether the desk that sent it was killed meanwhile. */
  isCut(): boolean;
}

/** One desk's end of the network; `cut` is what a kill does to it. */
export interface Line {
  http: Http;
  /** Nothing more is sent or answered. */
  cut(): void;
  isCut(): boolean;
  /** Ends what waits, so that whoever holds the line can close. */
  release(): void;
}

/** Takes a request to the service and back; null where no answer ever comes. */
export type Carry = (request: HttpRequest, flight: Flight) => Promise<Sent | null>;

const ABORTED: Sent = { ok: false, failure: { why: 'aborted', detail: 'cut' } };

export function createLine(time: Time, carry: Carry, hand: () => number): Line {
  let cut = false;
  let released = false;
  /** Writes that left over this line and were not answered. */
  const open = new Set<Wire>();
  const ends = new Set<() => void>();

  const send = (request: HttpRequest): Promise<Sent> =>
    new Promise((resolve) => {
      const handedOrder = hand();
      const flight: Flight = {
        ...{ wire: null, handedOrder },
        left: (wire) => open.add(wire),
        isCut: () => cut,
      };
      let cancel = (): unknown => undefined;
      const end = (sent: Sent): void => {
        if (cut && !released) return;
        cancel();
        ends.delete(stop);
        if (flight.wire !== null && open.delete(flight.wire) && !cut) {
          flight.wire.endedAt = time.now();
          flight.wire.told = sent.ok ? sent.reply.status : null;
        }
        resolve(sent);
      };
      const stop = (): void => end(ABORTED);
      ends.add(stop);
      if (cut) return;
      request.signal?.addEventListener('abort', stop, { once: true });
      cancel = time.desk.after(request.totalTimeoutMs, () => end(broken('no answer in time')));
      void carry(request, flight).then((sent) => {
        // Null: the desk gives up by itself.
        if (sent !== null) end(sent);
      });
    });

  return {
    isCut: () => cut,
    cut: () => {
      cut = true;
      for (const wire of open) wire.endedAt ??= time.now();
    },
    release() {
      released = true;
      for (const end of [...ends]) end();
    },
    http: {
      send: (request) =>
        released || request.signal?.aborted === true ? Promise.resolve(ABORTED) : send(request),
      close: () => undefined,
    },
  };
}

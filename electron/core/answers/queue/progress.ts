import type { Collecting } from '../../../../shared/ipc/answers.ts';
import type { CollectContext } from './fetchAnswer.ts';

/** The desk is told of progress at most this often. */
const TELL_MS = 200;

/** How far collecting has come, for the desk. */
export interface Progress {
  current(): Promise<Collecting>;
  /** Tells the desk soon. */
  tell(): void;
  close(): void;
}

/** @param now how many answers are being read, and why none is asked for; null where they are */
export function createProgress(
  { store, emit, ports }: CollectContext,
  now: () => Pick<Collecting, 'busy' | 'held'>,
): Progress {
  let cancel: (() => void) | null = null;
  let closed = false;

  const current = async (): Promise<Collecting> => {
    const requests = await store.read('answers.requests', {});
    const sum = (of: 'waiting' | 'had' | 'failed'): number =>
      requests.reduce((all, request) => all + request[of], 0);
    const waits = requests.filter(({ waiting }) => waiting > 0);
    const paused = waits.length > 0 && waits.every(({ state }) => state === 'paused');
    const { busy, held } = now();
    return {
      ...{ waiting: sum('waiting'), had: sum('had'), failed: sum('failed'), busy },
      held: waits.length === 0 ? null : paused ? 'paused' : held,
    };
  };

  return {
    current,
    tell() {
      if (cancel !== null || closed) return;
      cancel = ports.clock.after(TELL_MS, () => {
        cancel = null;
        void current()
          .then((payload) => {
            if (!closed) emit({ name: 'answers', payload });
          })
          .catch(() => undefined);
      });
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}

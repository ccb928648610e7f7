import type { Clock } from './ports.ts';

/**
 * What a promise gives, or `otherwise()` as soon as nobody wants to wait for it any more. The promise
 * itself goes on: what it does in the end is its own business.
 */
export function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  otherwise: () => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(otherwise());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** What a promise gives within so many milliseconds; undefined later, when it goes on by itself. */
export function within<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stopWatch = clock.after(ms, () => resolve(undefined));
    void promise.then(resolve, reject).finally(stopWatch);
  });
}

/** Resolves after so many milliseconds. */
export function passed(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

import { describe, expect, it } from 'vitest';
import { SETTLE_MS } from '../../electron/core/outbox/queue/settling.ts';
import { createSettling } from '../../electron/core/outbox/queue/settling.ts';
import { virtualClock } from '../support/virtualClock.ts';

/** A computer's clock that is set while timers run on. */
function settableClock() {
  const time = virtualClock();
  let setMs = 0;
  const clock = { now: () => time.now() + setMs, after: time.after };
  return { clock, advance: time.advance, set: (ms: number) => (setMs += ms) };
}

describe('when a request has surely ended', () => {
  it('a clock that is set forward ends no request', () => {
    const { clock, advance, set } = settableClock();
    const settling = createSettling(clock);
    advance(SETTLE_MS);
    settling.left('op');
    set(3_600_000);
    advance(SETTLE_MS - 1);
    expect(settling.isOver('op')).toBe(false);
    advance(1);
    expect(settling.isOver('op')).toBe(true);
    settling.close();
  });

  it('a request of the run before may have left just before this one began', () => {
    const { clock, advance } = settableClock();
    const settling = createSettling(clock);
    expect(settling.isOver('earlier op')).toBe(false);
    advance(SETTLE_MS);
    expect(settling.isOver('earlier op')).toBe(true);
    settling.close();
  });

  it('one that was answered is not waited for, and a second try begins anew', () => {
    const { clock, advance } = settableClock();
    const settling = createSettling(clock);
    advance(SETTLE_MS);
    settling.left('op');
    settling.ended('op');
    expect(settling.isOver('op')).toBe(true);
    settling.left('op');
    advance(SETTLE_MS / 2);
    settling.left('op');
    advance(SETTLE_MS / 2);
    expect(settling.isOver('op')).toBe(false);
    settling.close();
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { REQUEST_WINDOW_MS } from '../../../electron/core/outbox/queue/requestWindows.ts';
import { createRequestWindows } from '../../../electron/core/outbox/queue/requestWindows.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { bench } from './support.ts';

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
    const requestWindows = createRequestWindows(clock);
    advance(REQUEST_WINDOW_MS);
    requestWindows.left('op');
    set(3_600_000);
    advance(REQUEST_WINDOW_MS - 1);
    expect(requestWindows.isOver('op')).toBe(false);
    advance(1);
    expect(requestWindows.isOver('op')).toBe(true);
    requestWindows.close();
  });

  it('a request of the run before may have left just before this one began', () => {
    const { clock, advance } = settableClock();
    const requestWindows = createRequestWindows(clock);
    expect(requestWindows.isOver('earlier op')).toBe(false);
    advance(REQUEST_WINDOW_MS);
    expect(requestWindows.isOver('earlier op')).toBe(true);
    requestWindows.close();
  });

  it('one that was answered is not waited for, and a second try begins anew', () => {
    const { clock, advance } = settableClock();
    const requestWindows = createRequestWindows(clock);
    advance(REQUEST_WINDOW_MS);
    requestWindows.left('op');
    requestWindows.ended('op');
    expect(requestWindows.isOver('op')).toBe(true);
    requestWindows.left('op');
    advance(REQUEST_WINDOW_MS / 2);
    requestWindows.left('op');
    advance(REQUEST_WINDOW_MS / 2);
    expect(requestWindows.isOver('op')).toBe(false);
    requestWindows.close();
  });
});

it('a change is not sent again before the window after its answer, however late its request left', async () => {
  const desk = await bench();
  onTestFinished(() => desk.close());
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
  const mutate = desk.service.mutate.bind(desk.service);
  const answeredAt: number[] = [];
  desk.service.faults = ['requestLost'];
  // Whom to send it as takes most of that time.
  desk.service.mutate = ((...asked: Parameters<typeof mutate>) =>
    new Promise((resolve) => {
      desk.clock.after(70_000, () => {
        answeredAt.push(desk.clock.now());
        resolve(mutate(...asked));
      });
    })) as never;
  const { id } = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
  await desk.settled(id, 'CONFIRMED');
  const [first = 0, second = 0] = answeredAt;
  expect(second - 70_000 - first).toBeGreaterThanOrEqual(REQUEST_WINDOW_MS);
});

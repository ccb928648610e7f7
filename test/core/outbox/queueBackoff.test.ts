import { expect, it } from 'vitest';
import { QueueBackoff } from '../../../electron/core/outbox/queue/queueBackoff.ts';
import { virtualClock } from '../../support/virtualClock.ts';

it('what the service asked for lasts through a longer pause of the network, and its end', () => {
  const clock = virtualClock();
  const backoff = new QueueBackoff({ clock, random: { fraction: () => 0.5, uuid: () => '' } });
  backoff.learn({ is: 'backoff', why: 'rateLimit', ms: 60_000 });
  backoff.learn({ is: 'backoff', why: 'offline', ms: 90_000 });
  expect(backoff.why).toBe(null);
  backoff.wake();
  expect(backoff.isOver).toBe(false);
  expect(backoff.why).toBe('rateLimit');
  clock.advance(59_999);
  expect(backoff.isOver).toBe(false);
  clock.advance(1);
  expect(backoff.isOver).toBe(true);
});

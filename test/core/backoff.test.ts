import { describe, expect, it } from 'vitest';
import { isOver, backoffOf } from '../../electron/core/backoff.ts';

const NOW = Date.UTC(2026, 4, 4, 7);
const MINUTE = 60_000;

describe('a pause', () => {
  it('lasts until its end', () => {
    const pause = backoffOf(40_000, NOW);
    expect(isOver(pause, NOW)).toBe(false);
    expect(isOver(pause, NOW + 39_999)).toBe(false);
    expect(isOver(pause, NOW + 40_000)).toBe(true);
  });

  it('is over when the clock was put back, also when its end comes near once more', () => {
    const pause = backoffOf(5 * MINUTE, NOW);
    for (let ago = 60; ago > 1; ago -= 1) expect(isOver(pause, NOW - ago * MINUTE)).toBe(true);
  });

  it('lasts through the small steps of a time server', () => {
    expect(isOver(backoffOf(40_000, NOW), NOW - 3_000)).toBe(false);
  });
});

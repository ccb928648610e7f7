import { describe, expect, test } from 'vitest';
import {
  endsInMinutes,
  RENEWAL_LATE_MS,
  WARN_BEFORE_MS,
} from '../../renderer/features/shell/ending.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 7);
const online = { state: 'online', tokenRenews: false } as const;

describe('the end of a session is shown before it bites', () => {
  test('from fifteen minutes before, in whole minutes', () => {
    const inMs = (leftMs: number) =>
      endsInMinutes({ ...online, tokenExpiresAt: NOW_MS + leftMs }, NOW_MS);
    expect(inMs(WARN_BEFORE_MS + 1)).toBeNull();
    expect(inMs(WARN_BEFORE_MS)).toBe(15);
    expect(inMs(61_000)).toBe(2);
    expect(inMs(1)).toBe(1);
    expect(inMs(0)).toBeNull();
  });

  test('late only where it should have been renewed by itself', () => {
    const inMs = (leftMs: number) =>
      endsInMinutes({ ...online, tokenRenews: true, tokenExpiresAt: NOW_MS + leftMs }, NOW_MS);
    expect(inMs(RENEWAL_LATE_MS + 1)).toBeNull();
    expect(inMs(RENEWAL_LATE_MS)).toBe(2);
  });

  test('also without a network, but not once it has ended or was left', () => {
    const ends = { tokenRenews: false, tokenExpiresAt: NOW_MS + 60_000 };
    for (const state of ['offline', 'workOffline'] as const) {
      expect(endsInMinutes({ ...ends, state }, NOW_MS)).toBe(1);
    }
    for (const state of ['signedOut', 'expired'] as const) {
      expect(endsInMinutes({ ...ends, state }, NOW_MS)).toBeNull();
    }
    expect(endsInMinutes({ ...online, tokenExpiresAt: null }, NOW_MS)).toBeNull();
    expect(endsInMinutes(null, NOW_MS)).toBeNull();
  });
});

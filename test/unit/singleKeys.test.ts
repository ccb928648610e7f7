import { describe, expect, it } from 'vitest';
import {
  SINGLE_KEYS,
  actOf,
  keyRefusal,
  keysFrom,
  keysKept,
} from '../../renderer/state/singleKeys.ts';

describe('single keys', () => {
  it('that were given another key are kept, and read back', () => {
    const keys = { ...SINGLE_KEYS, down: 's', filter: ':' };
    expect(keysKept(SINGLE_KEYS)).toBe('');
    expect(keysKept(keys)).toBe('down:s filter::');
    expect(keysFrom(keysKept(keys))).toEqual(keys);
    expect([actOf(keys, 's'), actOf(keys, 'S'), actOf(keys, 'j')]).toEqual(['down', 'down', null]);
  });

  it('may trade their keys with one another', () => {
    const traded = { ...SINGLE_KEYS, down: 'k', up: 'j' };
    expect(keysFrom(keysKept(traded))).toEqual(traded);
  });

  it.each([
    ['up', 'j', { is: 'taken', by: 'down' }],
    ['up', 'J', { is: 'taken', by: 'down' }],
    ['up', '3', { is: 'digit' }],
    ['up', '٣', { is: 'digit' }],
    ['up', ' ', { is: 'none' }],
    ['up', '', { is: 'none' }],
    ['up', 'ab', { is: 'none' }],
    ['up', '\u0007', { is: 'none' }],
    ['up', 'k', null],
    ['up', 'ق', null],
  ] as const)('for %s: “%s” is looked at before it is taken', (act, key, refusal) => {
    expect(keyRefusal(SINGLE_KEYS, act, key)).toEqual(refusal);
  });

  it.each(['down:k', 'down:3', 'down:', 'nothing:s', 'down'])(
    'that were kept as “%s” are those that were delivered',
    (kept) => {
      expect(keysFrom(kept)).toEqual(SINGLE_KEYS);
    },
  );
});

import { describe, expect, it } from 'vitest';
import {
  SINGLE_KEYS,
  actOf,
  keyRefusal,
  keysFrom,
  keysText,
} from '../../renderer/state/singleKeys.ts';
import { viewOfKey } from '../../renderer/ui/viewKeys.ts';

describe('single keys', () => {
  it('that were given another key are kept, and read back', () => {
    const keys = { ...SINGLE_KEYS, down: 's', filter: ':' };
    expect(keysText(SINGLE_KEYS)).toBe('');
    expect(keysText(keys)).toBe('down:s filter::');
    expect(keysFrom(keysText(keys))).toEqual(keys);
    expect([actOf(keys, 's'), actOf(keys, 'S'), actOf(keys, 'j')]).toEqual(['down', 'down', null]);
  });

  it('may trade their keys with one another', () => {
    const traded = { ...SINGLE_KEYS, down: 'k', up: 'j' };
    expect(keysFrom(keysText(traded))).toEqual(traded);
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

it('Alt and a digit show a saved view, and leave the sign that they write in a field of a Mac', () => {
  const press = { altKey: true, ctrlKey: false, metaKey: false, shiftKey: false, code: 'Digit5' };
  expect(viewOfKey(press, { shift: false, writes: false })).toBe(4);
  expect(viewOfKey(press, { shift: false, writes: true })).toBeNull();
  expect(viewOfKey(press, { shift: true, writes: false })).toBeNull();
  expect(viewOfKey({ ...press, ctrlKey: true }, { shift: false, writes: false })).toBeNull();
});

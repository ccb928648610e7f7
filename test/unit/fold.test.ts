import { expect, test } from 'vitest';
import { fold } from '../../shared/rules/fold.ts';

test.each([
  ['Łódź', 'lodz'],
  ['Tromsø', 'tromso'],
  ['Đakovo', 'dakovo'],
  ['Straße', 'STRASSE'],
  ['Ærø', 'aero'],
  ['ΟΔΟΣ', 'οδος'],
  ['İzmir', 'izmir'],
  ['École', 'ecole'],
])('%s is found by %s', (name, typed) => {
  expect(fold(name)).toBe(fold(typed));
});

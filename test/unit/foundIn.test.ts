import { expect, test } from 'vitest';
import { foundIn } from '../../renderer/records/found.ts';
import { fieldsOfText } from '../../renderer/state/record.ts';

const device = fieldsOfText(
  '{"imei":"990000862471854","iccid":"8944500102198304826","vendor":{"id":3,"name":"Télmar"},"phone":null}',
);

test.each([
  ['what a column shows needs no word', '9900008', ['990000862471854'], null],
  ['accents and case are no difference', 'telmar', ['Télmar'], null],
  ['dashes may be left out', 'wb014la', ['WB-014-LA'], null],
  ['a field without a column is named', '89445', ['990000862471854'], 'ICCID'],
  ['also the summary that a field holds', 'telmar', ['990000862471854'], 'Vendor'],
  ['one word of several is enough', '9900008 telmar', ['990000862471854'], 'Vendor'],
  ['what is nowhere is not made up', 'nothing', ['990000862471854'], null],
])('%s', (_what, typed, shown, field) => {
  expect(foundIn(device, typed, shown)?.field ?? null).toBe(field);
});

import readWorkbook from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { workbookOf } from '../../electron/core/workbook.ts';

test('a text that a spreadsheet would read as a character stays what it is', async () => {
  const rows = [['Part'], ['_x0041_'], ['bolt_x000D_'], ['_x005F_x0041_'], ['_x41_']];
  const [book] = await readWorkbook(new Uint8Array(await workbookOf([{ rows }])).buffer);
  expect(book?.data).toEqual(rows);
});

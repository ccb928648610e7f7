import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, plainCell } from '../../shared/rules/csv.ts';

/** Texts of what formulas, numbers and spaces are made of. */
const signs = fc
  .array(fc.constantFrom(...Array.from('=+-@＝＋1.,;e a\t\r\n"\u00a0\ufeff')), { maxLength: 6 })
  .map((parts) => parts.join(''));

describe('a cell of a table that leaves the house', () => {
  it.each([
    ['=HYPERLINK("https://evil.example")', `'=HYPERLINK("https://evil.example")`],
    ['+cmd|calc', `'+cmd|calc`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['  =1+1', `'  =1+1`],
    ['\ttab', `'\ttab`],
    ['＝1+1', `'＝1+1`],
    ['\u0000=1+1', `'\u0000=1+1`],
    [`a;=cmd|' /C calc'!A0;x`, `a;'=cmd|' /C calc'!A0;x`],
    ['one\n@two;-3', `one\n'@two;-3`],
  ])('%j begins like a formula and is made plain', (typed, plain) => {
    expect(plainCell(typed)).toBe(plain);
  });

  it.each(['-2.31', '+5', '41,05', '1e-7', '-1.5E+3', 'WB-001-LA', 'a=b', '', '12:30'])(
    '%j is left as it is',
    (typed) => {
      expect(plainCell(typed)).toBe(typed);
    },
  );

  it('is never taken for a formula, whatever it holds', () => {
    fc.assert(
      fc.property(signs, (typed) => {
        const plain = plainCell(typed);
        // Readers that take semicolons, tabs or line ends for borders begin a cell behind each.
        const cells = [plain, ...plain.split(/[;\t\r\n]/)];
        const isPlain = (cell: string): boolean =>
          !/^[=+\-@]/.test(cell.trimStart()) ||
          !Number.isNaN(Number(cell.trim().replace(',', '.')));
        return plain.replaceAll("'", '') === typed && cells.every(isPlain);
      }),
    );
  });

  it('keeps commas, quotes and line ends in one cell', () => {
    expect(
      csvText([
        ['a', 'b'],
        ['x,"y"', 'one\ntwo'],
        ['=1', '-1'],
      ]),
    ).toBe('\ufeffa,b\r\n"x,""y""","one\ntwo"\r\n\'=1,-1\r\n');
  });
});

/** CSV as spreadsheets read it (RFC 4180), with cells that they would take for formulas made plain. */

/** What makes a spreadsheet take a cell for a formula; the wide forms are signs of East Asian fonts. */
const FORMULA = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** A plain number is no formula, whatever its sign. */
const NUMBER = /^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?$/;

/** The same within a text, where a reader that takes semicolons or tabs for borders begins a cell. */
const INSIDE =
  /([;\t\r\n][\s\u0000]*)(?=[-+=@\uff1d\uff0b\uff0d\uff20])(?![+-]?\d+(?:[.,]\d+)?(?:[;\t\r\n]|$))/gu;

/**
 * Text that a spreadsheet shows and never calculates: an apostrophe stands before what begins like a
 * formula (`=`, `+`, `-`, `@` and their wide forms, a tab or a line end). Plain numbers stay.
 * For CSV; a workbook tells texts from formulas by itself.
 */
export function plainCell(text: string): string {
  const inside = text.replaceAll(INSIDE, "$1'");
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inside}` : inside;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A table as CSV text: commas, CR LF, quotes where they are needed, formulas made plain. Begins with
 * a byte order mark, without which spreadsheets take UTF-8 for something else.
 *
 * @param rows the heading first; numbers by their spelling, with a point
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map((cell) => quoted(plainCell(cell))).join(',')}\r\n`).join('')}`;
}

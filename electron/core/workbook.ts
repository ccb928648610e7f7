import writeWorkbook, { type SheetData, type SheetOptions } from 'write-excel-file/node';

/** A cell of a table that leaves as a file; null is an empty one. */
export type Cell = string | number | null;

/** A cell of a workbook takes no more. */
const LONGEST_CELL = 32_767;
/** For the words that a cell was cut. */
const ROOM_FOR_MORE = 24;
/** What XML 1.0 can't hold: control characters, lone surrogates and two that are no characters. */
const NOT_IN_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** What a spreadsheet reads as one character by its number: `_x0041_` is an A to it. */
const READS_AS_CHARACTER = /_(?=x[0-9a-f]{4}_)/gi;
/** Columns are as wide as what stands in them, within these, in characters. */
const [NARROWEST, WIDEST] = [8, 48];
/** Rows that are looked at for the widths. */
const LOOKED_AT = 200;

function widthOf(rows: readonly (readonly Cell[])[], column: number): number {
  const longest = rows
    .slice(0, LOOKED_AT)
    .reduce((most, row) => Math.max(most, String(row[column] ?? '').length), 0);
  return Math.max(NARROWEST, Math.min(WIDEST, longest + 2));
}

/** A cell says of itself that it was cut, and by how much. */
function cut(text: string): string {
  if (text.length <= LONGEST_CELL) return text;
  const more = ` … (+${String(text.length - LONGEST_CELL + ROOM_FOR_MORE)})`;
  return text.slice(0, LONGEST_CELL - ROOM_FOR_MORE) + more;
}

/** A table of a workbook: the heading first. */
export interface Sheet {
  /** At most 31 characters, none of `[]:*?/\\`; the program's own name where it is left out. */
  name?: string;
  rows: readonly (readonly Cell[])[];
}

function sheetOf({ name, rows }: Sheet): SheetOptions<never> & { data: SheetData } {
  const data = rows.map((row, index) =>
    row.map((cell) => {
      if (cell === null) return null;
      if (typeof cell === 'number') return { type: Number, value: cell };
      const text = cut(cell.replaceAll(NOT_IN_XML, '\ufffd'));
      // The mark itself by its number.
      const value = text.replaceAll(READS_AS_CHARACTER, '_x005F_');
      const plain = { type: String, value, wrap: value.includes('\n') } as const;
      return index === 0 ? { ...plain, fontWeight: 'bold' as const } : plain;
    }),
  );
  const columns = (rows[0] ?? []).map((_head, column) => ({ width: widthOf(rows, column) }));
  return { ...(name === undefined ? {} : { sheet: name }), data, columns, stickyRowsCount: 1 };
}

/** Tables as a workbook (XLSX): numbers stay numbers, a text is never taken for a formula. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return Uint8Array.from(await writeWorkbook(sheets.map(sheetOf)).toBuffer());
}

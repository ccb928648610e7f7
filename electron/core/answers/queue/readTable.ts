import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import Papa from 'papaparse';
import readWorkbook, {
  InvalidInputError,
  InvalidSpreadsheetError,
} from 'read-excel-file/universal';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { isZip } from '../../../../shared/rules/zipFile.ts';

/** Tables that a person chose, as texts: CSV with whatever separates its cells, and XLSX. */
export interface Table {
  sheets: string[];
  sheet: number;
  /** Rows with their cells, as texts; a row may be shorter than others. */
  rows: string[][];
}

/** What a workbook may hold when it is unpacked: some 200,000 rows. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 2_000;
const MOST_ROWS = 200_000;
/** A sheet has no more columns; the rest bounds how long taking a text apart may take. */
const MOST_COLUMNS = 16_384;
const MOST_CELLS = 1_000_000;
const MOST_QUOTES = 1_000_000;

const refused = (code: string, message: string): Result<never> =>
  fail({ kind: 'invalid', code, message, safe: 'Nothing was changed.', next: 'editInput' });

const NOT_TABLE = refused(
  'answers.notTable',
  'This file can’t be read as a table. CSV and XLSX files can; save it as one of these.',
);
const TOO_LARGE = refused(
  'answers.tableTooLarge',
  'This table is larger than Waybill reads at once. Save the column with the ids as a file of its own.',
);

/** Old workbooks (XLS) and other files that are no text begin so, or hold a NUL. */
const isBinary = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 4_096).includes(0) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);

function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (isBinary(bytes)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whatever may separate cells; a text that has more of them is no table of ids. */
const SEPARATORS: ReadonlySet<string> = new Set([',', ';', '\t', '|', '\x1e', '\x1f']);

/** Whether a text can be taken apart in reasonable time and memory, told without doing it. */
function isTakenApart(text: string): boolean {
  let [cells, columns, quotes] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') quotes += 1;
    else if (character === '\n' || character === '\r') columns = 0;
    else if (SEPARATORS.has(character)) {
      cells += 1;
      columns += 1;
      if (columns >= MOST_COLUMNS) return false;
    }
  }
  return cells <= MOST_CELLS && quotes <= MOST_QUOTES;
}

function readCsv(bytes: Uint8Array): Result<Table> {
  const text = decoded(bytes);
  if (text === null) return NOT_TABLE;
  if (!isTakenApart(text)) return TOO_LARGE;
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: MOST_ROWS + 1 });
  if (data.length > MOST_ROWS) return TOO_LARGE;
  return ok({ sheets: [], sheet: 0, rows: data });
}

/** Whether a ZIP says that it unpacks to no more than can be read. */
async function unpacksSmall(bytes: Uint8Array): Promise<boolean> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  try {
    const entries = await zip.getEntries();
    const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    return entries.length <= MOST_PARTS && size <= MOST_UNPACKED_BYTES;
  } finally {
    await zip.close();
  }
}

async function readXlsx(bytes: Uint8Array, sheet: number): Promise<Result<Table>> {
  const copy = Uint8Array.from(bytes);
  try {
    if (!(await unpacksSmall(copy))) return TOO_LARGE;
    // Numbers stay as they are spelled: an id may have more digits than a number.
    const sheets = await readWorkbook(copy.buffer, { parseNumber: (digits) => digits });
    const chosen = sheets[sheet];
    if (chosen === undefined) {
      return refused('answers.noSheet', 'The workbook does not have this sheet.');
    }
    if (chosen.data.length > MOST_ROWS) return TOO_LARGE;
    const rows = chosen.data.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? cell : cell === null ? '' : String(cell))),
    );
    return ok({ sheets: sheets.map(({ sheet: name }) => name), sheet, rows });
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError) {
      return NOT_TABLE;
    }
    // The reader throws plain errors for parts that are no XML, or are not there.
    if (error instanceof Error) return NOT_TABLE;
    throw error;
  }
}

/**
 * Reads a file that a person chose.
 *
 * Errors (`invalid`): `answers.notTable`, `answers.tableTooLarge`, `answers.noSheet`.
 */
export async function readTable(bytes: Uint8Array, sheet: number): Promise<Result<Table>> {
  return isZip(bytes) ? readXlsx(bytes, sheet) : readCsv(bytes);
}

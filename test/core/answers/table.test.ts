import { describe, expect, it } from 'vitest';
import { ZipWriter, TextReader, Uint8ArrayWriter } from '@zip.js/zip.js';
import writeWorkbook from 'write-excel-file/node';
import { readTable } from '../../../electron/core/answers/queue/readTable.ts';
import { tableInThread } from '../../../electron/core/answers/queue/tableInThread.ts';
import { collecting } from './support.ts';
import { codeOf, valueOf } from '../db/support.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function workbook(rows: (string | number | null)[][]): Promise<Uint8Array<ArrayBuffer>> {
  const cells = rows.map((row) => row.map((value) => (value === null ? null : { value })));
  return Uint8Array.from(await writeWorkbook(cells).toBuffer());
}

describe('a table that somebody chose', () => {
  it.each([
    ['commas', 'Answer ID,Vehicle\r\n600001,"A, B"\r\n600002,C\r\n'],
    ['semicolons', '\ufeffAnswer ID;Vehicle\n600001;A, B\n600002;C\n'],
    ['tabs', 'Answer ID\tVehicle\n600001\t"A, B"\n600002\tC'],
  ])('is read whatever separates its cells: %s', async (_what, text) => {
    const { rows } = valueOf(await readTable(bytesOf(text), 0));
    expect(rows).toEqual([
      ['Answer ID', 'Vehicle'],
      ['600001', 'A, B'],
      ['600002', 'C'],
    ]);
  });

  it('is read in the encodings of spreadsheets', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('id;Ort\n1;Łódź\n', 'utf16le')]);
    expect(valueOf(await readTable(utf16, 0)).rows[1]).toEqual(['1', 'Łódź']);
    const western = new Uint8Array([...bytesOf('id,Ort\n1,'), 0xfc]);
    expect(valueOf(await readTable(western, 0)).rows[1]).toEqual(['1', 'ü']);
  });

  it('is read as CSV though it begins with the letters of a ZIP file', async () => {
    const { rows } = valueOf(await readTable(bytesOf('PK,answer_id\r\n1,600001\r\n'), 0));
    expect(rows).toEqual([
      ['PK', 'answer_id'],
      ['1', '600001'],
    ]);
  });

  it('is read out of a workbook, digits as they are spelled', async () => {
    const bytes = await workbook([
      ['Answer', 'Day'],
      [600_001, 'Monday'],
      ['A-17', null],
    ]);
    const table = valueOf(await readTable(bytes, 0));
    expect(table.sheets).toHaveLength(1);
    expect(table.rows).toEqual([
      ['Answer', 'Day'],
      ['600001', 'Monday'],
      ['A-17', ''],
    ]);
    expect(codeOf(await readTable(bytes, 3))).toBe('answers.noSheet');
  });

  it('that is none is refused with a reason', async () => {
    const whole = await workbook([['a'], [1]]);
    const zip = new ZipWriter(new Uint8ArrayWriter());
    await zip.add('letter.txt', new TextReader('no workbook'));
    const other = await zip.close();
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      other,
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
      new Uint8Array(2_000),
      bytesOf('PK\u0003\u0004 and then nothing'),
    ]) {
      expect(codeOf(await readTable(bytes, 0))).toBe('answers.notTable');
    }
  });

  it('that unpacks to too much is refused before it is unpacked', async () => {
    const zip = new ZipWriter(new Uint8ArrayWriter());
    await zip.add('xl/worksheets/sheet1.xml', new TextReader('0'.repeat(70 * 1024 * 1024)), {
      level: 1,
    });
    const bomb = await zip.close();
    expect(bomb.byteLength).toBeLessThan(1024 * 1024);
    expect(codeOf(await readTable(bomb, 0))).toBe('answers.tableTooLarge');
    expect(codeOf(await readTable(bytesOf('1\n'.repeat(200_001)), 0))).toBe(
      'answers.tableTooLarge',
    );
  });

  it.each([
    ['columns', ';'.repeat(20_000)],
    ['cells', 'a;b;c;d\n'.repeat(400_000)],
    ['quotes', '"'.repeat(2_000_000)],
  ])('with more %s than a table of ids has is refused before it is taken apart', async (...row) => {
    const [, text] = row;
    expect(codeOf(await readTable(bytesOf(text), 0))).toBe('answers.tableTooLarge');
  });

  it('gives the ids of its likeliest column, or of the one that is chosen', async () => {
    const desk = await collecting();
    const bytes = await workbook([
      ['Vehicle', 'Answer ID'],
      ['WB-001-LA', 600_001],
      ['WB-002-LA', 600_002],
    ]);
    const source = { is: 'file', name: 'answers.xlsx', bytes } as const;
    expect(valueOf(await desk.calls['answers.preview']({ source }))).toMatchObject({
      some: ['600001', '600002'],
      table: { column: 1, columns: [{ title: 'Vehicle' }, { title: 'Answer ID' }] },
    });
    const first = { ...source, column: 0 };
    expect(valueOf(await desk.calls['answers.preview']({ source: first })).some) //
      .toEqual(['WB-001-LA', 'WB-002-LA']);
    const none = { ...source, column: 9 };
    expect(codeOf(await desk.calls['answers.preview']({ source: none }))).toBe('answers.noColumn');
  });

  it('is read in a thread of its own: the thread that serves the desk goes on meanwhile', async () => {
    const bytes = bytesOf(`Answer ID,Vehicle\n${'600001,WB-001-LA\n'.repeat(150_000)}`);
    let reads = true;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (reads) setImmediate(turn);
    };
    setImmediate(turn);
    const read = await tableInThread({ bytes, sheet: 0, column: null });
    reads = false;
    expect(valueOf(read)).toMatchObject({ ids: ['600001'], table: { column: 0 } });
    expect(turns).toBeGreaterThan(100);
  });
});

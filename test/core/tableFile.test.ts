import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { deskHandlers } from '../../electron/core/handlers/desk.ts';
import { unpackText } from '../../electron/core/zip.ts';
import { ok } from '../../shared/result.ts';
import { testPorts } from './sync/support.ts';
import { virtualClock } from '../support/virtualClock.ts';

type Saved = { name: string; bytes: Uint8Array<ArrayBuffer> };

function tables(): {
  save: ReturnType<typeof deskHandlers>['desk.saveTable'];
  saveText: ReturnType<typeof deskHandlers>['desk.saveText'];
  files: Saved[];
} {
  const files: Saved[] = [];
  const ports = testPorts(virtualClock());
  const handlers = deskHandlers(() => null, {
    ...ports,
    files: {
      ...ports.files,
      save: async (name: string, _type: string, bytes: Uint8Array) => {
        files.push({ name, bytes: Uint8Array.from(bytes) });
        return ok({ outcome: 'file' as const, href: null, fileName: name });
      },
    },
  });
  return { save: handlers['desk.saveTable'], saveText: handlers['desk.saveText'], files };
}

const rows = [
  ['Station', 'Volume (l)', 'Note'],
  ['=HYPERLINK("https://evil.example")', 60.5, '@SUM(1)'],
  ['-4.5', -4.5, null],
  ['A "B", C', 0, '+49 30 1\n\u0001'],
];

it('areas leave as KMZ: their KML in an archive that other programs open', async () => {
  const { saveText, files } = tables();
  const text = '<kml><Placemark><name>Gate 4</name></Placemark></kml>';
  const saved = await saveText({ name: 'Areas', kind: 'kmz', text });
  expect(saved).toMatchObject({ ok: true, value: { saved: { fileName: 'Areas.kmz' } } });
  const packed = files[0]?.bytes ?? new Uint8Array();
  expect(await unpackText(packed, 'doc.kml', 1_000)).toEqual({ ok: true, text });
});

describe('a table that leaves as a file', () => {
  it('is CSV in which nothing is a formula and numbers stay numbers', async () => {
    const { save, files } = tables();
    const saved = await save({ name: 'Fuel: a/b', format: 'csv', rows });
    expect(saved).toMatchObject({ ok: true, value: { saved: { fileName: 'Fuel a b.csv' } } });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[0]?.bytes);
    expect(text.split('\r\n')).toEqual([
      '\ufeffStation,Volume (l),Note',
      `"'=HYPERLINK(""https://evil.example"")",60.5,'@SUM(1)`,
      '-4.5,-4.5,',
      `"A ""B"", C",0,"'+49 30 1\n\u0001"`,
      '',
    ]);
  });

  it('is a workbook whose texts are texts and whose numbers are numbers', async () => {
    const { save, files } = tables();
    await save({ name: 'Fuel', format: 'xlsx', rows });
    const [book] = await readWorkbook((files[0]?.bytes ?? new Uint8Array()).buffer);
    expect(book?.data).toEqual([
      rows[0],
      rows[1],
      rows[2],
      ['A "B", C', 0, expect.stringMatching(/^\+49 30 1\n?\ufffd?$/)],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { DocumentMaker, type MadeDocument } from '../../../electron/core/forms/document/make.ts';
import {
  complexAnswer,
  complexForm,
  picture,
  simpleAnswerJson,
  simpleForm,
} from '../../support/answers.ts';
import { demoTown } from '../../support/localService.ts';
import { denseText, type PdfFile, readPdf, textIn } from '../../support/pdfFile.ts';
import { townGeoJson } from '../../../electron/service/world/geojson.ts';

/** Documents of answers, typeset and read back by readers that did not write them. */

const town = demoTown();
const maker = new DocumentMaker(JSON.stringify(townGeoJson(town)), []);

const WISH = {
  paper: 'a4',
  standard: 'ua-1',
  timeZone: 'Europe/Amsterdam',
  locale: 'en-GB',
  madeAt: Date.UTC(2026, 2, 6, 9),
  tenant: 'Nordwind Logistics',
  logo: null,
} as const;

function make(
  answer: unknown,
  form: unknown = null,
  wish: Partial<Parameters<DocumentMaker['make']>[1]> = {},
): MadeDocument {
  const answerJson = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const source = {
    answerId: 'A-7',
    answerJson,
    formJson: form === null ? null : JSON.stringify(form),
    readAt: Date.UTC(2026, 2, 6, 8),
  };
  const made = maker.make([source], { ...WISH, ...wish });
  if (made === null) throw new Error('The answer was not laid out.');
  return made;
}

async function read(...args: Parameters<typeof make>): Promise<PdfFile> {
  return readPdf(make(...args).pdf);
}

const ATTACKS = [
  '#panic("x") *bold* _it_ $x^2$ `raw` <label> @ref \\u{41} = Heading',
  '#import "@preview/x:1.0.0": *',
  '#read("/etc/passwd")',
  '<script>alert(1)</script>',
  '"); #sys.inputs; ("',
  '}}{"a":1}',
];

describe('a document of an answer', () => {
  test('holds the answer’s values, labels and labelled pages', async () => {
    const file = await read(simpleAnswerJson, simpleForm);
    expect(file.pages).toHaveLength(1);
    for (const expected of [
      ...['Nordwind Logistics', 'Fuel receipt', 'Answer A-1001', 'Filling station'],
      ...['Harbour North', '61.10', 'Fuel card', '9007199254740993', '__proto__', 'KD-418-T'],
      ...['Mira Holt', '4 Mar 2026, 10:30', 'Waybill · local copy', 'Page 1 of 1'],
      'Local copy made by Waybill on 6 Mar 2026, 10:00',
      'From data read on 6 Mar 2026, 09:00',
      'Times in Europe/Amsterdam',
    ]) {
      expect(file.dense).toContain(denseText(expected));
    }
    expect(file.title).toBe('Fuel receipt – Answer A-1001');
    expect(file.language).toBe('en');
  });

  test('numbers every page and says on each that it is a local copy', async () => {
    const { pages } = await read(complexAnswer, complexForm);
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((text, at) => {
      expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(denseText(text)).toContain(denseText('Waybill · local copy · Answer A-2002'));
    });
  });

  test('is tagged in reading order, with bookmarks and words for pictures', async () => {
    const file = await read(complexAnswer, complexForm);
    expect(file.marked).toBe(true);
    expect(file.bookmarks).toEqual([
      'Accident report',
      ...['  What happened', '  Damage', '  Photos', '  Said'],
    ]);
    const roles = [...(await file.roles(1)), ...(await file.roles(2))];
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD', 'Figure', 'P']) {
      expect(roles).toContain(role);
    }
    expect(roles.indexOf('H1')).toBeLessThan(roles.indexOf('H2'));
    expect(file.alternatives).toContain('Photos 1');
    expect(file.alternatives).toContain('Driver');
    expect(file.alternatives.some((alt) => alt.startsWith('Map of Quay 3'))).toBe(true);
    const text = file.pages.join('\n');
    const order = ['Accident report', 'BX-902-L', 'What happened', 'Reversing', 'Damage', 'Photos'];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('says of itself that it keeps PDF/UA-1, or PDF/A-2a where that is wished', async () => {
    expect((await read(complexAnswer, complexForm)).claims).toEqual(['ua-1']);
    const archived = await read(complexAnswer, complexForm, { standard: 'a-2a' });
    expect(archived.claims).toEqual(['a-2a']);
    expect(archived.marked).toBe(true);
  });

  test('holds text of every script that fonts are bundled for', async () => {
    const said = {
      ...complexAnswer.values.said,
      chinese: '车辆检查完毕，車輛檢查完畢',
      japanese: '車両の点検は終わりました。トラック',
      korean: '차량 점검을 마쳤습니다',
      urdu: 'سامان پہنچ گیا ہے',
    };
    const made = make({ id: 'A-1', values: said });
    const file = await readPdf(made.pdf);
    expect(made.notes).toEqual([]);
    for (const text of Object.values(said)) expect(file.dense).toContain(denseText(text));
  });

  test('gives Arabic and Hebrew back in the order in which they are read', async () => {
    const lines = ['تم تسليم البضاعة بدون ضرر في 12 صندوق', 'המשלוח נמסר ליד השער'];
    const file = await read({ id: 'A-1', values: { ar: lines[0], he: lines[1] } });
    for (const line of lines) expect(file.pages.join(' ')).toContain(line);
  });

  test('runs from right to left where its labels do', async () => {
    const form = { name: 'فحص المركبة', fields: [{ key: 'a', label: 'الحالة' }] };
    const file = await read({ id: 'A-1', formId: 1, values: { a: 'جيدة' } }, form);
    expect(file.language).toBe('ar');
    expect(file.pages[0]).toContain('فحص المركبة');
    expect(file.pages[0]).toContain('الحالة');
  });

  test('gives Latin names, dates and addresses back in order where the page runs from right to left', async () => {
    for (const standard of ['ua-1', 'a-2a'] as const) {
      const form = { name: 'אישור מסירה', fields: [{ key: 'a', label: 'דואר' }] };
      const answer = {
        ...{ id: 'A-17', formId: 1, createdAt: '2026-03-05T16:20:00Z' },
        driver: { id: 1, fullName: 'Noa Bar-Lev' },
        values: { a: 'ramp.7@consignee.example' },
      };
      const { pages, language, claims } = await read(answer, form, { standard });
      expect(language).toBe('he');
      expect(claims).toEqual([standard]);
      for (const text of [
        ...['אישור מסירה', 'FORM ANSWER', 'Noa Bar-Lev', '5 Mar 2026, 17:20', 'A-17'],
        ...['ramp.7@consignee.example', 'דואר', 'Page 1 of 1'],
      ]) {
        expect(pages[0]).toContain(text);
      }
    }
  });

  test('embeds the fonts of the scripts that it uses, and no others', async () => {
    expect((await read(simpleAnswerJson, simpleForm)).fonts).toEqual([
      'Inter-Regular',
      'Inter-SemiBold',
    ]);
    const { fonts } = await read(complexAnswer, complexForm);
    for (const family of ['Vazirmatn', 'NotoSansHebrew', 'NotoSansThai', 'NotoSansDevanagari']) {
      expect(fonts.join()).toContain(family);
    }
    expect(fonts.join()).not.toContain('Chinese');
  });

  test('never reads text of a tenant as markup', async () => {
    for (const attack of ATTACKS) {
      const file = await read(
        {
          id: attack,
          vehicle: { id: attack, regNo: attack },
          location: { lat: 1, lng: 2, address: attack },
          [attack]: attack,
          link: `https://evil.example/${attack}`,
          signature: `M0 0 ${attack}`,
          rows: [{ [attack]: attack }, { [attack]: { deep: attack } }],
        },
        { name: attack, fields: [{ key: 'link', label: attack, type: attack }] },
        { tenant: attack },
      );
      expect(file.dense).toContain(denseText(attack));
      expect(file.title).toContain(attack);
    }
  });

  test('acts on nothing: no script, no link, no form, no file of elsewhere', () => {
    const link = 'https://evil.example/x';
    const { pdf } = make(
      { ...(JSON.parse(simpleAnswerJson) as object), link, photo: link, rows: [{ link }] },
      simpleForm,
    );
    const text = textIn(pdf);
    // It was unpacked: what every document has is found.
    expect(text).toMatch(/\/StructTreeRoot\b/);
    expect(text).not.toMatch(
      /\/(JavaScript|JS|Launch|SubmitForm|ImportData|URI|GoToR|GoToE|RichMedia|AA|OpenAction|XFA|AcroForm)\b/,
    );
  });

  test('names what it can’t draw instead of empty boxes', async () => {
    const made = make({
      id: 'A-1',
      values: {
        tamil: 'பொருள் சேதமின்றி',
        emoji: 'done 🎉',
        control: 'a\u0000b\u202ec',
        marks: 'x\u0e34\u0301y',
        lone: 'a\ud800b',
      },
    });
    const { dense } = await readPdf(made.pdf);
    expect(dense).toContain(denseText('‹Tamil, 15 characters›'));
    expect(dense).toContain(denseText('done ‹U+1F389›'));
    expect(dense).toContain(denseText('a‹U+0000›b‹U+202E›c'));
    expect(dense).toContain(denseText('Not in this document'));
    expect(made.notes).toContain('Tamil: 15 without a font.');
    expect(made.standard).toBe('ua-1');
  });

  test('goes on without pictures that are none, and says which', async () => {
    const huge = Buffer.from(picture(2, 2, () => [1, 2, 3]).split(',')[1] ?? '', 'base64');
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const whole = picture(60, 40, (x, y) => [x * 4, y * 4, 90]).split(',')[1] ?? '';
    const torn = Buffer.from(whole, 'base64').subarray(0, 90);
    const png = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
    const made = make({
      id: 'A-1',
      values: {
        good: `data:image/png;base64,${whole}`,
        huge: png(huge),
        torn: png(torn),
        words: png(Buffer.from('this is no picture at all, only words that say so')),
        bmp: `data:image/bmp;base64,${Buffer.from('BM').toString('base64')}`,
      },
    });
    const { dense, alternatives } = await readPdf(made.pdf);
    expect(alternatives).toEqual(['Good']);
    expect(dense).toContain(denseText('it is too large to be drawn (60000 × 60000 pixels)'));
    expect(made.notes).toEqual([
      'Picture of “Huge”: it is too large to be drawn (60000 × 60000 pixels).',
      'Picture of “Torn”: it is damaged.',
      'Picture of “Words”: it is no picture.',
      'Picture of “Bmp”: BMP can’t be drawn.',
    ]);
  });

  test('cuts what nobody could read, says so and brings the whole answer along', async () => {
    const long = 'word '.repeat(200_000);
    const made = make({ id: 'A-1', values: { long, deep: 'end' } });
    const file = await readPdf(made.pdf);
    expect(file.dense).toContain('morecharacters)');
    expect(file.dense).toContain('end');
    expect(made.notes.join()).toContain('characters are too many');
    expect(file.attachments).toEqual(['answer.json']);
    const archived = await read({ id: 'A-1', values: { long } }, null, { standard: 'a-2a' });
    expect(archived.attachments).toEqual([]);
  });

  test('draws ten thousand levels as what they are', async () => {
    const deep = `{"id":"A-1","values":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
    const made = make(deep);
    expect((await readPdf(made.pdf)).dense).toContain('{"a":{"a":');
  });

  test('draws what a document has room for of a hundred thousand fields, and brings all along', async () => {
    const torn = `data:image/png;base64,${btoa('no picture at all')}`;
    const undrawn = Array.from({ length: 25 }, (_v, at) => [`p${at}`, torn]);
    const fields = Array.from({ length: 100_000 }, (_v, at) => [`k${at}`, at]);
    const values = Object.fromEntries([...undrawn, ...fields]) as Record<string, unknown>;
    const made = make({ id: 'A-7', values });
    expect(made.pages).toBeLessThan(400);
    const [cut, ...others] = made.notes;
    expect(cut).toBe('Fields and rows: 95026 more are too many for a document.');
    expect(others).toHaveLength(19);
    expect((await readPdf(made.pdf)).attachments).toEqual(['answer.json']);
  });

  test('shows JSON of half a million values as its text, and brings all along', async () => {
    const made = make(`{"id":"A-7","values":[${'{"a":1},'.repeat(500_000)}{"last":2}]}`);
    expect(made.pages).toBeLessThan(20);
    const file = await readPdf(made.pdf);
    expect(file.dense).toContain('{"id":"A-7","values":[{"a":1},');
    expect(file.attachments).toEqual(['answer.json']);
  });

  test('repeats the head of a table on each page that it reaches', async () => {
    const rows = Array.from({ length: 120 }, (_row, at) => ({
      part: `Part number ${at}`,
      state: at % 3 === 0 ? 'Worn' : 'Good',
    }));
    const { pages } = await read({ id: 'A-1', values: { parts: rows } });
    expect(pages.length).toBeGreaterThan(2);
    for (const text of pages) expect(text).toContain('State');
    expect(pages.join(' ')).toContain('Part number 119');
  });

  test('is made for Letter too', () => {
    const box = (made: MadeDocument): string | undefined =>
      /\/MediaBox\s*\[([^\]]+)\]/.exec(Buffer.from(made.pdf).toString('latin1'))?.[1]?.trim();
    expect(box(make(simpleAnswerJson, simpleForm))).toMatch(/^0 0 595\.\d+ 841\.\d+$/);
    expect(box(make(simpleAnswerJson, simpleForm, { paper: 'us-letter' }))).toMatch(
      /^0 0 612 792$/,
    );
  });
});

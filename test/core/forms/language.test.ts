import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DocumentMaker, type DocumentWish } from '../../../electron/core/forms/document/make.ts';
import { TextMaker } from '../../../electron/core/forms/document/text.ts';
import { wordsOf } from '../../../electron/core/forms/document/words.ts';
import { headLabel } from '../../../shared/rules/headWords.ts';
import { denseText, readPdf } from '../../support/pdfFile.ts';
import { temporaryFolder } from '../session/support.ts';

/** What documents say of themselves, in each language of the desk. */

const maker = new DocumentMaker(null, []);
const ANSWER = {
  id: 'A-7',
  formName: 'Yard check',
  vehicle: { id: 4, regNo: 'WB 4' },
  driver: { id: 9, fullName: 'Mira Holt' },
  createdAt: '2026-03-05T16:20:00Z',
  values: { note: 'All is well', clean: true, photo: 'data:image/png;base64,AAAA' },
};

function wishOf(language: 'en' | 'de' | 'ar'): DocumentWish {
  return {
    ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', madeAt: Date.UTC(2026, 2, 6, 9) },
    ...{ tenant: '', logo: null, language, locale: wordsOf(language).locale },
  };
}

const source = (answer: unknown) => ({
  answerId: 'A-7',
  answerJson: JSON.stringify(answer),
  ...{ formJson: null, readAt: Date.UTC(2026, 2, 6, 8) },
  review: {
    verdicts: [
      { state: 'Approved', reasons: '', by: 'Ada', at: Date.UTC(2026, 2, 6, 8), isOutdated: false },
    ],
    ...{ notes: [], tags: [], due: '2026-03-20', assignee: null },
  },
});

test.for([
  [
    'German',
    'de',
    ['FORMULARANTWORT', 'Antwort A-7', 'Örtliche Kopie, von Waybill gemacht am 06.03.2026, 09:00'],
    [
      'Fahrzeug',
      'Fahrer',
      'Angelegt',
      '05.03.2026, 16:20',
      'Ja',
      'Prüfung',
      'Urteil',
      '20.03.2026',
    ],
    ['Seite 1 von 1', 'Nicht in diesem Dokument', 'es ist kein Bild', 'Waybill · örtliche Kopie'],
  ],
  [
    'Arabic',
    'ar',
    ['إجابة نموذج', 'نسخة محلية صنعها', 'بتوقيت', 'من بيانات قرئت'],
    ['المركبة', 'السائق', 'أنشئت', '05/03/2026', 'نعم', 'المراجعة', 'الحكم', '20/03/2026'],
    ['صفحة', 'ليس في هذا المستند', 'ليست صورة', 'نسخة محلية'],
  ],
] as const)(
  'says of itself what it does in %s, and leaves what was answered',
  async ([, language, ...expected]) => {
    const made = maker.make([source(ANSWER)], wishOf(language));
    const file = await readPdf(made?.pdf ?? new Uint8Array());
    for (const text of expected.flat()) expect(file.dense).toContain(denseText(text));
    for (const own of ['Yard check', 'WB 4', 'Mira Holt', 'Note', 'All is well', 'Approved']) {
      expect(file.dense).toContain(denseText(own));
    }
    for (const english of [
      'FORM ANSWER',
      'Vehicle',
      'Driver',
      'Verdict',
      'Page',
      'copy made',
      'Yes',
    ]) {
      expect(file.dense).not.toContain(denseText(english));
    }
    expect(file).toMatchObject({ language, claims: ['ua-1'], marked: true });
  },
);

test('tells apart the two times of the hour that the clock shows twice', async () => {
  const twice = { first: '2026-10-25T00:30:00Z', second: '2026-10-25T01:30:00Z' };
  const values = { ...twice, after: '2026-10-25T02:30:00Z' };
  const wish = { ...wishOf('en'), timeZone: 'Europe/Berlin' };
  const made = maker.make([source({ id: 'A-7', values })], wish);
  const { dense } = await readPdf(made?.pdf ?? new Uint8Array());
  for (const said of ['02:30 GMT+2', '02:30 GMT+1']) expect(dense).toContain(denseText(said));
  expect(dense).toContain(denseText('25 Oct 2026, 03:30'));
  expect(dense).not.toContain(denseText('03:30 GMT'));
});

test('names letters that it can’t draw in its language', async () => {
  const cannot = source({ ...ANSWER, values: { script: 'ᏣᎳᎩ', mixed: 'ᏣᎳ🎉🎊' } });
  const german = maker.make([cannot], wishOf('de'));
  const { dense } = await readPdf(german?.pdf ?? new Uint8Array());
  expect(dense).toContain(denseText('‹Cherokee, 3 Zeichen›'));
  expect(dense).toContain(denseText('‹andere Zeichen, 4 Zeichen›'));
  expect(german?.notes).toContain('Cherokee: 5 ohne Schriftart.');
  expect(maker.make([cannot], wishOf('ar'))?.notes).toEqual(
    expect.arrayContaining(['الشيروكي: 5 بلا خط.', 'رموز تعبيرية: 2 بلا خط.']),
  );
});

test('runs from right to left in Arabic, whatever was answered', async () => {
  const made = maker.make([source(ANSWER)], wishOf('ar'));
  const [page = ''] = (await readPdf(made?.pdf ?? new Uint8Array())).pages;
  expect(page).toContain('صفحة 1 من 1');
  // Hours need no letter, which would stand away from them behind a name in Latin letters.
  expect(page).toContain('05/03/2026، 16:20');
  // The number of a page stands on the left.
  const part = maker.make([source(ANSWER)], { ...wishOf('ar'), part: 0 });
  expect(part?.sides).toEqual([true]);
  expect(maker.make([source(ANSWER)], { ...wishOf('de'), part: 0 })?.sides).toEqual([false]);
});

test('numbers, signs and heads of tables keep their order where the page runs from right to left', async () => {
  const rows = [
    { temp: '-18.5 °C', humidity: '(41 %)' },
    { temp: '+4 °C', humidity: '(62 %)' },
  ];
  const form = {
    name: 'Cold chain',
    fields: [
      { key: 'temp', label: 'Temp. (set −2)', type: 'number', unit: '°C' },
      { key: 'humidity', label: 'Humidity (%)', type: 'number' },
      { key: 'readings', label: '2. Readings (°C)' },
    ],
  };
  const readings = rows.map(({ temp }, at) => ({ temp: Number.parseFloat(temp), humidity: at }));
  const made = maker.make(
    [
      {
        ...source({ id: 'A-7', formName: 'Cold chain (2)', values: { readings, texts: rows } }),
        formJson: JSON.stringify(form),
      },
    ],
    wishOf('ar'),
  );
  const [page = ''] = (await readPdf(made?.pdf ?? new Uint8Array())).pages;
  const text = page.replaceAll('\u00a0', ' ');
  for (const told of ['-18.5 °C', '+4 °C', 'Humidity (%)', '2. Readings (°C)']) {
    expect(text).toContain(told);
  }
});

test.for([
  ['de', 'Seite 1 von 2', 'Seite 2 von 2', 'Antworten auf Formulare'],
  ['ar', 'صفحة 1 من 2', 'صفحة 2 من 2', 'إجابات النماذج'],
] as const)(
  'numbers pages of many answers in its language',
  async ([language, first, second, title]) => {
    const folder = temporaryFolder();
    const parts = [0, 1].map((part) => {
      const made = maker.make([source(ANSWER)], { ...wishOf(language), part });
      const file = path.join(folder.folder, `${part}.pdf`);
      writeFileSync(file, made?.pdf ?? new Uint8Array());
      return { file, sides: made?.sides ?? [], standard: made?.standard ?? null };
    });
    const out = path.join(folder.folder, 'all.pdf');
    maker.merge({ parts, out, paper: 'a4', standard: 'ua-1', language }, () => false);
    const file = await readPdf(readFileSync(out));
    folder.remove();
    expect(file.pages[0]).toContain(first);
    expect(file.pages[1]).toContain(second);
    expect(file).toMatchObject({ title, claims: ['ua-1'] });
  },
);

test('a form’s own words for what every answer has stay as they are', () => {
  expect(headLabel('de', 'vehicle', 'Vehicle')).toBe('Fahrzeug');
  expect(headLabel('de', 'vehicle', 'Truck')).toBe('Truck');
  expect(headLabel('de', 'odd', 'Odd')).toBe('Odd');
});

/** No font draws an emoji here. */
const NOTHING = new TextMaker(
  [{ family: '', has: (code) => code < 0x1f000 && (code < 0xb80 || code > 0xbff) }],
  '',
  wordsOf('en'),
);

test.for([
  // Names run their own way inside of text from right to left, and turn nothing around them.
  ['السائق 👩‍🔧 نعم', 'السائق \u2068‹U+1F469 U+200D U+1F527›\u2069 نعم'],
  ['جيد 🎉👍🏽👩‍🔧 12', 'جيد \u2068‹Emoji, 3 characters›\u2069 12'],
  ['قبل தமிழ் بعد', 'قبل \u2068‹Tamil, 5 characters›\u2069 بعد'],
  ['ثم\u202eab', 'ثم\u2068‹U+202E›\u2069ab'],
  ['done 🎉', 'done ‹U+1F389›'],
  ['flag 🇩🇪', 'flag ‹U+1F1E9 U+1F1EA›'],
] as const)(
  'what no font draws is named apart from what stands around it, a joined emoji as one: %s',
  ([text, drawn]) => {
    expect(NOTHING.drawable(text)).toBe(drawn);
  },
);

test('a line runs the way of what is drawn, not of what is named', () => {
  expect(NOTHING.make('👩 مرحبا')).toMatchObject({ r: true });
});

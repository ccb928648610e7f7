import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { answerPdf } from '../../electron/service/answerPdf.ts';
import { linesOf } from '../../electron/service/pdfText.ts';

async function textOf(bytes: Buffer): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await loading.promise;
  let text = '';
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  await loading.destroy();
  return text;
}

describe('the PDF of an answer', () => {
  it('draws what people write in their scripts', async () => {
    const doc = {
      greek: 'αμαξοστάσιο',
      cyrillic: 'Привет',
      latin: 'Zażółć gęślą jaźń',
      vietnamese: 'kiểm',
      hebrew: 'שלום',
      thai: 'ไฟหน้า',
      hindi: 'शीशा',
      arabic: 'مرحبا',
    };
    const text = await textOf(await answerPdf(JSON.stringify(doc), 'Отчёт', undefined));
    for (const word of ['Отчёт', 'αμαξοστάσιο', 'Привет', 'kiểm', 'ไฟหน้า', 'शीशा', 'שלום']) {
      expect(text).toContain(word);
    }
    expect(text.replaceAll(' ', '')).toContain('Zażółćgęśląjaźń');
    expect(text).not.toContain('\u2022');
  });

  it('is one whatever the answer holds', async () => {
    const doc = {
      picture: 'data:image/png;base64,AAAA',
      path: { path: 'M' },
      marks: '\u0651\u0650\u0670\u0651 ابت\u0651\u0651\u0650 ب\u0303',
      alone: 'x\ud800y \ufffe \u0007',
      other: '車両 😀',
      long: 'ж'.repeat(3000),
      ['ключ'.repeat(60)]: 'значение',
    };
    const text = await textOf(await answerPdf(JSON.stringify(doc), '', undefined));
    expect(text).toContain('data:image/png;base64,AAAA');
    expect(text).toContain('••');
    expect(text.match(/ж/g)).toHaveLength(3000);
  });
});

describe('lines of text', () => {
  /** Every letter is one wide, and so is a space. */
  const lines = (text: string, width = 100): string[] =>
    linesOf(text, width, 1, (run) => Array.from(run.text).length).map(({ runs }) =>
      runs
        .toSorted((a, b) => a.x - b.x)
        .map((run) => run.text)
        .join('|'),
    );

  it('break between words, and inside of what is too long for one', () => {
    expect(lines('один два три', 8)).toEqual(['один|два', 'три']);
    expect(lines('жжжжж жж', 3)).toEqual(['жжж', 'жж', 'жж']);
    expect(lines('один\n\nдва')).toEqual(['один', '', 'два']);
  });

  it('stand from right to left where the script does, numbers and names as they are', () => {
    expect(lines('אב גד')).toEqual(['גד|אב']);
    expect(lines('אב (גד 12) הו')).toEqual(['הו|(|12|גד|)|אב']);
    expect(lines('אב ABC 12')).toEqual(['ABC|12|אב']);
    expect(lines('Name אב גד end')).toEqual(['Name|גד|אב|end']);
    expect(lines('אב (גד) 12-34 הו')).toEqual(['הו|12-34|(|גד|)|אב']);
    expect(lines('Name (אב), 12.5 גד!')).toEqual(['Name|(|אב|),|גד|12.5|!']);
    const [line] = linesOf('אב', 10, 1, (run) => run.text.length);
    expect(line?.runs[0]?.x).toBe(8);
  });
});

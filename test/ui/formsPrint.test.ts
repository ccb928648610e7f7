import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { printAnswer } from '../../electron/core/forms/template.ts';
import type { Printer } from '../../electron/core/ports.ts';
import { createPrinter } from '../../electron/headless/printer.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { complexAnswer, complexForm, simpleAnswerJson, simpleForm } from '../support/answers.ts';

/** The real print: Chromium's own, read back with a PDF reader. */

let printer: Printer & { close(): Promise<void> };
beforeAll(async () => {
  printer = await createPrinter();
});
afterAll(() => printer.close());

interface Printed {
  bytes: Uint8Array;
  document: PDFDocumentProxy;
  /** Text of each page. */
  pages: string[];
}

async function print(answerJson: string, form: unknown): Promise<Printed> {
  const layout = layoutAnswer(answerJson, JSON.stringify(form));
  if (layout === null) throw new Error('The answer was not laid out.');
  const html = await printAnswer(layout, {
    timeZone: 'Europe/Amsterdam',
    locale: 'en-GB',
    readAt: Date.UTC(2026, 2, 6, 8),
    printedAt: Date.UTC(2026, 2, 6, 9),
  });
  const pdf = await printer.pdf(html);
  if (!pdf.ok) throw new Error(pdf.error.message);
  expect(new TextDecoder('latin1').decode(pdf.value.slice(0, 5))).toBe('%PDF-');
  const document = await getDocument({ data: new Uint8Array(pdf.value), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const content = await (await document.getPage(at)).getTextContent();
    pages.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return { bytes: pdf.value, document, pages };
}

/** Names of the embedded fonts, as the file itself says them. */
function fontsOf({ bytes }: Printed): string[] {
  const names = new TextDecoder('latin1')
    .decode(bytes)
    .matchAll(/\/FontName\s*\/[A-Z]{6}\+([\w-]+)/g);
  return [...new Set([...names].map((match) => match[1] ?? ''))].sort();
}

/** Text without spaces: a reader of PDF may cut words where fonts or pages change. */
function dense(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, '');
}

describe('a printed answer', () => {
  test('holds the answer’s values, labels and labelled pages', async () => {
    const { document, pages } = await print(simpleAnswerJson, simpleForm);
    expect(pages).toHaveLength(1);
    const text = dense(pages[0] ?? '');
    for (const expected of [
      'Fuel receipt',
      'Answer A-1001',
      'Filling station',
      'Harbour North',
      '61.10',
      'Fuel card',
      '9007199254740993',
      '__proto__',
      'KD-418-T',
      'Mira Holt',
      '4 Mar 2026, 10:30',
      'Waybill · local copy',
      '1 / 1',
    ]) {
      expect(text).toContain(dense(expected));
    }
    expect((await document.getMetadata()).info).toMatchObject({
      Title: 'Fuel receipt – Answer A-1001',
    });
  });

  test('numbers every page and says on each that it is a local copy', async () => {
    const { pages } = await print(JSON.stringify(complexAnswer), complexForm);
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((text, at) => {
      expect(dense(text)).toContain(`${at + 1}/${pages.length}`);
      expect(dense(text)).toContain(dense('Waybill · local copy'));
      expect(dense(text)).toContain(dense('Answer A-2002'));
    });
  });

  test('is tagged for screen readers, with an outline', async () => {
    const { document } = await print(JSON.stringify(complexAnswer), complexForm);
    const marks: unknown = await document.getMarkInfo();
    expect(marks instanceof Map && marks.get('Marked')).toBe(true);
    const tree = await (await document.getPage(1)).getStructTree();
    const roles = JSON.stringify(tree);
    for (const role of ['"H1"', '"H2"', '"Table"', '"TH"']) expect(roles).toContain(role);
    const outline = await document.getOutline();
    expect(JSON.stringify(outline)).toContain('What happened');
  });

  test('holds text of every script that fonts are bundled for', async () => {
    const { pages } = await print(JSON.stringify(complexAnswer), complexForm);
    const text = dense(pages.join(' '));
    const { thai, hindi, hebrew, greek, russian, vietnamese } = complexAnswer.values.said;
    for (const expected of [greek, russian, vietnamese]) expect(text).toContain(dense(expected));
    // Letters that join or stack are shaped: they come back one by one, in an order of their own,
    // and Arabic ones without the dots, which the font draws apart.
    const letters = new Set(text);
    const lacks = (from: string): string[] =>
      Array.from(dense(from)).filter((one) => !letters.has(one));
    expect(lacks(thai)).toEqual([]);
    expect(lacks(hebrew)).toEqual([]);
    expect(lacks('ملسدوعاهصر')).toEqual([]);
    expect(lacks(hindi).length).toBeLessThan(hindi.length / 2);
  });

  test('embeds its fonts as outlines, only those that it needs', async () => {
    const simple = fontsOf(await print(simpleAnswerJson, simpleForm));
    expect(simple).toEqual(['Inter-Regular', 'Inter-SemiBold']);
    const complex = fontsOf(await print(JSON.stringify(complexAnswer), complexForm)).join();
    for (const family of [
      'NotoSansArabic',
      'NotoSansThai',
      'NotoSansDevanagari',
      'NotoSansHebrew',
    ]) {
      expect(complex).toContain(family);
    }
  });

  test('runs no script and fetches nothing, whatever the document says', async () => {
    const { pages } = await print(JSON.stringify(complexAnswer), complexForm);
    expect(dense(pages.join(' '))).toContain(dense('<script>document.title="x"</script><img'));

    // Even markup that got past the template would reach nobody.
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const at = server.address();
      const port = typeof at === 'object' && at !== null ? at.port : 0;
      const url = `http://127.0.0.1:${port}/`;
      const pdf = await printer.pdf(
        `<!doctype html><title>t</title><p>before</p><img src="${url}a.png">` +
          `<link rel="stylesheet" href="${url}b.css"><iframe src="${url}c"></iframe>` +
          `<script>fetch('${url}d');document.querySelector('p').textContent='changed'</script>`,
      );
      if (!pdf.ok) throw new Error(pdf.error.message);
      const document = await getDocument({ data: new Uint8Array(pdf.value), verbosity: 0 }).promise;
      const { items } = await (await document.getPage(1)).getTextContent();
      expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('before');
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });
});

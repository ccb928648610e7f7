import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { DocumentMaker, type MadeDocument } from '../../../electron/core/forms/document/make.ts';
import { townGeoJson } from '../../../electron/service/world/geojson.ts';
import { demoTown } from '../../support/localService.ts';
import { inkInMargins } from '../../support/pageImages.ts';
import { PAPER_FORMS } from '../../support/paper/forms.ts';
import { type PaperForm, REVIEW, scene } from '../../support/paper/scene.ts';
import { denseText, readPdf, textIn } from '../../support/pdfFile.ts';
import { isEveryday } from '../../support/runs.ts';
import { leavesOf } from '../../unit/formLayoutSupport.ts';

/**
 * Pages of forms of different trades as a reader sees them. `test/pages.ts` draws the same ones for
 * people to look at.
 */

const maker = new DocumentMaker(JSON.stringify(townGeoJson(demoTown())), []);
const PAPERS = ['a4', 'us-letter'] as const;
/** Every form on one of the papers in turn; the long form lays each out on both. */
const CASES = PAPER_FORMS.flatMap((one, at) =>
  PAPERS.filter((_paper, which) => !isEveryday || which === at % PAPERS.length).map((paper) => ({
    ...one,
    paper,
  })),
);
/** Millimetres of the template in points; letters may lean over it a little. */
const MARGIN = (18 / 25.4) * 72 - 1;
const FOOT = (21 / 25.4) * 72;

function make({ form, answer }: PaperForm, paper: (typeof PAPERS)[number]): MadeDocument {
  const source = {
    ...{ answerId: 'A-1', answerJson: JSON.stringify(answer), readAt: Date.UTC(2026, 2, 18, 8) },
    ...{ formJson: form === null ? null : JSON.stringify(form), review: REVIEW },
  };
  const made = maker.make([source], {
    ...{ paper, standard: 'ua-1', timeZone: 'Europe/Amsterdam', locale: 'en-GB' },
    ...{ madeAt: Date.UTC(2026, 2, 18, 9), tenant: 'Nordwind Logistics', logo: scene(240, 80, 30) },
  });
  if (made === null) throw new Error('It is no answer.');
  return made;
}

interface Line {
  text: string;
  left: number;
  right: number;
  /** Points above the lower edge of the page. */
  above: number;
  size: number;
}

interface DrawnPage {
  width: number;
  lines: Line[];
}

/** Where each piece of text stands, as pdf.js finds it. */
async function drawn(pdf: Uint8Array): Promise<DrawnPage[]> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , width = 0] = page.view;
    const { items } = await page.getTextContent();
    const lines = items.flatMap((item): Line[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size = 0, left = 0, above = 0] = item.transform as number[];
      return [{ text: item.str, left, right: left + item.width, above, size }];
    });
    pages.push({ width, lines });
  }
  await loading.destroy();
  return pages;
}

/**
 * Words that an answer gives, without pictures, drawings and what is shown in other words. Words, because
 * readers turn Latin ones around where a page runs from right to left, and drop hyphens at ends of lines;
 * and without lam before alef, whose one glyph both readers here take apart in the wrong order.
 */
function wordsOf(answer: unknown): string[] {
  const texts = leavesOf(answer)
    .filter((leaf) => !/^data:|^M\d|^\d{4}-\d\d-\d\dT|^(true|false)?$/.test(leaf))
    .filter(
      (leaf) => !['ok', 'worn', 'damaged', 'na', 'bad', 'b7', 'c', 'submitted'].includes(leaf),
    );
  return texts.flatMap((text) => denseWords(text));
}

function denseWords(text: string): string[] {
  return (text.normalize('NFKC').match(/[\p{L}\p{M}]+|\d+/gu) ?? []).filter(
    (word) => !/ل[اأإآ]/u.test(word),
  );
}

describe.each(CASES)('the pages of “$name” on $paper', ({ paper, ...one }) => {
  const made = make(one, paper);

  test('hold every text, and what the file promises', async () => {
    const file = await readPdf(made.pdf);
    expect(made.standard).toBe('ua-1');
    expect(made.notes).toEqual([]);
    const dense = denseText(file.dense);
    expect(wordsOf(one.answer).filter((word) => !dense.includes(word))).toEqual([]);
    expect(file.bookmarks.length).toBeGreaterThan(0);
  });

  test('are numbered, cut nothing off, and leave no heading alone at their end', async () => {
    const pages = await drawn(made.pdf);
    expect(pages).toHaveLength(made.pages);
    // Nor pictures and maps: margins are white.
    expect(await inkInMargins(made.pdf, MARGIN - 2)).toBe(0);
    for (const [at, { width, lines }] of pages.entries()) {
      const number = `Page ${at + 1} of ${pages.length}`;
      expect(lines.some(({ text, above }) => text === number && above < FOOT)).toBe(true);
      const cut = lines.filter(({ left, right }) => left < MARGIN || right > width - MARGIN);
      expect(cut).toEqual([]);
      const body = lines.filter(({ above }) => above > FOOT);
      const last = body.reduce((low, line) => (line.above < low.above ? line : low));
      // Headings are larger than whatever stands below them.
      expect(last.size).toBeLessThan(10);
    }
  });

  test('keep the rules of PDF/UA that a file tells of itself', async () => {
    const file = await readPdf(made.pdf);
    const raw = textIn(made.pdf);
    const count = (pattern: RegExp): number => [...raw.matchAll(pattern)].length;
    // Marked, with a title that is shown, a language, and nothing that keeps readers out (7.1, 7.2).
    expect(file.marked).toBe(true);
    expect(count(/\/DisplayDocTitle true/g)).toBe(1);
    expect(count(/<dc:title>/g)).toBe(1);
    expect(file.title).not.toBe('');
    expect(file.language).toMatch(/^[a-z]{2}$/);
    expect(count(/\/Encrypt /g)).toBe(0);
    expect(count(/\/StructParents /g)).toBe(made.pages);
    // Headings begin with the first level and leave none out (7.4).
    const roles = await Promise.all(file.pages.map((_page, at) => file.roles(at + 1)));
    const levels = roles.flat().flatMap((role) => (/^H\d$/.test(role) ? [Number(role[1])] : []));
    expect(levels[0]).toBe(1);
    expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
    // Words for each picture (7.3), heads of columns that say so (7.5).
    const figures = roles.flat().filter((role) => role === 'Figure');
    expect(file.alternatives).toHaveLength(figures.length);
    expect(count(/\/Scope \/Column/g)).toBe(count(/\/S \/TH\b/g));
    // Every font is in the file and says which letters it draws (7.21).
    expect(count(/\/FontFile[23]? /g)).toBe(count(/\/Type \/FontDescriptor/g));
    expect(count(/\/ToUnicode /g)).toBe(count(/\/Subtype \/Type0/g));
  });
});

test('numbers that hyphens join break at the edge of their column, and are all there', async () => {
  const numbers = (start: number, count: number): string =>
    Array.from({ length: count }, (_, at) => String(start + at * 7)).join('-');
  const row = Object.fromEntries(
    ['ship', 'crate', 'seal', 'permit', 'truck', 'gate'].map((key, at) => [
      key,
      numbers(4711 + at, 4),
    ]),
  );
  const answer = {
    id: 'A-1',
    values: {
      seals: numbers(10_000, 60),
      goods: [row, row],
      container: 'MSKU-47110-08-15',
      day: '2026-11-27',
    },
  };
  const made = make({ name: 'numbers', form: null, answer }, 'a4');
  const [page] = await drawn(made.pdf);
  const lines = page?.lines ?? [];
  expect(lines.filter(({ right }) => right > (page?.width ?? 0) - MARGIN)).toEqual([]);
  // Nothing runs into what stands beside it.
  const overlaps = lines.filter((one) =>
    lines.some(
      (other) =>
        other !== one &&
        Math.abs(other.above - one.above) < 2 &&
        other.left > one.left &&
        other.left < one.right - 1,
    ),
  );
  expect(overlaps).toEqual([]);
  const { dense } = await readPdf(made.pdf);
  for (const text of [...Object.values(row), 'MSKU-47110-08-15', '2026-11-27', '10413']) {
    expect(dense.replaceAll('-', '')).toContain(text.replaceAll('-', ''));
  }
});

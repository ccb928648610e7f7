import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFonts } from '../../../electron/core/forms/document/fonts.ts';
import { DocumentMaker, type DocumentWish } from '../../../electron/core/forms/document/make.ts';
import { SCRIPTS } from '../../../electron/core/forms/document/scripts.ts';
import { fontsIn } from '../../../electron/core/forms/fontList.ts';
import { OFFERED_FONTS } from '../../../electron/core/forms/fontTable.ts';
import { madeFont } from '../../support/madeFont.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { temporaryFolder } from '../session/support.ts';

/** Fonts for scripts that Waybill brings none for. */

const TAMIL = 0x0b95;
const OFFERED = { offered: OFFERED_FONTS, host: 'fonts.example' };
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

function addFont(name: string, bytes: Uint8Array | string): string {
  const at = path.join(folder.folder, 'fonts');
  mkdirSync(at, { recursive: true });
  writeFileSync(path.join(at, name), bytes);
  return path.join(at, name);
}

/** What of the first page is drawn with an edge around its letters. */
async function edged(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const texts: string[] = [];
  let isEdged = false;
  fnArray.forEach((act, at) => {
    const first = (argsArray as (unknown[] | null)[])[at]?.[0];
    // The second way of drawing letters is both: their surface and their edge.
    if (act === OPS.setTextRenderingMode) isEdged = first === 2;
    if (act !== OPS.showText || !isEdged) return;
    const letters = first as ({ unicode?: string } | number)[];
    texts.push(letters.map((one) => (typeof one === 'number' ? '' : one.unicode)).join(''));
  });
  return texts;
}

describe('fonts of documents', () => {
  test('are told by their scripts: what the app draws, what was added, and what is missing', async () => {
    const before = await fontsIn(folder.folder, OFFERED);
    expect(before.folder).toBe(path.join(folder.folder, 'fonts'));
    expect(before.added).toEqual([]);
    expect(before.scripts).toContainEqual({
      ...{ script: 'Taml', by: 'none' },
      offer: {
        ...{ family: 'Noto Sans Tamil', bytes: 78_988 },
        ...{ host: 'fonts.example', licence: 'OFL-1.1' },
      },
    });
    // None is left to look for a font by oneself.
    expect(before.scripts.filter(({ by, offer }) => by === 'none' && offer === null)).toEqual([]);
    expect(before.scripts).toContainEqual({ script: 'Thai', by: 'app', offer: null });
    addFont('Tamil.ttf', madeFont('Test Tamil', TAMIL, 12));
    addFont('broken.otf', 'no font');
    addFont('notes.txt', 'no font either');
    const after = await fontsIn(folder.folder, OFFERED);
    expect(after.added).toEqual([
      { file: 'Tamil.ttf', family: 'Test Tamil', fetchedFor: null },
      { file: 'broken.otf', family: null, fetchedFor: null },
    ]);
    const changed = after.scripts.filter((each, at) => each.by !== before.scripts[at]?.by);
    expect(changed).toEqual([{ script: 'Taml', by: 'added', offer: null }]);
  });

  test('of the app draw the scripts that are told to be its own, and no others', () => {
    const { coverage } = readFonts([]);
    const drawn = SCRIPTS.filter(({ letter }) =>
      coverage.some((font) => font.has(letter.codePointAt(0) ?? 0)),
    );
    expect(drawn.map(({ script }) => script)).toEqual(
      SCRIPTS.filter(({ bundled }) => bundled).map(({ script }) => script),
    );
  });

  test('that were added draw their script in documents', async () => {
    const text = String.fromCodePoint(TAMIL, TAMIL + 4, TAMIL + 5);
    const source = {
      answerId: '7',
      answerJson: JSON.stringify({ id: '7', values: { note: text } }),
      // Headings are drawn with it too: it has one weight, and an edge makes them heavier.
      ...{ formJson: JSON.stringify({ name: text }), readAt: 0 },
    };
    const wish: DocumentWish = {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
      ...{ tenant: '', logo: null },
    };
    const without = new DocumentMaker(null, []).make([source], wish);
    expect(without?.notes).toEqual(['Tamil: 6 without a font.']);
    const font = addFont('Tamil.ttf', madeFont('Test Tamil', TAMIL, 12));
    const made = new DocumentMaker(null, [font]).make([source], wish);
    expect(made?.notes).toEqual([]);
    expect(await edged(made?.pdf ?? new Uint8Array())).toEqual([text]);
    const file = await readPdf(made?.pdf ?? new Uint8Array());
    expect(file.dense.split(text)).toHaveLength(3);
    expect(file.claims).toEqual(['ua-1']);
  });

  test('of one weight are as heavy in titles as others are, and are read out of them as before', async () => {
    const title = '車両点検表';
    const source = {
      ...{ answerId: '7', answerJson: JSON.stringify({ id: '7', values: { note: '良好' } }) },
      ...{ formJson: JSON.stringify({ name: title }), readAt: 0 },
    };
    const wish: DocumentWish = {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
      ...{ tenant: '', logo: null },
    };
    const pdf = new DocumentMaker(null, []).make([source], wish)?.pdf ?? new Uint8Array();
    expect(await edged(pdf)).toEqual([title]);
    const file = await readPdf(pdf);
    expect(file.dense.split(title)).toHaveLength(2);
    expect(file.bookmarks).toEqual([title]);
    expect(file.claims).toEqual(['ua-1']);
  });
});

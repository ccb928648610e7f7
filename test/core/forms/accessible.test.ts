import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import type { Standard } from '../../../electron/core/forms/document/engine.ts';
import { DocumentMaker } from '../../../electron/core/forms/document/make.ts';
import { PAPER_FORMS } from '../../support/paper/forms.ts';
import { REVIEW } from '../../support/paper/scene.ts';
import { readPdf, textIn } from '../../support/pdfFile.ts';

/**
 * Rules of PDF/UA-1 (ISO 14289-1) and PDF/A-2 (ISO 19005-2) that a reader which did not write a file can check, by
 * their clauses; `pages.test.ts` has those of headings, pictures, heads of columns and fonts.
 */

interface Tag {
  role?: string;
  children?: Tag[];
}

/** What stands outside of all marks, and tags where they may not be. */
interface Read {
  unmarked: string[];
  misplaced: string[];
  roles: Set<string>;
}

const PAINTS = new Map(
  [
    ...(['showText', 'showSpacedText', 'constructPath', 'shadingFill'] as const),
    ...(['paintImageXObject', 'paintInlineImageXObject', 'paintFormXObjectBegin'] as const),
  ].map((name) => [OPS[name], name]),
);
/** What may stand right inside of what. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  THead: ['Table'],
  TBody: ['Table'],
  LI: ['L'],
  LBody: ['LI'],
  Lbl: ['LI', 'P', 'Span', 'Note'],
};

function visit(tag: Tag, parent: string, into: Read): void {
  const role = tag.role ?? parent;
  into.roles.add(role);
  const wanted = tag.role === undefined ? undefined : INSIDE[role];
  if (wanted !== undefined && !wanted.includes(parent)) into.misplaced.push(`${role} in ${parent}`);
  for (const child of tag.children ?? []) visit(child, role, into);
}

async function readTags(pdf: Uint8Array): Promise<Read> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const into: Read = { unmarked: [], misplaced: [], roles: new Set() };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    visit((await page.getStructTree()) as Tag, 'Root', into);
    let depth = 0;
    const { fnArray, argsArray } = await page.getOperatorList();
    fnArray.forEach((op, at) => {
      const args = argsArray[at] as unknown;
      // The outline of what is cut off draws nothing.
      if (op === OPS.constructPath && Array.isArray(args) && args[0] === OPS.endPath) return;
      if (op === OPS.beginMarkedContent || op === OPS.beginMarkedContentProps) depth += 1;
      else if (op === OPS.endMarkedContent) depth -= 1;
      else if (depth === 0 && PAINTS.has(op)) into.unmarked.push(`${number}: ${PAINTS.get(op)}`);
    });
    expect(depth).toBe(0);
  }
  await loading.destroy();
  return into;
}

const maker = new DocumentMaker(null, []);

function made(name: string, standard: Standard): Uint8Array {
  const one = PAPER_FORMS.find((form) => form.name === name);
  const { form, answer } = one ?? { form: null, answer: null };
  const source = {
    ...{ answerId: 'A-1', answerJson: JSON.stringify(answer), readAt: 0, review: REVIEW },
    formJson: JSON.stringify(form),
  };
  const wish = { standard, timeZone: 'UTC', locale: 'en-GB', madeAt: 0, tenant: '', logo: null };
  return maker.make([source], { paper: 'a4', ...wish })?.pdf ?? new Uint8Array();
}

describe.each([
  { name: 'repairs', standard: 'ua-1' },
  { name: 'arabic', standard: 'ua-1' },
  { name: 'repairs', standard: 'a-2a' },
] as const)('the file of “$name” that promises $standard', ({ name, standard }) => {
  const pdf = made(name, standard);

  test('has a mark or a tag around all that is drawn, and each tag where it belongs', async () => {
    const { unmarked, misplaced, roles } = await readTags(pdf);
    // Content is tagged or an artifact (7.1), tables and lists are made as the format says (7.2).
    expect(unmarked).toEqual([]);
    expect(misplaced).toEqual([]);
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) {
      expect(roles).toContain(role);
    }
  });

  test('says what it keeps, and holds nothing that its standard forbids', async () => {
    const raw = textIn(pdf);
    const { claims, title, dense } = await readPdf(pdf);
    expect(claims).toEqual([standard]);
    // One title in both places (UA 7.1, A-2 6.6.3).
    const inXmp = `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li>`;
    expect(Buffer.from(pdf).includes(inXmp)).toBe(true);
    // Letters that say which they are (UA 7.21.7, A-2 6.2.11.7).
    expect(dense).not.toMatch(/[\0\ufffd\ue000-\uf8ff]/);
    // No annotation whose order would have to be told (UA 7.18.3), nothing that acts or hides (A-2 6.1, 6.5).
    for (const name of ['Annots', 'JavaScript', 'JS', 'Launch', 'AA', 'OpenAction', 'Encrypt']) {
      expect(raw).not.toMatch(new RegExp(`/${name}\\b`));
    }
    if (standard === 'a-2a') {
      // Colours by a profile in the file (6.2.3), an identity (6.1.3), no file along with it (6.8).
      expect(raw).toMatch(/\/OutputIntents\b/);
      expect(raw).toMatch(/\/S \/GTS_PDFA1\b/);
      expect(raw).toMatch(/\/DestOutputProfile\b/);
      expect(raw).toMatch(/\/ID ?\[/);
      expect(raw).not.toMatch(/\/EmbeddedFile\b/);
    }
  });
});

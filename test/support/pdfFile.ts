import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A PDF read back by two readers that did not write it: PDFium for text, pdf.js for structure. */
export interface PdfFile {
  /** Text of each page in reading order, as PDFium gives it to a person who selects all. */
  pages: string[];
  /** All text without spaces, compatible forms made one: readers cut words at joins of fonts. */
  dense: string;
  title: string;
  language: string;
  /** Titles of bookmarks, indented by their level. */
  bookmarks: string[];
  marked: boolean;
  /** The role of each tag of a page, in their order. */
  roles(page: number): Promise<string[]>;
  /** Alternative texts of pictures. */
  alternatives: string[];
  fonts: string[];
  /** `ua-1`, `a-2a`: what the file says of itself. */
  claims: string[];
  attachments: string[];
}

type Outline = { title: string; items: Outline }[];

function titlesOf(outline: Outline, depth = 0): string[] {
  return outline.flatMap(({ title, items }) => [
    `${'  '.repeat(depth)}${title}`,
    ...titlesOf(items, depth + 1),
  ]);
}

interface Tag {
  role?: string;
  alt?: string;
  children?: Tag[];
}

function tagsOf(tag: Tag | null): Tag[] {
  return tag === null ? [] : [tag, ...(tag.children ?? []).flatMap(tagsOf)];
}

export function denseText(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u200b]+/g, '');
}

/** The file as text, with the objects that are packed together in it unpacked behind. */
export function textIn(bytes: Uint8Array): string {
  const raw = new TextDecoder('latin1').decode(bytes);
  const packed = [...raw.matchAll(/\/Type \/ObjStm[^]*?\/Length (\d+)>>\nstream\n/g)];
  const unpacked = packed.map((match) => {
    const from = match.index + match[0].length;
    return inflateSync(bytes.subarray(from, from + Number(match[1]))).toString('latin1');
  });
  return [raw, ...unpacked].join('\n');
}

const library = PDFiumLibrary.init();

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await (await library).loadDocument(Buffer.from(bytes));
  try {
    return [...document.pages()].map((page) => page.getText());
  } finally {
    document.destroy();
  }
}

export async function readPdf(bytes: Uint8Array): Promise<PdfFile> {
  const pages = await textsOf(bytes);
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await loading.promise;
  const { info } = await document.getMetadata();
  const told = info as { Title?: string; Language?: string };
  const marks: unknown = await document.getMarkInfo();
  const outline = (await document.getOutline()) as unknown as Outline | null;
  const treeOf = async (page: number): Promise<Tag[]> =>
    tagsOf((await (await document.getPage(page)).getStructTree()) as Tag | null);
  const all = (await Promise.all(pages.map((_page, at) => treeOf(at + 1)))).flat();
  const attached: unknown = await document.getAttachments();
  const raw = textIn(bytes);
  const matches = (pattern: RegExp): string[] =>
    [...raw.matchAll(pattern)].map((match) => match[1] ?? '');
  return {
    pages,
    dense: denseText(pages.join(' ')),
    title: told.Title ?? '',
    language: told.Language ?? '',
    bookmarks: titlesOf(outline ?? []),
    marked: marks instanceof Map && marks.get('Marked') === true,
    roles: async (page) => (await treeOf(page)).map(({ role }) => role ?? '').filter(Boolean),
    alternatives: all.map(({ alt }) => alt ?? '').filter(Boolean),
    fonts: [...new Set(matches(/\/FontName\s*\/[A-Z]{6}\+([\w-]+)/g))].sort(),
    claims: [
      ...(/<pdfuaid:part>1</.test(raw) ? ['ua-1'] : []),
      ...(/<pdfaid:part>2</.test(raw) && /<pdfaid:conformance>A</.test(raw) ? ['a-2a'] : []),
    ],
    attachments: attached instanceof Map ? [...attached.keys()].map(String) : [],
  };
}

import { readFile } from 'node:fs/promises';
import type { AnswerLayout, Block } from '../../../shared/rules/formLayout.ts';
import type { Value } from '../../../shared/rules/formValues.ts';

/**
 * The printed answer: one HTML document without scripts and without any address to load from. All
 * text of a tenant passes `escape`; pictures are bitmaps inside the document.
 */

export interface PrintOptions {
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  /** BCP 47. */
  locale: string;
  /** When the mirror read the answer, ms since 1970. */
  readAt: number;
  printedAt: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** Fonts by the script that needs them; a document carries only those it uses. */
const FONTS = [
  {
    family: 'Inter',
    uses: /[\u0020-\u024f]/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0000-00FF, U+2000-206F, U+20AC, U+2122',
  },
  {
    family: 'Inter',
    uses: /[\u0100-\u024f\u1e00-\u1eff]/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0100-024F, U+1E00-1EFF',
  },
  {
    family: 'Inter',
    uses: /\p{Script=Greek}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/inter/files/inter-greek-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0370-03FF',
  },
  {
    family: 'Inter',
    uses: /\p{Script=Cyrillic}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0400-04FF',
  },
  {
    family: 'Noto Arabic',
    uses: /\p{Script=Arabic}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0600-06FF, U+0750-077F, U+FB50-FDFF, U+FE70-FEFC',
  },
  {
    family: 'Noto Hebrew',
    uses: /\p{Script=Hebrew}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0590-05FF',
  },
  {
    family: 'Noto Thai',
    uses: /\p{Script=Thai}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0E00-0E7F',
  },
  {
    family: 'Noto Devanagari',
    uses: /\p{Script=Devanagari}/u,
    file: new URL(
      '../../../node_modules/@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
      import.meta.url,
    ),
    range: 'U+0900-097F, U+A8E0-A8FF',
  },
] as const;

async function fontFaces(text: string): Promise<string> {
  const faces = await Promise.all(
    FONTS.filter((font) => font.uses.test(text)).map(async (font) => {
      const data = (await readFile(font.file)).toString('base64');
      return `@font-face{font-family:"${font.family}";font-weight:100 900;unicode-range:${font.range};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
    }),
  );
  return faces.join('\n');
}

const STYLE = `
@page{size:A4;margin:18mm 16mm 20mm;@bottom-left{content:"Waybill · local copy";font:8pt Inter,sans-serif;color:#667}
@bottom-right{content:counter(page) " / " counter(pages);font:8pt Inter,sans-serif;color:#667}}
*{box-sizing:border-box}
body{margin:0;font:10pt/1.45 Inter,"Noto Arabic","Noto Hebrew","Noto Thai","Noto Devanagari",sans-serif;color:#16202a;font-variant-numeric:tabular-nums}
header{border-block-end:1.5pt solid #16202a;padding-block-end:8pt;margin-block-end:12pt}
h1{font-size:17pt;line-height:1.2;margin:0 0 3pt}h2{font-size:11.5pt;margin:14pt 0 4pt;break-after:avoid}
h3{font-size:10pt;margin:10pt 0 3pt;break-after:avoid}
.origin{color:#556;font-size:8.5pt;margin:0}
dl{margin:0;display:grid;grid-template-columns:minmax(32mm,28%) 1fr}
dt,dd{padding:4pt 0;border-block-end:.5pt solid #d5dae0;margin:0;break-inside:avoid;overflow-wrap:anywhere}
dt{color:#556;padding-inline-end:8pt}
dd{white-space:pre-wrap}
.empty{color:#889}
table{border-collapse:collapse;width:100%;margin:4pt 0 10pt}
th,td{text-align:start;vertical-align:top;padding:3.5pt 6pt;border-block-end:.5pt solid #d5dae0;overflow-wrap:anywhere}
th{font-weight:600;color:#556;font-size:8.5pt}thead{display:table-header-group}tr{break-inside:avoid}
img{max-width:80mm;max-height:80mm;border-radius:2pt}img.signature,svg.signature{max-width:60mm;max-height:28mm;width:60mm;height:28mm;object-fit:contain}
svg path{fill:none;stroke:#16202a;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
section{margin-inline-start:8pt;padding-inline-start:8pt;border-inline-start:1.5pt solid #e3e7ec}
ul{margin:0;padding-inline-start:14pt}
`;

function instant(iso: string | number, options: PrintOptions): string {
  return new Intl.DateTimeFormat(options.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: options.timeZone,
  }).format(new Date(iso));
}

function html(value: Value | null, label: string, options: PrintOptions): string {
  if (value === null) return '';
  switch (value.is) {
    case 'empty':
      return '<span class="empty">No answer</span>';
    case 'text':
      return `<bdi>${escape(value.text)}</bdi>`;
    case 'number':
    case 'day':
      return escape(value.text);
    case 'yesNo':
      return value.yes ? 'Yes' : 'No';
    case 'instant':
      return `<time datetime="${escape(value.iso)}">${escape(instant(value.iso, options))}</time>`;
    case 'place':
      return `${value.label === null ? '' : `<bdi>${escape(value.label)}</bdi><br>`}${value.lat.toFixed(6)}, ${value.lng.toFixed(6)}`;
    case 'picture':
      return `<img${value.signature ? ' class="signature"' : ''} alt="${escape(label)}" src="${escape(value.src)}">`;
    case 'strokes':
      return `<svg class="signature" role="img" aria-label="${escape(label)}"${value.viewBox === '' ? ' viewBox="0 0 400 160"' : ` viewBox="${escape(value.viewBox)}"`}><path d="${escape(value.path)}"/></svg>`;
    case 'link':
      return `<bdi>${escape(value.url)}</bdi>`;
    case 'many':
      return `<ul>${value.values.map((item) => `<li>${html(item, label, options)}</li>`).join('')}</ul>`;
  }
}

function blocksHtml(blocks: readonly Block[], options: PrintOptions, level: 2 | 3): string {
  let out = '';
  let open = false;
  for (const block of blocks) {
    if (block.is === 'field') {
      if (!open) out += '<dl>';
      open = true;
      out += `<dt><bdi>${escape(block.label)}</bdi></dt><dd>${html(block.value, block.label, options)}</dd>`;
      continue;
    }
    if (open) out += '</dl>';
    open = false;
    out += `<h${level}><bdi>${escape(block.label)}</bdi></h${level}>`;
    if (block.is === 'group') {
      out += `<section>${blocksHtml(block.blocks, options, 3)}</section>`;
    } else {
      const head = block.columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
      const rows = block.rows.map(
        (row) =>
          `<tr>${row.map((cell, index) => `<td>${html(cell, block.columns[index] ?? '', options)}</td>`).join('')}</tr>`,
      );
      out += `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
    }
  }
  return open ? `${out}</dl>` : out;
}

/** The whole document, ready for printing. */
export async function printAnswer(layout: AnswerLayout, options: PrintOptions): Promise<string> {
  const content =
    `<header><h1><bdi>${escape(layout.title)}</bdi></h1>` +
    `<p class="origin">Answer ${escape(layout.answerId)} · local copy made by Waybill on ${escape(instant(options.printedAt, options))} ` +
    `from data read on ${escape(instant(options.readAt, options))} · times in ${escape(options.timeZone)}</p></header>` +
    `<main>${blocksHtml(layout.head, options, 2)}<h2>Answers</h2>${blocksHtml(layout.body, options, 3)}</main>`;
  return (
    `<!doctype html><html lang="${escape(options.locale)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">` +
    `<title>${escape(layout.title)} ${escape(layout.answerId)}</title>` +
    `<style>${await fontFaces(content)}${STYLE}</style></head><body>${content}</body></html>`
  );
}

import { readFile } from 'node:fs/promises';
import type { FontSubset } from '../../shared/rules/fontRanges.ts';

/**
 * Fonts of the service's PDF for what its standard fonts lack. In WOFF, which the writer of PDF can
 * take subsets of; the addresses are written out because the bundler finds them by their text.
 */
const FILES: Readonly<Record<FontSubset, URL>> = {
  latin: new URL(
    '../../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff',
    import.meta.url,
  ),
  latinExt: new URL(
    '../../node_modules/@fontsource/inter/files/inter-latin-ext-400-normal.woff',
    import.meta.url,
  ),
  vietnamese: new URL(
    '../../node_modules/@fontsource/inter/files/inter-vietnamese-400-normal.woff',
    import.meta.url,
  ),
  greek: new URL(
    '../../node_modules/@fontsource/inter/files/inter-greek-400-normal.woff',
    import.meta.url,
  ),
  cyrillic: new URL(
    '../../node_modules/@fontsource/inter/files/inter-cyrillic-400-normal.woff',
    import.meta.url,
  ),
  cyrillicExt: new URL(
    '../../node_modules/@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff',
    import.meta.url,
  ),
  arabic: new URL(
    '../../node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff',
    import.meta.url,
  ),
  hebrew: new URL(
    '../../node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
    import.meta.url,
  ),
  thai: new URL(
    '../../node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
    import.meta.url,
  ),
  devanagari: new URL(
    '../../node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
    import.meta.url,
  ),
};

/** Makes the fonts of these subsets known to a document, each under the subset's name. */
export async function registerFonts(
  pdf: PDFKit.PDFDocument,
  subsets: ReadonlySet<FontSubset>,
): Promise<void> {
  for (const subset of subsets) pdf.registerFont(subset, await readFile(FILES[subset]));
}

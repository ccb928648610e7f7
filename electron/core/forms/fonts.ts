import { readFile } from 'node:fs/promises';
import { FONT_RANGES } from '../../../shared/rules/fontRanges.ts';

/**
 * Fonts of a printed document, by the script that needs them. They are embedded as data, so that
 * the document has no address to load from; a document carries only those that it uses. They are
 * static ones in two weights: of variable fonts Chromium can't embed the outlines, only drawings
 * of each letter. The addresses are written out one by one because the bundler finds them by
 * their text.
 */
interface Font {
  family: string;
  /** Text that needs it. */
  uses: RegExp;
  regular: URL;
  semibold: URL;
  range: string;
}

const FONTS: readonly Font[] = [
  {
    family: 'Inter',
    uses: /[\u0020-\u00ff]/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-latin-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.latin,
  },
  {
    family: 'Inter',
    uses: /[\u0100-\u02ff\u1d00-\u1eff\u20a0-\u20c0]/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-latin-ext-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-latin-ext-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.latinExt,
  },
  {
    family: 'Inter',
    uses: /[\u1ea0-\u1ef9]/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-vietnamese-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-vietnamese-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.vietnamese,
  },
  {
    family: 'Inter',
    uses: /\p{Script=Greek}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-greek-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-greek-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.greek,
  },
  {
    family: 'Inter',
    uses: /\p{Script=Cyrillic}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-cyrillic-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-cyrillic-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.cyrillic,
  },
  {
    family: 'Inter',
    uses: /[\u0460-\u052f]/u,
    regular: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/inter/files/inter-cyrillic-ext-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.cyrillicExt,
  },
  {
    family: 'Noto Arabic',
    uses: /\p{Script=Arabic}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.arabic,
  },
  {
    family: 'Noto Hebrew',
    uses: /\p{Script=Hebrew}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.hebrew,
  },
  {
    family: 'Noto Thai',
    uses: /\p{Script=Thai}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.thai,
  },
  {
    family: 'Noto Devanagari',
    uses: /\p{Script=Devanagari}/u,
    regular: new URL(
      '../../../node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
      import.meta.url,
    ),
    semibold: new URL(
      '../../../node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-600-normal.woff2',
      import.meta.url,
    ),
    range: FONT_RANGES.devanagari,
  },
];

const WEIGHTS = [
  { weight: 400, of: 'regular' },
  { weight: 600, of: 'semibold' },
] as const;

const read = new Map<string, Promise<string>>();

function base64Of(file: URL): Promise<string> {
  const known = read.get(file.href);
  if (known !== undefined) return known;
  const reading = readFile(file, 'base64');
  read.set(file.href, reading);
  // A failed read must not be remembered as the font.
  reading.catch(() => read.delete(file.href));
  return reading;
}

/** `@font-face` rules with their data for the scripts that occur in a text. */
export async function fontFaces(text: string): Promise<string> {
  const faces = await Promise.all(
    FONTS.filter((font) => font.uses.test(text)).flatMap((font) =>
      WEIGHTS.map(
        async ({ weight, of }) =>
          `@font-face{font-family:"${font.family}";font-weight:${weight};unicode-range:${font.range};` +
          `src:url(data:font/woff2;base64,${await base64Of(font[of])}) format("woff2")}`,
      ),
    ),
  );
  return faces.join('\n');
}

import { readFile } from 'node:fs/promises';

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
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
      'U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
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
    range:
      'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,' +
      'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113',
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
    range: 'U+0300-0301,U+0303,U+0309,U+0323,U+1EA0-1EF1',
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
    range: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
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
    range: 'U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
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
    range: 'U+0460-048F,U+0492-04AF,U+04B2-052F,U+1C80-1C8A',
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
    range: 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+FB50-FDFF,U+FE70-FEFC',
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
    range: 'U+0590-05FF,U+20AA,U+FB1D-FB4F',
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
    range: 'U+0E01-0E5B',
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
    range: 'U+0900-097F,U+1CD0-1CF9,U+20B9,U+A830-A839,U+A8E0-A8FF',
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

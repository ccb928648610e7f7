import { readFileSync } from 'node:fs';
import { coverageOf, type Coverage } from './coverage.ts';

/**
 * The fonts of a document. All of them are static TrueType or OpenType files, which the typesetter
 * takes as they are. Arabic is Vazirmatn's: it draws a letter with its dots as one glyph, so that
 * every reader of PDF gives the letter back; Noto's draws the dots apart, and then most readers give
 * back text that nobody wrote. Chinese, Japanese and Korean come in one weight: their
 * bold ones would be 18 MB more to install, and in the memory of each thread; titles are drawn with an
 * edge around their signs instead (`texts.typ`).
 * The addresses are written out one by one because the bundler finds them by their text.
 */
const FILES: readonly URL[] = [
  new URL(
    '../../../../node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf',
    import.meta.url,
  ),
  new URL(
    '../../../../node_modules/@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
    import.meta.url,
  ),
];

/** The families in the order in which a letter looks for one that has it. */
const FAMILIES: readonly string[] = [
  'Inter',
  'Vazirmatn',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Sans S Chinese',
  'Noto Sans Japanese',
  'Noto Sans Korean',
];

export interface FontBook {
  /** Handed to the typesetter, which keeps a copy of its own; let go of afterwards. */
  files: Buffer<ArrayBuffer>[];
  families: readonly string[];
  /** The letters of each family. */
  coverage: readonly Coverage[];
}

/** Reads a font that a person put into the folder of fonts; null for a file that is none. */
function added(file: string): { bytes: Buffer<ArrayBuffer>; coverage: Coverage } | null {
  try {
    const bytes = readFileSync(file);
    const coverage = coverageOf(bytes);
    return coverage === null || coverage.family === '' ? null : { bytes, coverage };
  } catch {
    return null;
  }
}

/**
 * All fonts of documents, read into memory once for each thread.
 *
 * @param extra paths of TrueType and OpenType files for further scripts; what is no font is left out
 */
export function readFonts(extra: readonly string[]): FontBook {
  const files = FILES.map((url) => readFileSync(url));
  const coverage = new Map<string, Coverage>();
  for (const file of files) {
    const own = coverageOf(file);
    if (own === null) throw new Error('A font of the application can’t be read.');
    if (!coverage.has(own.family)) coverage.set(own.family, own);
  }
  const families = [...FAMILIES];
  for (const path of extra) {
    const font = added(path);
    if (font === null) continue;
    files.push(font.bytes);
    if (coverage.has(font.coverage.family)) continue;
    coverage.set(font.coverage.family, font.coverage);
    families.push(font.coverage.family);
  }
  return {
    files,
    families,
    coverage: families.map((family) => {
      const own = coverage.get(family);
      if (own === undefined) throw new Error(`The font ${family} is missing.`);
      return own;
    }),
  };
}

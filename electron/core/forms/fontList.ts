import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { type Coverage, coverageOf } from './document/coverage.ts';
import { SCRIPTS } from './document/scripts.ts';
import type { FontFetch } from './fontFetch.ts';
import { fileOfFont, FONT_LICENCE } from './fontTable.ts';
import { addedFonts, FONT_FOLDER } from './typesetter.ts';

type Fonts = Output<'desk.fonts'>;

async function read(file: string): Promise<Coverage | null> {
  try {
    const coverage = coverageOf(await readFile(file));
    return coverage === null || coverage.family === '' ? null : coverage;
  } catch {
    return null;
  }
}

/**
 * Which scripts documents are drawn in: by the fonts of the app, and by those that were added; and what can
 * be fetched for the others.
 */
export async function fontsIn(
  dataDir: string,
  { offered, host }: Pick<FontFetch, 'offered' | 'host'>,
): Promise<Fonts> {
  const added: Fonts['added'] = [];
  const drawn = new Map<string, string>();
  for (const place of await addedFonts(dataDir)) {
    const font = await read(place);
    const file = path.basename(place);
    const fetched = offered.find((each) => fileOfFont(each) === file);
    added.push({ file, family: font?.family ?? null, fetchedFor: fetched?.script ?? null });
    for (const { script, letter } of font === null ? [] : SCRIPTS) {
      if (font?.has(letter.codePointAt(0) ?? 0) === true && !drawn.has(script)) {
        drawn.set(script, font.family);
      }
    }
  }
  const scripts = SCRIPTS.map(({ script, bundled }): Fonts['scripts'][number] => {
    const by = bundled ? 'app' : drawn.has(script) ? 'added' : 'none';
    const font = by === 'none' ? offered.find((each) => each.script === script) : undefined;
    if (font === undefined) return { script, by, offer: null };
    const { family, bytes } = font;
    return { script, by, offer: { family, bytes, host, licence: FONT_LICENCE } };
  });
  return { folder: path.join(dataDir, FONT_FOLDER), scripts, added };
}

/** The handlers of fonts: told, fetched by a wish for one, taken away. */
export function fontHandlers(
  dataDir: string,
  fonts: FontFetch,
): Pick<HandlersOf<'desk'>, 'desk.fonts' | 'desk.fetchFont' | 'desk.stopFont' | 'desk.removeFont'> {
  return {
    'desk.fonts': async () => {
      await fonts.tidy();
      return ok(await fontsIn(dataDir, fonts));
    },
    'desk.fetchFont': ({ script }) => fonts.fetch(script),
    'desk.stopFont': ({ script }) => {
      fonts.stop(script);
      return ok({});
    },
    'desk.removeFont': ({ script }) => fonts.remove(script),
  };
}

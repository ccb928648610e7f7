import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { Ports } from '../ports.ts';
import { type Coverage, coverageOf } from './document/coverage.ts';
import { SCRIPTS } from './document/scripts.ts';
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

/** Which scripts documents are drawn in: by the fonts of the app, and by those that a person added. */
export async function fontsIn(dataDir: string): Promise<Fonts> {
  const added: Fonts['added'] = [];
  const drawn = new Map<string, string>();
  for (const file of await addedFonts(dataDir)) {
    const font = await read(file);
    added.push({ file: path.basename(file), family: font?.family ?? null });
    for (const { script, letter } of font === null ? [] : SCRIPTS) {
      if (font?.has(letter.codePointAt(0) ?? 0) === true && !drawn.has(script)) {
        drawn.set(script, font.family);
      }
    }
  }
  const scripts = SCRIPTS.map(({ script, bundled }): Fonts['scripts'][number] => {
    const by = drawn.get(script);
    return { script, by: bundled ? 'app' : by === undefined ? 'none' : 'added' };
  });
  return { folder: path.join(dataDir, FONT_FOLDER), scripts, added };
}

/** The handler of `desk.fonts`. */
export function fontHandlers(ports: Ports): Pick<HandlersOf<'desk'>, 'desk.fonts'> {
  return { 'desk.fonts': async () => ok(await fontsIn(ports.paths.data)) };
}

import type { createCore } from '../../electron/core/createCore.ts';
import type { openWriter } from '../../electron/core/db/open.ts';
import type { rebase } from '../../electron/core/db/queries/overlay.ts';

/** The modules of the core that the model calls; a mutant brings its own. */
export interface CoreModules {
  createCore: typeof createCore;
  openWriter: typeof openWriter;
  rebase: typeof rebase;
}

const CORE = new URL('../../electron/core/', import.meta.url).href;

/** Loads the core; `mark` names a copy of its own, for a loader that rewrites one of its files. */
export async function loadCore(mark = ''): Promise<CoreModules> {
  const from = async (file: string): Promise<unknown> =>
    (await import(/* @vite-ignore */ `${CORE}${file}${mark}`)) as unknown;
  const core = (await from('createCore.ts')) as Pick<CoreModules, 'createCore'>;
  const open = (await from('db/open.ts')) as Pick<CoreModules, 'openWriter'>;
  const overlay = (await from('db/queries/overlay.ts')) as Pick<CoreModules, 'rebase'>;
  return {
    createCore: core.createCore,
    openWriter: open.openWriter,
    rebase: overlay.rebase,
  };
}

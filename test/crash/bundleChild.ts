import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { mainConfig } from '../../build/vite.electron.ts';
import { ownFiles } from '../../build/ownFiles.ts';
import { hooked } from './hooks.ts';
import type { Hook } from './hooks.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Bundles a script of this folder as the main process is bundled, with the hooks in place: a start
 * then costs a fraction of a second. Gives the file to run. `outDir` must lie where `node_modules`
 * is found.
 */
export async function bundleChild(
  outDir: string,
  hooks: readonly Hook[],
  script: 'child' | 'exportChild' = 'child',
): Promise<string> {
  await build({
    ...mainConfig,
    logLevel: 'warn',
    plugins: [ownFiles(root), hooked(hooks)],
    build: {
      ...mainConfig.build,
      ssr: path.join(import.meta.dirname, `${script}.ts`),
      outDir,
    },
  });
  // Node need not look into each file to see which kind of module it is.
  writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}');
  return path.join(outDir, `${script}.js`);
}

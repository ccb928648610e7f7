import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const OWN_FILE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*[^'"/])\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const OWN_REQUIRE = /^const ([\w$]+) = createRequire\(import\.meta\.url\);$/m;

/**
 * Keeps `new URL('./worker.ts', import.meta.url)` true after bundling: the sources run unbuilt
 * with it, and in the bundle all code lies in one folder. A script that is named so becomes an
 * entry of its own, any other file is copied beside the bundle. Names of folders (with a slash at
 * the end) stay as they are. Packages that make their own `require` (pdfkit, for the metrics of
 * its fonts) get the bundler's instead, so that what they load comes along.
 *
 * @param root the project's top folder, for names that say where a file came from
 */
export function ownFiles(root: string): Plugin {
  return {
    name: 'waybill:own-files',
    // A build for Node leaves files out otherwise.
    config: () => ({ build: { ssrEmitAssets: true } }),
    transform(source, id) {
      if (!source.includes('import.meta.url')) return null;
      const foreign = id.includes('node_modules');
      const code = foreign ? withBundlersRequire(source) : source;
      const changed = code.replace(OWN_FILE, (whole, _quote: string, relative: string) => {
        const file = path.resolve(path.dirname(id), relative);
        // A package may name a file that it does not ship; one of ours must exist.
        if (foreign && !existsSync(file)) return whole;
        const inside = path.relative(root, file).split(path.sep);
        // What a package brings goes by its own name, our own files by the way to them.
        const name = inside.includes('node_modules')
          ? path.basename(file)
          : inside.filter((part) => part !== 'electron').join('-');
        const script = /\.(m?[tj]s)$/.test(name);
        const fileName = script ? name.replace(/\.\w+$/, '.js') : name;
        if (script) this.emitFile({ type: 'chunk', id: file, fileName });
        else this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
        return `new URL('./${fileName}', import.meta.url)`;
      });
      return changed === source ? null : { code: changed, map: null };
    },
  };
}

function withBundlersRequire(source: string): string {
  const name = OWN_REQUIRE.exec(source)?.[1];
  if (name === undefined) return source;
  return source.replace(OWN_REQUIRE, '').replaceAll(`${name}('#`, `require('#`);
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Where `node build/bundle.ts threads` puts them. */
export const threadsFolder = path.join(root, 'dist', 'threads');

/** The scripts of worker threads, by the names of their bundles. */
export const threads = {
  'core-answers-queue-tableThread': path.join(
    root,
    ...['electron', 'core', 'answers', 'queue', 'tableThread.ts'],
  ),
  'core-databaseThread': path.join(root, 'electron', 'core', 'databaseThread.ts'),
  'core-forms-documentThread': path.join(root, 'electron', 'core', 'forms', 'documentThread.ts'),
  'service-worker': path.join(root, 'electron', 'service', 'worker.ts'),
};

const NAMED =
  /new URL\(\s*['"](\.{1,2}\/[^'"]*\b(?:worker|databaseThread|documentThread|tableThread)\.ts)['"]\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Lets tests start worker threads from their bundles, as the app does: Node takes a second of
 * processor time to find and read the three hundred modules of one, and many tests start two.
 * What starts them is tested from its source.
 */
export function builtThreads(): Plugin {
  return {
    name: 'waybill:built-threads',
    transform(source, id) {
      if (source.search(NAMED) === -1 || id.includes('node_modules')) return null;
      const changed = source.replace(NAMED, (whole, relative: string) => {
        const script = path.resolve(path.dirname(id), relative);
        const name = Object.entries(threads).find(([, file]) => file === script)?.[0];
        if (name === undefined) return whole;
        return `new URL('${pathToFileURL(path.join(threadsFolder, `${name}.js`)).href}')`;
      });
      return changed === source ? null : { code: changed, map: null };
    },
  };
}

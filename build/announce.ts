import type { OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';

/**
 * The desk is loaded once its language is known. The page announces it at once, so that it is
 * fetched meanwhile and the language costs no trip of its own.
 *
 * @param module the end of the name of the module that is loaded later
 */
export function announce(module: string): Plugin {
  return {
    name: 'waybill-announce',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(
          (file): file is OutputChunk => file.type === 'chunk',
        );
        const later = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (later === undefined) throw new Error(`There is no chunk of ${module} to announce.`);
        const entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
        // What it imports, and what that imports: found one after another, each costs a trip.
        const names = new Set([later.fileName]);
        for (const name of names) {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          for (const imported of chunk?.imports ?? []) if (imported !== entry) names.add(imported);
        }
        return [...names].map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

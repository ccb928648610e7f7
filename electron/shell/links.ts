import { fail, ok } from '../../shared/result.ts';
import type { ExternalLinks } from '../core/ports.ts';
import { mayOpenOutside } from './navigation.ts';

/** Opens allowed links with the given opener, such as Electron's `shell.openExternal`. */
export function createLinks(open: (url: string) => Promise<void>): ExternalLinks {
  return {
    async open(url) {
      if (!mayOpenOutside(url)) {
        return fail({
          kind: 'denied',
          code: 'link.refused',
          message: 'Waybill opens only https links to addresses that it knows.',
        });
      }
      try {
        await open(url);
      } catch (error) {
        return fail({
          kind: 'local',
          code: 'link.notOpened',
          message: `The link could not be opened: ${error instanceof Error ? error.message : 'unknown reason'}`,
        });
      }
      return ok({});
    },
  };
}

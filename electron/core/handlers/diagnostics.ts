import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { bundleOf } from '../diagnostics/bundle.ts';
import { safeFileName } from '../fileName.ts';
import { packTexts } from '../zip.ts';
import type { Notebook, AccountPorts } from '../ports.ts';

/** How long things took, and the diagnostic bundle. */
export function diagnosticsHandlers(
  account: () => AccountContext | null,
  ports: AccountPorts,
  notebook: Notebook,
): HandlersOf<'diagnostics'> {
  const files = () =>
    bundleOf({ ports, account: account(), notebook, log: ports.savedLog?.() ?? '' });
  return {
    'diagnostics.timings': () => ok({ timings: [...notebook.timings()] }),
    'diagnostics.preview': async () => ok({ files: await files() }),
    'diagnostics.save': async () => {
      const now = ports.clock.now();
      const texts = (await files()).map(({ name, text }) => [name, text] as const);
      const bytes = await packTexts(texts, now);
      const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', ' ');
      const fileName = safeFileName(['Waybill diagnosis', at], 'zip', 'Waybill diagnosis');
      const saved = await ports.files.save(fileName, 'application/zip', bytes);
      return saved.ok ? ok({ saved: saved.value }) : saved;
    },
  };
}

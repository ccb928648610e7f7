import type { AnyEvent, HandlersOf } from '../../../shared/ipc/contract.ts';
import type { TABLE_FILES, TEXT_FILES } from '../../../shared/ipc/desk.ts';
import { RECOVERIES_KEY, recoveriesIn } from '../../../shared/ipc/recovery.ts';
import { fail, ok } from '../../../shared/result.ts';
import { csvText } from '../../../shared/rules/csv.ts';
import type { AccountContext } from '../accountContext.ts';
import { basemapOf } from '../basemap.ts';
import { safeFileName } from '../fileName.ts';
import { packTexts } from '../zip.ts';
import { workbookOf } from '../workbook.ts';
import type { AccountPorts } from '../ports.ts';

const NOWHERE = fail({
  kind: 'auth',
  code: 'account.none',
  message: 'No account is open, so there is nowhere to keep this.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});

const MIME: Readonly<Record<(typeof TEXT_FILES)[number], string>> = {
  csv: 'text/csv',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  geojson: 'application/geo+json',
};

const TABLE_MIME: Readonly<Record<(typeof TABLE_FILES)[number], string>> = {
  csv: MIME.csv,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The desk itself: what it remembers, its basemap, links. Exports have handlers of their own. */
export function deskHandlers(
  account: () => AccountContext | null,
  ports: AccountPorts,
  emit: (event: AnyEvent) => void = () => undefined,
): Omit<
  HandlersOf<'desk'>,
  | 'desk.exportAnswer'
  | 'desk.fetchFont'
  | 'desk.fonts'
  | 'desk.notices'
  | 'desk.savedPdf'
  | 'desk.removeFont'
  | 'desk.stopFont'
> {
  return {
    'desk.info': () =>
      ok({
        version: ports.version,
        host: ports.host,
        secrets: ports.secrets.state(),
        secretsBackend: ports.secrets.backend(),
        dataFolder: ports.paths.data,
        now: ports.clock.now(),
      }),
    'desk.recall': async ({ key }) => {
      const context = account();
      return ok(
        context === null ? { value: null } : await context.store.read('desk.recall', { key }),
      );
    },
    'desk.remember': async ({ key, value }) => {
      const context = account();
      if (context === null) return NOWHERE;
      const stored = await context.store.write('desk.remember', { key, value });
      // Other windows may have the same drafts open.
      if (stored.ok && key.startsWith('draft.')) emit({ name: 'draftSaved', payload: { key } });
      return stored;
    },
    'desk.recoveries': async () => {
      const saved = await account()?.store.read('desk.recall', { key: RECOVERIES_KEY });
      return ok({ recoveries: recoveriesIn(saved?.value ?? null) });
    },
    'desk.dismissRecoveries': async () => {
      const context = account();
      if (context === null) return NOWHERE;
      return context.store.write('desk.remember', { key: RECOVERIES_KEY, value: null });
    },
    'desk.basemap': async () => {
      const context = account();
      if (context?.identity.workspace !== 'local') return ok({ geojson: null });
      const geojson = await basemapOf(context, ports);
      return geojson.ok ? ok({ geojson: geojson.value }) : geojson;
    },
    'desk.saveText': async ({ name, kind, text }) => {
      const fileName = safeFileName([name], kind, 'Waybill');
      const bytes =
        kind === 'kmz'
          ? await packTexts([['doc.kml', text]], ports.clock.now())
          : new TextEncoder().encode(text);
      const saved = await ports.files.save(fileName, MIME[kind], bytes);
      return saved.ok ? ok({ saved: saved.value }) : saved;
    },
    'desk.saveTable': async ({ name, format, rows }) => {
      const fileName = safeFileName([name], format, 'Waybill');
      const bytes =
        format === 'xlsx'
          ? await workbookOf([{ rows }])
          : new TextEncoder().encode(
              csvText(rows.map((row) => row.map((cell) => String(cell ?? '')))),
            );
      const saved = await ports.files.save(fileName, TABLE_MIME[format], bytes);
      return saved.ok ? ok({ saved: saved.value }) : saved;
    },
  };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ReadingContext } from '../../electron/core/accountContext.ts';
import type { AttachedFile } from '../../electron/core/attachments/attachments.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { openStore, type Store } from '../../electron/core/database.ts';
import { createExporter } from '../../electron/core/exports/createExporter.ts';
import type { Exporter } from '../../electron/core/exports/exporter.ts';
import type { Ports, Typesetter } from '../../electron/core/ports.ts';
import { documentKey } from '../../electron/core/sync/single.ts';
import type { ExportJob, ExportWish } from '../../shared/ipc/exports.ts';
import { type AppError, fail, ok, type Result } from '../../shared/result.ts';
import { fileLinksElsewhere, fileLinksIn } from '../../shared/rules/answerFiles.ts';

/** Exports over a real database and the real typesetter, without a network. */

export interface Exporting {
  store: Store;
  exporter: Exporter;
  ports: Ports;
  folder: string;
  /** PDFs that the service gives, by the id of their answer; offline while null. */
  served: Map<string, Result<Uint8Array> | Promise<Result<Uint8Array>>> | null;
  /** Pictures that lie beside answers and are here, as data addresses by their own. */
  beside: Record<string, string>;
  /** PDFs and recordings that lie beside answers and are here. */
  documents: Record<string, AttachedFile>;
  /** Why the service gives no form; null where it is not asked. */
  refusal: AppError | null;
  /** Forms that it was asked for. */
  asked: string[];
  /** The jobs as they were told of. */
  told: ExportJob[];
  ended(id: string): Promise<ExportJob>;
  /** Exports answers into the folder `out`, and waits for the end; what is wished replaces `WISH`. */
  exported(ids: readonly string[], wish?: Partial<ExportWish>): Promise<ExportJob>;
  close(): Promise<void>;
}

export const WISH: ExportWish = {
  ...{ as: 'folder', from: 'local', paper: 'a4', standard: 'ua-1', photos: false, tables: 'none' },
  names: '{form} {date} {vehicle} {id}',
  timeZone: 'UTC',
};

const offline = fail({ kind: 'offline', code: 'connection.offline', message: 'No network.' });

/**
 * @param folder in which everything lies: database, journals, exports
 * @param lent a typesetter that lives on; one of its own ends with it
 */
export async function openExporting(folder: string, lent?: Typesetter): Promise<Exporting> {
  const opened = await openStore({ file: path.join(folder, 'mirror.db'), mode: 'inline' });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const own = createNodePorts({ dataDir: folder, logLevel: 'error' });
  const ports = { ...own, typesetter: lent ?? own.typesetter };
  const told: ExportJob[] = [];
  const listeners = new Set<() => void>();
  const unused: unknown = null;
  const self: Exporting = {
    ...{ store, ports, folder, told, served: null, refusal: null, asked: [] },
    ...{ beside: {}, documents: {}, exporter: unused as Exporter },
    ended(id) {
      return new Promise((resolve) => {
        const look = (): void => {
          const job = self.exporter.list().find((each) => each.id === id);
          if (job === undefined || job.state === 'running' || job.state === 'paused') return;
          // A cancelled one is told of before its manifest is written.
          const manifest = path.join(job.path, 'manifest.json');
          if (job.state === 'cancelled' && !existsSync(manifest)) return;
          listeners.delete(look);
          resolve(job);
        };
        listeners.add(look);
        look();
      });
    },
    async exported(ids, wish = {}) {
      const out = path.join(folder, 'out');
      const job = await self.exporter.begin(ids, { ...WISH, ...wish }, out);
      return self.ended(job.id);
    },
    async close() {
      await self.exporter.close();
      await own.typesetter.close();
      await store.close();
    },
  };
  const context = {
    identity: {
      id: 'x',
      workspace: 'remote',
      service: 'https://a.example',
      tenant: '1',
      user: '1',
    },
    store,
    connection: { maySend: () => self.refusal !== null },
    attachments: {
      picturesOf: () => Promise.resolve(self.beside),
      linksOf: (json: string) => fileLinksIn(json, 'https://a.example'),
      elsewhereOf: (json: string) => fileLinksElsewhere(json, 'https://a.example'),
      here: (url: string) => Promise.resolve(self.documents[url] ?? null),
    },
    api: {
      download: (_name: string, { params }: { params: { answerId: string } }) =>
        Promise.resolve(self.served?.get(params.answerId) ?? offline),
    },
    sync: {
      readDocument: () => Promise.resolve(offline),
      readRecord: (_entity: string, id: string) => {
        self.asked.push(id);
        return Promise.resolve({ ok: false, error: self.refusal });
      },
    },
    emit(event: { name: string; payload: unknown }) {
      if (event.name === 'exports') told.push(event.payload as ExportJob);
      for (const listener of [...listeners]) listener();
    },
  } as unknown as ReadingContext;
  self.exporter = createExporter(context, ports, folder);
  return self;
}

/** Keeps an answer as the mirror does. */
export async function keep(store: Store, answerId: string, json: string): Promise<void> {
  const kept = await store.write('documents.put', {
    key: documentKey('getAnswer', { answerId }, {}),
    ...{ endpoint: 'getAnswer', params: JSON.stringify({ answerId }), query: '{}' },
    ...{ text: json, path: '$', readAt: Date.UTC(2026, 2, 6, 8) },
  });
  if (!kept.ok) throw new Error(kept.error.message);
}

export const given = (text: string): Result<Uint8Array> => ok(new TextEncoder().encode(text));

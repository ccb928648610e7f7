import path from 'node:path';
import Database from 'better-sqlite3';
import type { ApiClient, ApiReply } from '../../electron/core/api/types.ts';
import type { Store } from '../../electron/core/database.ts';
import { createOutbox } from '../../electron/core/outbox/queue/createOutbox.ts';
import type { Outbox } from '../../electron/core/outbox/outbox.ts';
import { ok } from '../../shared/result.ts';
import { jsonMembers, setJsonMembers } from '../../shared/rules/jsonText.ts';
import { accountOver, openMirror, valueOf } from './account.ts';
import { median, nowMs, p95, say, timed, type Figure } from './figure.ts';

/** Writes: how soon one is safe, and what ten thousand waiting ones cost. */

const LEDGER_ROWS = 100;

/** A service without a network: the records of the mirror, changed as they are told. */
export function instantService(records: Map<string, string>): ApiClient & { applied(): number } {
  let applied = 0;
  const reply = (text: string): ApiReply => ({ status: 200, headers: {}, text, path: '$' });
  const record = (params: Record<string, string> | undefined): string => {
    const text = records.get(params?.['vehicleId'] ?? '');
    if (text === undefined) throw new Error('The bench asked for a vehicle that is not there');
    return text;
  };
  return {
    applied: () => applied,
    read: async (_name, options) => ok(reply(record(options?.params))),
    body: () => Promise.reject(new Error('no large answer is asked for')),
    page: () => Promise.reject(new Error('no list is asked for')),
    pageBody: () => Promise.reject(new Error('no list is asked for')),
    file: () => Promise.reject(new Error('no file is read')),
    download: () => Promise.reject(new Error('nothing is downloaded')),
    async mutate(_name, { params, bodyText }) {
      const changed = setJsonMembers(record(params), jsonMembers(bodyText ?? '{}'));
      records.set(params?.['vehicleId'] ?? '', changed);
      applied += 1;
      return { is: 'applied', reply: reply(changed) };
    },
  };
}

/** The living vehicles of a mirror by id. */
export function vehiclesOf(file: string): Map<string, string> {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare(
      "SELECT id, base FROM record WHERE entity = 'vehicle' AND archived = 0 AND base IS NOT NULL",
    )
    .raw()
    .all() as [string, string][];
  db.close();
  return new Map(rows);
}

/** What one durable insert of such a row costs without anything around it, ms each. */
function bareInserts(folder: string, count: number): number[] {
  const db = new Database(path.join(folder, 'bare.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE op (id INTEGER PRIMARY KEY, patch TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO op (patch) VALUES (?)');
  const took = Array.from({ length: count }, (_, index) => {
    const from = nowMs();
    insert.run(JSON.stringify({ defaultLabel: `Van ${index}` }));
    return nowMs() - from;
  });
  db.close();
  return took;
}

export function outboxOver(folder: string, store: Store, api: ApiClient): Outbox {
  return createOutbox(accountOver(folder, store, () => api));
}

/** One write through the outbox, awaited as a form would. */
export async function change(outbox: Outbox, vehicleId: string, label: string): Promise<void> {
  valueOf(
    await outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId },
      body: { defaultLabel: label },
      extra: null,
    }),
  );
}

/** Waits until no write waits; fails when the drain stands still. */
async function drained(store: Store, api: { applied(): number }, wanted: number): Promise<void> {
  let before = -1;
  for (;;) {
    const counts = await store.read('outbox.counts', null);
    const settled = counts['CONFIRMED'] ?? 0;
    if (settled === wanted) return;
    if ((counts['NEEDS_USER'] ?? 0) > 0) throw new Error('A write asks for a person');
    if (settled === before && api.applied() === wanted) throw new Error('The drain stands still');
    before = settled;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Fills the outbox of a mirror, starts on it, looks at it, and lets it drain. */
export async function queueFigures(
  folder: string,
  file: string,
  count: number,
  startMs: () => Promise<number>,
): Promise<Figure[]> {
  const records = vehiclesOf(file);
  const ids = [...records.keys()].slice(0, count);
  if (ids.length < count) throw new Error('The mirror has too few vehicles for such a queue');
  const bare = bareInserts(folder, Math.min(1000, count));
  const filling = await openMirror(file);
  const waiting = outboxOver(folder, filling, instantService(records));
  const acknowledged: number[] = [];
  for (const [index, id] of ids.entries()) {
    acknowledged.push((await timed(() => change(waiting, id, `Bench ${index}`))).ms);
  }
  await waiting.close();
  await filling.close();

  const startedMs = await startMs();

  const api = instantService(records);
  const store = await openMirror(file);
  const outbox = outboxOver(folder, store, api);
  const ledger = (offset: number) =>
    timed(() => store.read('outbox.list', { states: null, offset, limit: LEDGER_ROWS }));
  const pages: number[] = [];
  for (let page = 0; page < 100; page += 1) {
    pages.push((await ledger((page * 97 * LEDGER_ROWS) % count)).ms);
  }
  const usedBefore = process.cpuUsage();
  const drain = await timed(async () => {
    outbox.start();
    await drained(store, api, count);
  });
  const used = process.cpuUsage(usedBefore);
  const cpuPerOpMs = (used.user + used.system) / 1000 / count;
  await outbox.close();
  await store.close();
  if (api.applied() !== count) throw new Error(`${api.applied()} writes arrived`);
  const kept = vehiclesOf(file);
  for (const id of ids) {
    if (kept.get(id) !== records.get(id)) throw new Error('The mirror differs from the service');
  }
  return [
    {
      name: 'local acknowledgement of a write, p95',
      value: p95(acknowledged),
      ...{ unit: 'ms', aim: { most: 4 }, samples: count },
      beside: `${say(p95(bare), 'ms')} a bare fsynced insert: ${say(p95(acknowledged) / p95(bare), '')} times it (medians ${say(median(acknowledged), 'ms')} and ${say(median(bare), 'ms')})`,
      more: { medianMs: median(acknowledged), bareP95Ms: p95(bare), bareMedianMs: median(bare) },
    },
    {
      name: `start with ${count} waiting updates`,
      value: startedMs,
      ...{ unit: 'ms', aim: { most: 1000 }, samples: 1 },
      beside: 'of a process with the bundled core, to the first page of its ledger',
      more: {},
    },
    {
      name: `ledger page of ${LEDGER_ROWS} among ${count}, p95`,
      value: p95(pages),
      ...{ unit: 'ms', aim: { most: 50 }, samples: pages.length },
      beside: `median ${say(median(pages), 'ms')}`,
      more: { medianMs: median(pages) },
    },
    {
      name: `drain of ${count} updates without network`,
      value: (count * 1000) / drain.ms,
      ...{ unit: 'ops/s', aim: { least: 1000 }, samples: 1 },
      beside: `${say(1000 / (4 * median(bare)), 'ops/s')} would four bare fsyncs an op allow; ${say(cpuPerOpMs, 'ms')} of processor time an op`,
      more: { drainMs: drain.ms, cpuPerOpMs },
    },
  ];
}

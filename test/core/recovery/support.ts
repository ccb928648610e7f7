import { closeSync, openSync, readFileSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { RECOVERIES_KEY } from '../../../shared/ipc/recovery.ts';
import type { Bench } from '../outbox/support.ts';

const PAGE_BYTES = 4096;
const TABLES = ['op', 'op_history', 'id_map', 'desk', 'trash'] as const;

/** Everything in a database that can't be fetched again, by table. */
export function irreplaceable(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    return Object.fromEntries(
      TABLES.map((table) => [
        table,
        db
          .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
          .all()
          .filter((row) => (row as { key?: string }).key !== RECOVERIES_KEY),
      ]),
    );
  } finally {
    db.close();
  }
}

/** Writes garbage over the pages of a closed database that belong to a table or an index. */
export function breakPages(file: string, name: string, which: 'leaf' | 'every' = 'every'): void {
  const db = new Database(file, { readonly: true });
  const pages = db
    .prepare<[string], { pageno: number; pagetype: string }>(
      'SELECT pageno, pagetype FROM dbstat WHERE name = ?',
    )
    .all(name)
    .filter(({ pagetype }) => which === 'every' || pagetype === 'leaf');
  db.close();
  if (pages.length === 0) throw new Error(`no pages of ${name}`);
  for (const { pageno } of which === 'leaf' ? pages.slice(0, 1) : pages) {
    overwrite(file, (pageno - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES, 0xa5));
  }
}

export function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** Takes the lines out of a journal that tell of something; each left stays as it was. */
export function forget(journal: string, fits: (line: string) => boolean): void {
  const lines = readFileSync(journal, 'utf8').split('\n');
  const kept = lines.map((line) => (fits(line) ? `damaged${line.slice(7)}` : line));
  if (kept.join() === lines.join()) throw new Error('no such line');
  writeFileSync(journal, kept.join('\n'));
}

/** Names in the folder of a file, without what SQLite and the lock keep beside a database. */
export function filesBeside(file: string): string[] {
  return readdirSync(path.dirname(file))
    .filter((name) => !/-(wal|shm)$|\.lock(-journal)?$/.test(name))
    .sort();
}

export const databaseOf = (journal: string): string => journal.replace(/\.journal$/, '');

/** Writes in as many states as one desk can have at once, and all else that it keeps. */
export async function fillDesk(desk: Bench): Promise<Record<string, string>> {
  const vehicle = (id: number) => `{"id":${id},"regNo":"WB ${id}","defaultLabel":"old"}`;
  for (const id of [11, 12, 13, 14, 15]) await desk.give('vehicle', vehicle(id));
  await desk.give('area', '{"id":5,"name":"Yard","status":"active"}');
  const rename = (id: string) =>
    desk.write('updateVehicle', { vehicleId: id }, { defaultLabel: 'n' });
  const ids: Record<string, string> = {};
  desk.connection.maySend = true;
  const confirmed = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
  await desk.settled(confirmed.id, 'CONFIRMED');
  const buried = await desk.write('deleteArea', { areaId: '5' });
  await desk.settled(buried.id, 'CONFIRMED');
  desk.service.faults = [{ status: 422 }, { status: 422 }, 'crash'];
  const refused = await rename('11');
  await desk.settled(refused.id, 'NEEDS_USER');
  const discarded = await rename('12');
  await desk.settled(discarded.id, 'NEEDS_USER');
  await desk.outbox.discard(discarded.id);
  const sending = await rename('13');
  await desk.settled(sending.id, 'SENDING');
  desk.connection.maySend = false;
  const queued = await rename('14');
  const created = await desk.write('createAreaGroup', {}, { name: 'Depots' });
  const cancelled = await rename('15');
  await desk.outbox.cancel(cancelled.id);
  for (const [key, value] of [
    ['draft.note', '"half a sentence"'],
    ['views', '["mine"]'],
    ['gone', '1'],
    ['gone', null],
  ] as const) {
    const kept = await desk.store.write('desk.remember', { key, value });
    if (!kept.ok) throw new Error(kept.error.message);
  }
  Object.assign(ids, {
    ...{ confirmed: confirmed.id, buried: buried.id, refused: refused.id },
    ...{ discarded: discarded.id, sending: sending.id, queued: queued.id },
    ...{ created: created.id, cancelled: cancelled.id },
  });
  return ids;
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkerNews, WorkerOrder } from '../../../electron/service/worker.ts';
import type { PackedApp } from './desk.ts';

/** What the first start did and the second one looks for. */
export interface Done {
  renamed: string;
  driven: string;
  driver: string;
  archived: string;
}

const LABEL = 'Night reserve';
const AREA = 'Night parking';
const ANSWER = '600001';

interface Vehicle {
  id: number;
  regNo: string;
  driver: unknown;
}

async function connected(app: PackedApp, state: string): Promise<void> {
  await app.until(`the connection is ${state}`, async () =>
    (await app.call('session.connection', {})).state === state ? true : null,
  );
}

async function standing(app: PackedApp): Promise<Vehicle[]> {
  const view = {
    entity: 'vehicle' as const,
    filters: [{ field: 'status', oneOf: ['stopped'] }],
  };
  const { rows } = await app.call('records.window', { view, offset: 0, limit: 250 });
  return rows.map((row) => JSON.parse(row.json) as Vehicle).filter(({ driver }) => driver === null);
}

async function waiting(app: PackedApp): Promise<number> {
  return (await app.call('session.waiting', {})).total;
}

async function exported(app: PackedApp, from: 'service' | 'local', folder: string): Promise<void> {
  const file = path.join(folder, `${from}.pdf`);
  app.saveTo(file);
  const made = await app.call('desk.exportAnswer', { answerId: ANSWER, from });
  assert.equal(made.source, from);
  assert.equal(readFileSync(file, 'latin1').slice(0, 5), '%PDF-');
}

/** The renderer dies: its page is loaded again, the person is told, and calls are answered again. */
async function killRenderer(app: PackedApp): Promise<void> {
  const { webContents } = app.window;
  const loads = app.window.loaded.length;
  webContents.crash('crashed');
  await app.until('the page again', () =>
    app.window.loaded.length > loads && !webContents.isCrashed() ? true : null,
  );
  const told = await app.until('the notice of the page', () =>
    webContents.sent.some((sent) => JSON.stringify(sent).includes('desk.restarted')) ? true : null,
  );
  assert.equal(told, true);
  app.connect();
}

/** The threads of the database die: they are started anew, and what waited waits still. */
async function killThreads(app: PackedApp): Promise<void> {
  const before = app.threads.length;
  const roles = app.threads.filter(({ data }) => data['role'] !== undefined).slice(-2);
  assert.deepEqual(roles.map(({ data }) => data['role']).toSorted(), ['reader', 'writer']);
  await Promise.all(roles.map(({ worker }) => worker.terminate()));
  await app.until('threads anew', () => (app.threads.length >= before + 2 ? true : null));
  await app.until('the notice of the threads', () =>
    app.events.some(({ name, payload }) =>
      name === 'notice' ? payload.code === 'db.threadRestarted' : false,
    )
      ? true
      : null,
  );
}

/** The fleet is seen to move; the network is lost; work goes on; things die; nothing is lost. */
export async function workOffline(app: PackedApp, folder: string): Promise<Done> {
  await connected(app, 'online');
  const free = await app.until('the fleet', async () => {
    const found = await standing(app);
    return found.length >= 3 ? found : null;
  });
  await app.until('a vehicle that moves', () =>
    app.events.some(({ name }) => name === 'positions') ? true : null,
  );
  await app.call('records.refresh', { entity: 'driver' });
  const drivers = await app.call('records.window', {
    view: { entity: 'driver' },
    offset: 0,
    limit: 250,
  });
  const params = { answerId: ANSWER };
  await app.call('records.read', { endpoint: 'getAnswer', params, refresh: 'always' });
  await exported(app, 'service', folder);
  await killRenderer(app);

  await app.call('session.workOffline', { on: true });
  const [renamed, driven, archived] = free;
  const [driver] = drivers.rows;
  assert.ok(renamed && driven && archived && driver);
  const write = async (
    endpoint: string,
    params: Record<string, string>,
    body?: Record<string, string | number | { lat: number; lng: number }[]>,
  ): Promise<unknown> => app.call('outbox.write', { endpoint, params, ...(body && { body }) });
  const ofVehicle = ({ id }: Vehicle) => ({ vehicleId: String(id) });
  await write('updateVehicle', ofVehicle(renamed), { defaultLabel: LABEL });
  await write('setDriver', { ...ofVehicle(driven), driverId: driver.id });
  await killThreads(app);
  const circle = { type: 'circle', radius: 60, coordinates: [{ lat: 52.1, lng: 5.1 }] };
  await write('createArea', {}, { name: AREA, ...circle });
  await write('archiveVehicle', ofVehicle(archived));
  assert.equal(await waiting(app), 4);
  await exported(app, 'local', folder);
  return {
    renamed: renamed.regNo,
    driven: driven.regNo,
    driver: driver.id,
    archived: archived.regNo,
  };
}

/** The thread of the embedded service, asked by its own words and not through the desk. */
async function service(app: PackedApp) {
  const thread = app.threads.findLast(({ data }) => data['seed'] !== undefined);
  assert.ok(thread);
  const { worker, told } = thread;
  const find = <Is extends WorkerNews['is']>(is: Is): Extract<WorkerNews, { is: Is }> | null =>
    (told as WorkerNews[]).find(
      (news): news is Extract<WorkerNews, { is: Is }> => news.is === is,
    ) ?? null;
  const { baseUrl, token } = await app.until('the service', () => find('ready'));
  return {
    async read(where: string): Promise<unknown> {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${baseUrl}${where}`, { headers })).json();
    },
    /** Endpoints of all that was changed there since it started. */
    async changes(): Promise<string[]> {
      worker.postMessage({ do: 'report', id: 1 } satisfies WorkerOrder);
      const { log } = await app.until('the report', () => find('report'));
      return log.map(({ endpoint }) => endpoint);
    },
  };
}

/** After the next start all that waited is there, and the desk is offline still. */
export async function comeBack(app: PackedApp): Promise<void> {
  await app.until('the account', async () =>
    (await app.call('session.accounts', {})).accounts.some(({ active }) => active) ? true : null,
  );
  assert.equal(await waiting(app), 4);
  await connected(app, 'workOffline');
}

/** What waited goes out once, and the service holds it. */
export async function goOnline(app: PackedApp, done: Done): Promise<void> {
  await app.call('session.workOffline', { on: false });
  await app.until('an empty outbox', async () => ((await waiting(app)) === 0 ? true : null));

  const { read, changes } = await service(app);
  assert.deepEqual((await changes()).toSorted(), [
    ...['archiveVehicle', 'createArea', 'setDriver', 'updateVehicle'],
  ]);
  const { data } = (await read('/vehicles/fields/json?limit=1000&status=all')) as {
    data: { regNo: string; defaultLabel: string; status: string; driver: unknown }[];
  };
  const byRegNo = new Map(data.map((vehicle) => [vehicle.regNo, vehicle]));
  assert.equal(byRegNo.get(done.renamed)?.defaultLabel, LABEL);
  assert.match(JSON.stringify(byRegNo.get(done.driven)?.driver), new RegExp(done.driver));
  assert.equal(byRegNo.get(done.archived)?.status, 'archived');
  const { result } = (await read('/areas?limit=1000')) as { result: { areas: { name: string }[] } };
  assert.equal(result.areas.filter(({ name }) => name === AREA).length, 1);
}

import type { Identity } from '../../electron/core/identity.ts';
import type { Store } from '../../electron/core/database.ts';
import { exportOutbox } from '../../electron/core/outbox/queue/files.ts';
import type { ExportKind } from '../../electron/core/outbox/model/transfer.ts';
import { packTexts, unpackText } from '../../electron/core/zip.ts';
import type { Ports } from '../../electron/core/ports.ts';
import { identityOf } from '../../electron/core/identity.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { bench } from './outbox/support.ts';
import type { Bench } from './outbox/support.ts';

/** Desks of one account whose writes travel between them as files. */

const VEHICLES = [
  '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m","driver":null,"status":"driving"}',
  '{"id":13,"regNo":"WB 13","defaultLabel":"other","status":"stopped"}',
];

const OWN = identityOf('remote', 'https://fleet.example/api', { tenant: '3', user: '17' });

type Account = { identity: Identity; ports: Ports; store: Store };

/** A desk without a network, and the files that it hands out. */
export interface Place {
  desk: Bench;
  account: Account;
  /** The same desk as another account sees it. */
  as(identity: Identity): Account;
  files: { name: string; bytes: Uint8Array }[];
  /** Whether the person keeps a file that is offered. */
  keeps: boolean;
  rename(label: string, id?: string): Promise<Op>;
  create(regNo: string): Promise<Op>;
  /** The id of a driver that is made for it. */
  driver(): Promise<string>;
  exported(
    kind: ExportKind,
    ids?: string[] | null,
  ): Promise<{ bytes: Uint8Array; name: string; count: number; left: number; outcome: string }>;
  /** Every write by state and hold, the newest first. */
  states(): Promise<string[]>;
}

/** Another computer with the same account, at the same service; the first one without `of`. */
export async function place(of?: Place): Promise<Place> {
  const desk = await bench();
  desk.connection.maySend = false;
  if (of === undefined) for (const text of VEHICLES) await desk.give('vehicle', text);
  for (const [entity, table] of of?.desk.service.tables ?? []) {
    for (const text of table.values()) await desk.give(entity, text);
  }
  let drivers = 30;
  const save: Ports['files']['save'] = (name, _type, bytes) => {
    self.files.push({ name, bytes });
    const outcome = self.keeps ? 'file' : 'cancelled';
    return Promise.resolve(ok({ outcome, href: null, fileName: name } as const));
  };
  const as = (identity: Identity): Account => ({
    identity,
    get store() {
      return desk.store;
    },
    ports: {
      clock: { now: () => desk.clock.now() },
      log: { write: () => undefined },
      files: { save },
    } as unknown as Ports,
  });
  const self: Place = {
    desk,
    as,
    account: as(OWN),
    files: [],
    keeps: true,
    rename: (label, id = '12') =>
      desk.write('updateVehicle', { vehicleId: id }, { defaultLabel: label }),
    create: (regNo) => desk.write('createVehicle', {}, { regNo }),
    async driver() {
      drivers += 1;
      await desk.give('driver', `{"id":${drivers},"fullName":"Ada Quill"}`);
      return String(drivers);
    },
    async exported(kind, ids = null) {
      const { saved, ...done } = valueOf(await exportOutbox(self.account, kind, ids));
      const file = self.files.at(-1);
      if (file === undefined) throw new Error('no file');
      return { ...done, ...file, outcome: saved.outcome };
    },
    async states() {
      const page = { states: null, offset: 0, limit: 100 };
      const { rows } = await desk.store.read('outbox.list', page);
      return rows.map(({ state, hold }) => `${state} ${hold ?? '-'}`);
    },
  };
  return self;
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export async function textIn(bytes: Uint8Array, name: string): Promise<string> {
  const read = await unpackText(bytes, name, 10_000_000);
  if (!read.ok) throw new Error(read.why);
  return read.text;
}

/** What is inside of an export for Waybill itself. */
export interface Json {
  version: number;
  identity: Record<string, string>;
  ops: Record<string, unknown>[];
  [other: string]: unknown;
}

/** The file with its JSON changed by hand. */
export async function changed(
  bytes: Uint8Array,
  change: (value: Json) => void,
): Promise<Uint8Array> {
  const value = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
  change(value);
  return packTexts([['outbox.json', JSON.stringify(value)]], 0);
}

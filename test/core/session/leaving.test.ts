import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { examineFile } from '../../../electron/core/outbox/queue/files.ts';
import { examineReviews } from '../../../electron/core/review/queue/files.ts';
import { unpackText } from '../../../electron/core/zip.ts';
import { MOST_IMPORT_BYTES } from '../../../shared/ipc/outbox.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Desk } from './support.ts';
import { useDesks } from './desks.ts';

/** Leaving an account names what waits in it, and nothing of that is lost. */

const here = useDesks();
let desk: Desk;
let saved: { fileName: string; bytes: Uint8Array }[];

beforeEach(async () => {
  saved = [];
  desk = await here.desk(here.folder, {
    files: {
      folder: () => Promise.resolve(ok(null)),
      save: (fileName, _type, bytes) => {
        saved.push({ fileName, bytes });
        return Promise.resolve(ok({ outcome: 'file', href: null, fileName }));
      },
    },
  });
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function signIn(role: 'dispatcher' | 'reseller'): Promise<string> {
  const { email, password } = here.service.account(role);
  const result = await desk.session.signInWithPassword({
    baseUrl: here.service.baseUrl,
    ...{ email, password },
  });
  return valueOf(result).account?.id ?? '';
}

/** Signs in and leaves two vehicles renamed, offline. */
async function withTwoWrites(): Promise<string> {
  const id = await signIn('dispatcher');
  await desk.session.context()?.sync.scan('vehicle');
  valueOf(await desk.session.workOffline(true));
  const context = desk.session.context();
  const view = { view: { entity: 'vehicle' as const } };
  const { ids = [] } = (await context?.store.read('records.ids', view)) ?? {};
  for (const vehicleId of ids.slice(0, 2)) {
    await context?.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId },
      body: { defaultLabel: 'later' },
      extra: null,
    });
  }
  return id;
}

/** Ids of the writes in a file. */
async function idsIn(file: string): Promise<string[]> {
  const read = await unpackText(readFileSync(file), 'outbox.json', 1e6);
  if (!read.ok) throw new Error(read.why);
  return (JSON.parse(read.text) as { ops: { id: string }[] }).ops.map((op) => op.id);
}

describe('an account with waiting writes', () => {
  it('names them by what they do and the records that they are for', async () => {
    const id = await withTwoWrites();
    for (const which of [null, id]) {
      expect(valueOf(await desk.session.waiting(which))).toEqual({
        total: 2,
        inFlight: 0,
        kinds: [
          {
            endpoint: 'updateVehicle',
            title: 'Change a vehicle',
            count: 2,
            records: [expect.any(String), expect.any(String)],
          },
        ],
      });
    }
    expect(valueOf(await desk.session.waiting('0'.repeat(32))).total).toBe(0);
  });

  it('that another one takes the place of is named in a notice, and can still be asked and exported', async () => {
    const id = await withTwoWrites();
    await signIn('reseller');
    expect(desk.events).toContainEqual({
      name: 'notice',
      payload: {
        level: 'info',
        code: 'account.left',
        message: expect.stringMatching(
          /^2 writes of .+ are not settled\. They stay on this computer/,
        ) as string,
      },
    });
    expect(valueOf(await desk.session.waiting(id)).total).toBe(2);
    expect(valueOf(await desk.session.waiting(null)).total).toBe(0);
    expect(valueOf(await desk.session.exportWaiting(id))).toMatchObject({ count: 2, left: 0 });
    expect(saved).toHaveLength(1);
  });

  it('is removed only when their number was confirmed, and leaves them in a file that can be imported', async () => {
    const id = await withTwoWrites();
    const refused = await desk.session.remove(id, 1);
    expect(refused).toMatchObject({ ok: false, error: { code: 'session.waiting' } });
    const { setAsideAs } = valueOf(await desk.session.remove(id, 2));
    expect(setAsideAs).toMatch(/^removed.Waybill outbox .+\.zip$/);
    const file = path.join(here.folder, setAsideAs ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(here.folder, 'accounts', id))).toBe(false);
    expect(await signIn('dispatcher')).toBe(id);
    const context = desk.session.context();
    if (context === null) throw new Error('no account');
    const examined = valueOf(await examineFile(context, readFileSync(file)));
    expect(examined).toMatchObject({ kind: 'copy', counts: { new: 2 } });
  });

  it('leaves its reviews in a file that can be brought in again', async () => {
    const id = await signIn('dispatcher');
    const context = desk.session.context();
    if (context === null) throw new Error('no account');
    const judged = await context.store.write('review.judge', {
      ...{ answerIds: ['7'], by: 'Ada', now: 1, change: 'c1' },
      acts: [{ kind: 'note', value: 'Call tomorrow' }],
    });
    expect(judged.ok).toBe(true);
    const { setAsideAs, reviewsAs } = valueOf(await desk.session.remove(id, 0));
    expect(setAsideAs).toBeNull();
    const bytes = readFileSync(path.join(here.folder, reviewsAs[0] ?? ''));
    expect(bytes.toString()).toContain('Call tomorrow');
    await signIn('dispatcher');
    const again = desk.session.context();
    if (again === null) throw new Error('no account');
    expect(valueOf(await examineReviews(again, bytes))).toMatchObject({ fresh: 1 });
  });

  it('leaves more reviews than a file may hold in several, each of which can be brought in', async () => {
    const id = await signIn('dispatcher');
    const judged = await desk.session.context()?.store.write('review.judge', {
      answerIds: Array.from({ length: 100 }, (_, n) => String(n)),
      ...{ by: 'Ada', now: 1, change: 'c1' },
      acts: [{ kind: 'note', value: 'x'.repeat(190_000) }],
    });
    expect(judged?.ok).toBe(true);
    const { reviewsAs } = valueOf(await desk.session.remove(id, 0));
    await signIn('dispatcher');
    const again = desk.session.context();
    if (again === null) throw new Error('no account');
    const fresh = [];
    for (const file of reviewsAs) {
      const bytes = readFileSync(path.join(here.folder, file));
      expect(bytes.byteLength).toBeLessThanOrEqual(MOST_IMPORT_BYTES);
      fresh.push(valueOf(await examineReviews(again, bytes)).fresh);
    }
    expect(fresh).toEqual([50, 50]);
  });

  it('loses none that is answered while it is removed', async () => {
    const id = await withTwoWrites();
    const context = desk.session.context();
    const view = { view: { entity: 'vehicle' as const } };
    const { ids = [] } = (await context?.store.read('records.ids', view)) ?? {};
    const before = (await context?.store.read('outbox.ids', { states: null })) ?? [];
    const removing = { ended: false };
    const removal = desk.session.remove(id, 2).finally(() => (removing.ended = true));
    const answered = [...before];
    for (let n = 0; !removing.ended; n += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const written = await context?.outbox.write({
        endpoint: 'updateVehicle',
        params: { vehicleId: ids[2] ?? '' },
        body: { defaultLabel: `meanwhile ${n}` },
        extra: null,
      });
      if (written?.ok === true && !answered.includes(written.value.id))
        answered.push(written.value.id);
    }
    const removed = await removal;
    // Whether the removal or the write came first: what was answered is there.
    const kept = removed.ok
      ? await idsIn(path.join(here.folder, removed.value.setAsideAs ?? ''))
      : await desk.session.context()?.store.read('outbox.ids', { states: null });
    expect([...(kept ?? [])].sort()).toEqual([...answered].sort());
  });

  it('is not removed where they can not be kept', async () => {
    const id = await withTwoWrites();
    writeFileSync(path.join(here.folder, 'removed'), 'no folder');
    const refused = await desk.session.remove(id, 2);
    expect(refused).toMatchObject({ ok: false, error: { code: 'session.notSetAside' } });
    expect(valueOf(await desk.session.waiting(id)).total).toBe(2);
    expect((await desk.session.accounts()).map(({ active }) => active)).toEqual([true]);
    await desk.until('the session that was there', ({ name, payload }) => {
      return name === 'account' && payload.accountId === id && payload.signedIn;
    });
  });
});

describe('an account that is not in use', () => {
  it('is signed out at its service too, unless Waybill works offline', async () => {
    const { session, ports } = desk;
    const sent = vi.spyOn(ports.http, 'send');
    const first = await signIn('dispatcher');
    const other = await signIn('reseller');
    await signIn('dispatcher');
    const token = (await ports.secrets.get(other))?.token ?? 'none';
    const saidOut = (): unknown[] =>
      sent.mock.calls
        .filter(([{ url }]) => url.endsWith('/logout'))
        .map(([{ headers }]) => headers['authorization']);
    expect((await session.signOut(other)).ok).toBe(true);
    await expect.poll(saidOut).toEqual([`Bearer ${token}`]);
    expect(await ports.secrets.get(other)).toBeNull();
    expect(session.current()?.identity.id).toBe(first);
    await signIn('reseller');
    await session.workOffline(true);
    expect((await session.signOut(first)).ok).toBe(true);
    await session.close();
    expect(saidOut()).toHaveLength(1);
  });
});

describe('an account whose database can not be opened', () => {
  it('is set aside as it is when it is removed', async () => {
    const id = await signIn('dispatcher');
    await signIn('reseller');
    const raw = new Database(path.join(here.folder, 'accounts', id, 'mirror.db'));
    raw.pragma('user_version = 9999');
    raw.close();
    const refused = await desk.session.remove(id, 1);
    expect(refused).toMatchObject({ ok: false, error: { code: 'session.waiting' } });
    const { setAsideAs } = valueOf(await desk.session.remove(id, 0));
    expect(setAsideAs).toMatch(new RegExp(`^removed.${id} `));
    expect(readdirSync(path.join(here.folder, setAsideAs ?? ''))).toContain('mirror.db');
    expect((await desk.session.accounts()).map((account) => account.id)).not.toContain(id);
  });
});

describe('an account without waiting writes', () => {
  it('is removed with everything', async () => {
    const id = await signIn('dispatcher');
    expect(valueOf(await desk.session.remove(id, 0))).toEqual({
      setAsideAs: null,
      reviewsAs: [],
      leftAs: null,
    });
    expect(readdirSync(here.folder)).not.toContain('removed');
  });

  it.skipIf(process.platform === 'win32')(
    'is removed whole or not at all, and tells which files could not be deleted',
    async () => {
      const id = await signIn('dispatcher');
      const folder = path.join(here.folder, 'accounts', id);
      const now = desk.ports.clock.now();
      const stopped = vi.spyOn(desk.ports.clock, 'now').mockReturnValue(now);
      onTestFinished(() => stopped.mockRestore());
      const inTheWay = `${folder} ${now}`;
      mkdirSync(path.join(inTheWay, 'full'), { recursive: true });
      const judged = await desk.session.context()?.store.write('review.judge', {
        ...{ answerIds: ['7'], by: 'Ada', now: 1, change: 'c1' },
        acts: [{ kind: 'note', value: 'Call tomorrow' }],
      });
      expect(judged?.ok).toBe(true);
      const refused = await desk.session.remove(id, 0);
      expect(refused).toMatchObject({ ok: false, error: { code: 'session.filesInUse' } });
      expect(await desk.session.accounts()).toMatchObject([{ id, active: true }]);
      expect(readdirSync(path.join(here.folder, 'removed'))).toEqual([]);
      rmSync(inTheWay, { recursive: true });

      // A path that is too long can't be deleted by its name.
      // Each fits into the longest path of the system, and both together do not.
      const [parts, letters] = process.platform === 'darwin' ? [4, 120] : [11, 200];
      const deep = (inside: string): string =>
        path.join(inside, ...Array.from({ length: parts }, () => 'x'.repeat(letters)));
      const [upper, lower] = [path.join(folder, 'upper'), path.join(folder, 'lower')];
      for (const part of [upper, lower]) mkdirSync(deep(part), { recursive: true });
      renameSync(lower, path.join(deep(upper), 'lower'));
      const { leftAs } = valueOf(await desk.session.remove(id, 0));
      const rest = path.join(here.folder, leftAs ?? 'no folder');
      renameSync(path.join(deep(path.join(rest, 'upper')), 'lower'), path.join(rest, 'lower'));
      expect(await desk.session.accounts()).toEqual([]);
      expect(existsSync(folder)).toBe(false);
    },
  );
});

describe('a removal that the end of Waybill cuts off', () => {
  const folderOf = (id: string): string => path.join(here.folder, 'accounts', id);
  const foldersThere = (): string[] => readdirSync(path.join(here.folder, 'accounts'));

  it('while the keychain is asked is finished by the next start, which says where the writes are', async () => {
    const [asked, answered] = [Promise.withResolvers<null>(), Promise.withResolvers<undefined>()];
    vi.spyOn(desk.ports.secrets, 'remove').mockImplementation(() => {
      asked.resolve(null);
      return answered.promise;
    });
    const id = await withTwoWrites();
    const removal = desk.session.remove(id, 2);
    await asked.promise;
    const next = await here.desk(here.folder);
    answered.resolve(undefined);
    await removal;
    expect(await next.session.accounts()).toEqual([]);
    expect(foldersThere()).toEqual([]);
    expect(next.events).toMatchObject([
      { name: 'notice', payload: { code: 'account.restDeleted', level: 'info' } },
    ]);
    expect(readdirSync(path.join(here.folder, 'removed'))).toHaveLength(1);
  });

  it('before the account is off the list is none: the next start has it with all that waits', async () => {
    const id = await withTwoWrites();
    await desk.close();
    renameSync(folderOf(id), `${folderOf(id)} 1`);
    const next = await here.desk(here.folder);
    expect(foldersThere()).toEqual([id]);
    expect(valueOf(await next.session.waiting(id)).total).toBe(2);
    expect(next.events).toEqual([]);
  });

  it('is finished at whatever start can, also beside the same account, signed in again', async () => {
    const id = await signIn('dispatcher');
    await desk.close();
    for (const name of [`${id} 1`, `${'0'.repeat(32)} 2`]) {
      mkdirSync(path.join(here.folder, 'accounts', name));
    }
    await here.desk(here.folder);
    expect(foldersThere()).toEqual([id]);
  });

  it('by a list that can not be saved leaves the account in use, and nothing put aside', async () => {
    const id = await withTwoWrites();
    const list = path.join(here.folder, 'accounts.json');
    rmSync(list);
    mkdirSync(path.join(list, 'full'), { recursive: true });
    const refused = await desk.session.remove(id, 2);
    expect(refused).toMatchObject({ ok: false, error: { code: 'disk.full' } });
    expect(foldersThere()).toEqual([id]);
    expect(readdirSync(path.join(here.folder, 'removed'))).toEqual([]);
    expect(await desk.session.accounts()).toMatchObject([
      { id, active: true, signedIn: true, waiting: 2 },
    ]);
  });
});

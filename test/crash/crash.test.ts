import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawFrom } from '../../electron/service/world/random.ts';
import type { Draw } from '../../electron/service/world/random.ts';
import { KILLS_LIMIT_MS, isEveryday, kills } from '../support/runs.ts';
import { audit } from './audit.ts';
import * as named from './boundaries.ts';
import { bundleChild } from './bundleChild.ts';
import { BOUNDARIES } from './hooks.ts';
import { inWorld, newDesk, runLife } from './lives.ts';
import type { Desk, Ending, World } from './lives.ts';
import { expectWhole, series } from './series.ts';

/**
 * The application is killed with SIGKILL, started on what is left, and held to what it had
 * acknowledged: a child process runs the core as the hosts do, against the real service, which
 * lives on in this process.
 */

const root = path.resolve(import.meta.dirname, '..', '..');
let bundle: string;
let child: string;

beforeAll(async () => {
  // Where the bundle finds the packages that stay outside of it.
  bundle = mkdtempSync(path.join(root, 'node_modules', '.waybill-crash-'));
  child = await bundleChild(bundle, BOUNDARIES);
  // A life that ends by itself leaves its compiled code for those that do not.
  await inWorld(async (world) => {
    for (const [index, database] of (['thread', 'inline'] as const).entries()) {
      await series(world, child, index, [], database);
    }
  });
  // A bundle and two whole lives, beside whatever else the machine does.
}, KILLS_LIMIT_MS);
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

const at = (names: readonly string[]): Ending[] =>
  names.map((name) => ({ kill: { at: name, nth: 1 } }));

describe.concurrent('killed at every named boundary', { timeout: KILLS_LIMIT_MS }, () => {
  it('the first start goes on where it was cut off', async ({ expect }) => {
    await inWorld(async (world) => {
      const places = isEveryday ? named.FIRST_START_IN_TURN : named.FIRST_START;
      const outcome = await series(world, child, 1, at(places), 'thread');
      expect(outcome.kills).toBe(places.length);
      expectWhole(outcome, 'first start');
    });
  });

  it('every request of a working day is made once', async ({ expect }) => {
    await inWorld(async (world) => {
      const places = isEveryday ? named.WIRE_IN_TURN : named.WIRE;
      const outcome = await series(world, child, 1, at(places), 'inline');
      expect(outcome.kills).toBe(places.length);
      expectWhole(outcome, 'wire');
    });
  });

  it('no commit of a working day loses anything', async ({ expect }) => {
    await inWorld(async (world) => {
      const places = isEveryday ? named.WORK_IN_TURN : named.WORK;
      const outcome = await series(world, child, 1, at(places), 'thread');
      expect(outcome.kills).toBe(places.length);
      expectWhole(outcome, 'work');
    });
  });

  it('a journal that is being rewritten loses nothing', async ({ expect }) => {
    await inWorld(async (world) => {
      const outcome = await series(world, child, 1, at(named.REWRITE), 'inline');
      expect(outcome.kills).toBe(named.REWRITE.length);
      expectWhole(outcome, 'rewrite');
    });
  });

  it('a write in doubt is still in doubt afterwards, and made once', async ({ expect }) => {
    await inWorld(async (world) => {
      world.service.faults.set(named.DOUBTS);
      const endings = isEveryday
        ? at([...named.DOUBT_IN_TURN, ...named.CUT_OFF_IN_TURN])
        : at([...named.DOUBT, ...named.CUT_OFF]);
      const outcome = await series(world, child, 1, endings, 'inline');
      expect(outcome.kills).toBe(endings.length);
      expectWhole(outcome, 'doubt');
    });
  });
});

it('every write of the database is killed at, or said why not', () => {
  expect(named.unmentioned()).toEqual([]);
});

it('sees what is lost and what is done twice', { timeout: KILLS_LIMIT_MS }, async () => {
  await inWorld(async (world) => {
    const desk = newDesk(world, 1, 'inline');
    const kill = { at: 'DELETE areas/*: answered, nothing recorded', nth: 1 };
    await runLife(world, desk, child, { kill });
    await runLife(world, desk, child);
    const sound = { lost: [], duplicated: [], unexplained: [], judged: [] };
    expect(audit(world, desk)).toMatchObject(sound);
    const { service } = world;
    const made = service.log().find(({ endpoint }) => endpoint === 'createVehicle');
    await service.handle({
      method: 'POST',
      path: '/api/vehicles',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: made?.bodyText ?? '',
    });
    const [account = ''] = readdirSync(path.join(desk.dataDir, 'accounts'));
    const db = new Database(path.join(desk.dataDir, 'accounts', account, 'mirror.db'));
    db.exec("DELETE FROM op WHERE seq = 2; DELETE FROM desk WHERE key GLOB 'draft:*'");
    db.close();
    const { lost, duplicated, judged } = audit(world, desk);
    expect(duplicated).toHaveLength(1);
    // The second record, and the op that is no longer in the ledger.
    expect(judged.some((found) => found.startsWith('I15:'))).toBe(true);
    expect(judged.some((found) => found.startsWith('I1:'))).toBe(true);
    expect(lost.length).toBeGreaterThanOrEqual(2);
  });
});

/** Kills over one data folder before it is looked at, and folders over one service. */
const KILLS_PER_DESK = 25;
const DESKS_PER_WORLD = 8;

/** How long it takes from a start to the last request of a round, ms. */
async function roundMs(world: World): Promise<number> {
  const desk = newDesk(world, 9_000, 'thread');
  const kill = { at: 'DELETE areas/*: nothing sent yet', nth: 1 };
  // The first life fills the mirror before it works.
  await runLife(world, desk, child, { kill });
  return (await runLife(world, desk, child, { kill })).ms;
}

/** What each life passes. Only where the one before left something to build is anything built. */
const PASSED: readonly [string, ...string[]] = [
  'file: synced',
  ...[...named.WORK, ...named.WIRE].filter((name) => !name.startsWith('built')),
];

/** Half of the kills come from outside at any moment, half at any passing of a boundary. */
function randomEnding(draw: Draw, longestMs: number): Ending {
  if (draw.chance(0.5)) return { afterMs: draw.integer(0, Math.round(longestMs)) };
  const name = draw.pick(PASSED);
  return { kill: { at: name, nth: named.OFTEN.includes(name) ? draw.integer(1, 3) : 1 } };
}

/** One kill in twenty takes the database along: it is put together anew from the journal. */
function loseDatabase({ dataDir }: Desk): void {
  const accounts = path.join(dataDir, 'accounts');
  if (!existsSync(accounts)) return;
  for (const account of readdirSync(accounts)) {
    for (const end of ['', '-wal', '-shm']) {
      rmSync(path.join(accounts, account, `mirror.db${end}`), { force: true });
    }
  }
}

interface Sum {
  kills: number;
  lost: number;
  duplicated: number;
  flagged: number;
  refused: number;
  acknowledged: number;
}

/** Kills at random until it was done so often; adds what came of it to `sum`. */
async function killAtRandom(count: number, seed: number, sum: Sum): Promise<void> {
  const draw = drawFrom(seed);
  let left = count;
  while (left > 0) {
    await inWorld(async (world) => {
      const longestMs = await roundMs(world);
      for (let number = 1; number <= DESKS_PER_WORLD && left > 0; number += 1) {
        const database = draw.chance(0.5) ? 'thread' : 'inline';
        const wanted = Math.min(left, KILLS_PER_DESK);
        left -= wanted;
        const endings = Array.from({ length: wanted }, () => randomEnding(draw, longestMs));
        const outcome = await series(world, child, number, endings, database, (desk) => {
          if (draw.chance(0.05)) loseDatabase(desk);
        });
        const { lost, duplicated, flagged, refused, acknowledged } = outcome.findings;
        sum.kills += outcome.kills;
        sum.lost += lost.length;
        sum.duplicated += duplicated.length;
        sum.flagged += flagged;
        sum.refused += refused;
        sum.acknowledged += acknowledged;
        expectWhole(outcome, `seed ${seed}, ${database}: ${JSON.stringify(endings)}`);
      }
    });
  }
}

describe('killed at random moments', () => {
  const { count, seed } = kills(4, 5_000);
  it('loses nothing and does nothing twice', { timeout: KILLS_LIMIT_MS }, async () => {
    const sum: Sum = { kills: 0, lost: 0, duplicated: 0, flagged: 0, refused: 0, acknowledged: 0 };
    const from = performance.now();
    // Two at once, where they are many: a child mostly waits for the service or the disk.
    const other = count <= KILLS_PER_DESK ? 0 : Math.floor(count / 2);
    await Promise.all([
      killAtRandom(count - other, seed, sum),
      killAtRandom(other, seed + 1, sum),
    ]).finally(() => {
      const perMinute = Math.round((sum.kills / (performance.now() - from)) * 60_000);
      process.stdout.write(`counted: crash ${JSON.stringify({ ...sum, perMinute, seed })}\n`);
    });
    expect(sum.kills).toBe(count);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawFrom } from '../../electron/service/world/random.ts';
import { KILLS_LIMIT_MS, isEveryday, kills } from '../support/runs.ts';
import { bundleChild } from './bundleChild.ts';
import { BOUNDARIES, FLUSHING } from './hooks.ts';
import type { Unflushed } from './hooks.ts';
import { inWorld } from './lives.ts';
import { canRecord, compileShim, powerCuts, survival } from './powerCut.ts';
import type { Recorded, Survival } from './powerCut.ts';
import { expectWhole } from './series.ts';

/**
 * Power cuts. A kill proves nothing of them: what a killed process has written is still in memory
 * and reaches the disk. Here the disk forgets everything that was not flushed, names of files too.
 */

const root = path.resolve(import.meta.dirname, '..', '..');

/** Cuts of a disk that does not flush: each shows by itself whether anything is lost. */
const fewCuts = (): ReturnType<typeof kills> => {
  const { count, seed } = kills(5, 50);
  return { count: Math.min(count, 50), seed };
};

/** Where a cut of the power is hardest: after a promise, before and after a byte left. */
const MOMENTS = [
  'accounts: in place',
  'migration 13: not committed yet',
  'migrations: done',
  'journal attached: after',
  'outbox.enqueue: not committed yet',
  'outbox.enqueue: committed',
  'desk.remember: committed',
  'outbox.move to SENDING: committed',
  'POST vehicles: sent, no answer yet',
  'POST areas: answered, nothing recorded',
  'outbox.confirm: not committed yet',
  'outbox.confirm: committed',
  'DELETE areas/*: sent, no answer yet',
  'journal rewritten: not in place yet',
];

describe.skipIf(!canRecord)(
  'power lost (needs Linux and a compiler of C)',
  { timeout: KILLS_LIMIT_MS },
  () => {
    let folder: string;
    /** The child that flushes everything. */
    let whole: Recorded;

    /** Lives of a child up to a place, the power cut so often in their midst. */
    const surviving = async (
      child: Recorded,
      at: string,
      { count, seed }: ReturnType<typeof kills>,
    ): Promise<Survival> => {
      const draw = drawFrom(seed);
      const sum: Survival = { cuts: 0, acknowledged: 0, lost: [] };
      await inWorld(async (world) => {
        for (let number = 1; sum.cuts < count; number += 1) {
          const kill = { at, nth: number };
          const most = count - sum.cuts;
          const options = { most, draw, torn: number % 2 === 0 };
          const life = await survival(world, child, number, { kill }, options);
          sum.cuts += life.cuts;
          sum.acknowledged += life.acknowledged;
          sum.lost.push(...life.lost.map((what) => `life ${number}, seed ${seed}: ${what}`));
        }
      });
      return sum;
    };

    /** A few cuts in the first hours of a child that does not flush all. */
    const fewSurviving = (...notFlushed: readonly Unflushed[]): Promise<Survival> => {
      const at = 'POST vehicles/*/odometer: answered, nothing recorded';
      return surviving({ ...whole, notFlushed }, at, fewCuts());
    };

    beforeAll(async () => {
      folder = mkdtempSync(path.join(root, 'node_modules', '.waybill-crash-'));
      const child = await bundleChild(path.join(folder, 'child'), [...BOUNDARIES, ...FLUSHING]);
      whole = { child, shim: compileShim(folder) };
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('failure 22: power lost: everything acknowledged survives on flushed bytes alone', async () => {
      const { count, seed } = kills(12, 5_000);
      const at = 'DELETE areas/*: answered, nothing recorded';
      const { cuts, acknowledged, lost } = await surviving(whole, at, { count, seed });
      const told = { cuts, acknowledged, lost: lost.length, seed };
      process.stdout.write(`counted: power lost ${JSON.stringify(told)}\n`);
      expect(lost).toEqual([]);
      expect(cuts).toBeGreaterThanOrEqual(count);
      expect(acknowledged).toBeGreaterThan(30);
    });

    it('the same cuts lose writes when nothing is flushed', async () => {
      const { lost } = await fewSurviving('database', 'journal');
      expect(lost.length).toBeGreaterThan(0);
    });

    it('the journal alone brings back what the database lost', async () => {
      const { lost } = await fewSurviving('database');
      expect(lost).toEqual([]);
    });

    it('the database alone holds what the journal lost', async () => {
      const { lost } = await fewSurviving('journal');
      expect(lost).toEqual([]);
    });

    it('goes on after a power cut, and makes every write once', async () => {
      const { seed } = kills(0, 0);
      const endings = MOMENTS.map((at) => ({ kill: { at, nth: 1 } }));
      // Every day each of them in one of the two ways.
      const ofTurn = (turn: number): typeof endings =>
        isEveryday ? endings.filter((_one, index) => index % 2 === turn) : endings;
      await inWorld(async (world) => {
        const bare = await powerCuts(world, whole, 1, ofTurn(0), 'thread');
        expectWhole(bare, 'nothing but flushed bytes');
        const torn = await powerCuts(world, whole, 2, ofTurn(1), 'inline', drawFrom(seed));
        expectWhole(torn, `torn with seed ${seed}`);
        const told = { cuts: bare.kills + torn.kills, flagged: torn.findings.flagged, seed };
        process.stdout.write(`counted: goes on ${JSON.stringify(told)}\n`);
      });
    });
  },
);

import { expect } from 'vitest';
import { audit } from './audit.ts';
import type { Findings } from './audit.ts';
import type { Life } from './child.ts';
import { newDesk, runLife } from './lives.ts';
import type { Desk, Ending, World } from './lives.ts';

/** What a series of kills over one data folder came to. */
export interface Outcome {
  kills: number;
  findings: Findings;
}

/**
 * Kills one application again and again, each time as the next ending says, and starts it on what
 * is left; lets it finish after the last one, and holds it to what it had acknowledged. `number`
 * tells the series over one service apart.
 */
export async function series(
  world: World,
  child: string,
  number: number,
  endings: readonly Ending[],
  database: Life['database'],
  /** Called before each life, with the files at rest. */
  before: (desk: Desk, ending: Ending) => void = () => undefined,
): Promise<Outcome> {
  const desk = newDesk(world, number, database);
  let kills = 0;
  for (const ending of endings) {
    before(desk, ending);
    const { killed } = await runLife(world, desk, child, ending);
    if (killed) kills += 1;
  }
  await runLife(world, desk, child);
  return { kills, findings: audit(world, desk) };
}

/** Nothing lost, nothing twice, nothing broken; `where` tells how to repeat it. */
export function expectWhole({ findings }: Outcome, where: string): void {
  const { lost, duplicated, unexplained, damaged, judged } = findings;
  expect({ lost, duplicated, unexplained, damaged, judged }, where).toEqual({
    judged: [],
    lost: [],
    duplicated: [],
    unexplained: [],
    damaged: [],
  });
}

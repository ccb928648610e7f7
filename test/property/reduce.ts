import type { Act } from './acts.ts';
import type { CoreModules } from './modules.ts';
import { startRun } from './run.ts';
import type { World } from './world.ts';

/** What acts break when they are done one after another; a run that can not go on broke everything. */
export async function brokenBy(
  world: World,
  modules: CoreModules,
  acts: readonly Act[],
): Promise<readonly string[]> {
  const run = await startRun(world, modules, 1);
  try {
    for (const act of acts) await run.act(act);
    return await run.end();
  } catch (error) {
    await run.desk.close();
    return [...run.model.broken, `thrown: ${String(error)}`];
  }
}

/** The invariants that were broken, by number. */
export function codes(broken: readonly string[]): Set<string> {
  return new Set(broken.map((what) => what.split(':')[0] ?? ''));
}

/**
 * Leaves out of acts what is not needed to break one of `wanted` when they are done one after
 * another. Null where they break none of them without their own order of answers.
 */
export async function reduce(
  world: World,
  modules: CoreModules,
  acts: readonly Act[],
  wanted: ReadonlySet<string>,
): Promise<Act[] | null> {
  const breaks = async (some: readonly Act[]): Promise<boolean> => {
    const found = codes(await brokenBy(world, modules, some));
    return [...wanted].some((code) => found.has(code));
  };
  if (!(await breaks(acts))) return null;
  let left = [...acts];
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < left.length;) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)];
      if (await breaks(fewer)) left = fewer;
      else at += size;
    }
  }
  return left;
}

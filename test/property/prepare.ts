import type { Result } from '../../shared/result.ts';
import { Desk } from './desk.ts';
import type { CoreModules } from './modules.ts';
import { BASE } from './network.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

/** Small pages, so that every list has two of them. */
const PROFILE = '{"pageSize":3}';

/**
 * Makes the world, a data folder that is signed in to both tenants, the first in use, each with a
 * complete mirror, and one of the colleague. Done once for many runs.
 */
export async function prepare(modules: CoreModules): Promise<World> {
  const world = await createWorld();
  const desk = new Desk(world, modules, 1);
  await desk.start();
  for (const { email, password } of [...world.tenants].reverse()) {
    const account = { baseUrl: BASE, email, password };
    await fill(desk, () => desk.call('session.signInWithPassword', account));
  }
  await desk.quiet();
  await desk.core().close();
  if (world.colleague !== null) {
    const beside = new Desk(world.colleague, modules, 2, desk);
    await beside.start();
    const token = await beside.network.traffic.token(beside.world, 0);
    await fill(beside, () => beside.call('session.signInWithToken', { baseUrl: BASE, token }));
    await beside.quiet();
    await beside.core().close();
    world.colleague.keep(beside.folder, beside.secrets, beside.time.now());
    await beside.close();
  }
  world.keep(desk.folder, desk.secrets, desk.time.now());
  await desk.close();
  return world;
}

/** Signs in and reads everything. */
async function fill(desk: Desk, signIn: () => Promise<Result<unknown>>): Promise<void> {
  const signedIn = await signIn();
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  const set = await desk.call('session.setProfile', { overrides: PROFILE });
  if (!set.ok || set.value.error !== null) throw new Error('the profile was refused');
  // A plan leaves lists out, which is no failure here: the others are read.
  await desk.call('session.syncNow', {});
  await desk.pass(1_000);
}

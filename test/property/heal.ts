import type { Desk } from './desk.ts';
import { isSettled } from './ledger.ts';
import { isEligible, isHeldByFile } from './queue.ts';
import type { Model } from './model.ts';
import { signIn } from './signing.ts';
import { isHiddenAtFirst } from './wire.ts';
import type { Wire } from './wire.ts';

const STEP_MS = 5_000;
const MINUTE_MS = 60_000;
/** I11: no eligible op idles for longer than this once all is well. */
const LONGEST_IDLE_MS = 10 * MINUTE_MS;
const LONGEST_HEALING_MS = 90 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Ends every fault of a desk's network. */
export function calm({ network, modules }: Desk): void {
  network.faults = [];
  network.hidden = [];
  network.meddlers = [];
  network.mistake = null;
  network.down = false;
  modules.disk.full = 0;
}

/** Ends every fault, signs in everywhere, and lets the queue of each account settle. */
export async function heal(model: Model, desk: Desk): Promise<void> {
  calm(desk);
  desk.isOffline = false;
  await desk.call('session.workOffline', { on: false });
  const used = model.tenant;
  for (const tenant of [used, 1 - used]) {
    if (tenant !== used && !waits(desk, tenant)) continue;
    await switchTo(model, desk, tenant);
    await release(model, desk);
    await settle(model, desk);
  }
  await waitForLate(model, desk);
}

/**
 * The other account is looked at only where something waits in it, or may: a database that was lost
 * comes back from its journal when its account is opened.
 */
function waits(desk: Desk, tenant: number): boolean {
  const ledger = desk.ledger(tenant);
  return ledger === null || ledger.ops().some(({ state }) => !isSettled(state));
}

async function switchTo(model: Model, desk: Desk, tenant: number): Promise<void> {
  const accountId = desk.accounts[tenant];
  if (accountId === null || accountId === undefined) return;
  const used = await desk.call('session.use', { accountId });
  if (!used.ok) throw new Error(used.error.message);
  model.use(tenant);
  await stayIn(model, desk);
}

/** Signs in where the desk says that it is out. */
async function stayIn(model: Model, desk: Desk): Promise<void> {
  const state = await desk.call('session.connection', {});
  const isOut = !state.ok || state.value.state === 'signedOut' || state.value.state === 'expired';
  if (!isOut) return;
  // Where clocks are days apart a fresh token is taken for an old one: they are set right first.
  if (!(await signIn(model, desk))) desk.time.setRight();
  await signIn(model, desk);
}

/** What the person held goes on. */
async function release(model: Model, desk: Desk): Promise<void> {
  for (const op of desk.ledger(model.tenant)?.ops() ?? []) {
    if (op.hold !== 'person' && !isHeldByFile(op)) continue;
    if (desk.network.traffic.handing.isOpenElsewhere(desk, model.tenant, op.id)) continue;
    // One that can't be understood can only be given up.
    const decide = async (remedy: 'cancel' | 'resume'): Promise<boolean> =>
      (await desk.call('outbox.decide', { opId: op.id, decision: { remedy } })).ok;
    // The journal may have given it back as it was.
    if (!model.spoilt.has(op.id) || !(await decide('cancel'))) await decide('resume');
  }
}

/** I11: waits until nothing can move on by itself; nothing that can may idle. */
async function settle(model: Model, desk: Desk): Promise<void> {
  const since = new Map<string, { at: number; was: string }>();
  const startedAt = desk.time.now();
  for (;;) {
    const ops = desk.ledger(model.tenant)?.ops() ?? [];
    const now = desk.time.now();
    const moving = ops.filter((op) => isEligible(op, ops, desk.time.desk.now()));
    const waits = ops.some(({ hold, hold_until: until, state }) => {
      // One that came back from a damaged journal may have left, and waits all the same.
      const isWaiting = state === 'QUEUED' || state === 'UNCERTAIN';
      return isWaiting && hold === 'rateLimit' && (until ?? 0) > desk.time.desk.now();
    });
    if (moving.length === 0 && !waits && model.pressed.size === 0) return;
    for (const op of moving) {
      const is = [op.state, op.updated_at, op.attempts, op.hold_until].join(' ');
      const seen = since.get(op.id);
      if (seen?.was !== is) since.set(op.id, { at: now, was: is });
      else if (now - seen.at > LONGEST_IDLE_MS) {
        model.fault(
          'I11',
          `${op.endpoint} ${op.id} idles as ${op.state} (${op.hold ?? 'no hold'})`,
        );
        return;
      }
    }
    if (now - startedAt > LONGEST_HEALING_MS) {
      model.fault('I11', `${moving.length} ops do not come to an end`);
      return;
    }
    await stayIn(model, desk);
    await desk.pass(STEP_MS);
  }
}

/** Requests that the service applies late are applied; then a day goes by for whoever looks again. */
async function waitForLate(model: Model, desk: Desk): Promise<void> {
  const lastAt = desk.time.lastOutsideAt();
  if (lastAt !== null) await desk.pass(lastAt - desk.time.now() + 1_000);
  const isLate = (wire: Wire): boolean => isHiddenAtFirst(wire) || wire.repeated !== null;
  const late = new Set(desk.network.wires.filter(isLate).map(({ tenant }) => tenant));
  for (const tenant of late) {
    await switchTo(model, desk, tenant);
    desk.time.sleep(DAY_MS + MINUTE_MS);
    desk.hint();
    await desk.pass(MINUTE_MS);
    await stayIn(model, desk);
    await desk.pass(MINUTE_MS);
    await settle(model, desk);
  }
}

/** The person decides everything that waits for them; the rest settles. */
export async function finish(model: Model, desk: Desk): Promise<void> {
  for (const tenant of [0, 1]) {
    const waits = (): boolean =>
      desk
        .ledger(tenant)
        ?.ops()
        .some(({ state }) => state === 'NEEDS_USER') === true;
    const isHeld = desk.ledger(tenant)?.ops().some(isHeldByFile) === true;
    if (!waits() && !isHeld) continue;
    await switchTo(model, desk, tenant);
    if (isHeld) {
      await release(model, desk);
      await settle(model, desk);
    }
    for (let rounds = 0; waits() && rounds < 20; rounds += 1) {
      for (const op of desk.ledger(tenant)?.ops() ?? []) {
        const decision = { remedy: 'discard' } as const;
        if (op.state === 'NEEDS_USER') await desk.call('outbox.decide', { opId: op.id, decision });
      }
      await settle(model, desk);
    }
  }
}

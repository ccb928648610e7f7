import type { ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import { ahead } from './invariants/overwrite.ts';
import type { Model } from './model.ts';
import { pick } from './performOwn.ts';
import { isHeldByFile } from './queue.ts';

/** What waits leaves in a file, and comes in at another computer of the same account. */
export async function performFiles(
  model: Model,
  desk: Desk,
  act: ActOf<'handOver' | 'takeIn'>,
): Promise<void> {
  return act.do === 'handOver' ? handOver(model, desk, act) : takeIn(model, desk);
}

/** Neither is waited for in the model's time: a ZIP is made by threads of its own. */
async function handOver(
  model: Model,
  desk: Desk,
  { op, isSaved }: ActOf<'handOver'>,
): Promise<void> {
  const at = model.tenant;
  const { handing } = desk.network.traffic;
  const opId = op === null ? null : pick(model.order[at], op);
  desk.savesFiles = isSaved;
  const opIds = opId === null ? undefined : [opId];
  const done = await desk.core().call('outbox.export', { kind: 'handOver', opIds });
  if (!done.ok) return;
  const bytes = desk.saved;
  model.met(bytes === null ? 'hand-over called off' : 'hand-over');
  if (bytes === null) return;
  const left = (desk.ledger(at)?.ops() ?? []).filter(isHeldByFile);
  const before = new Map(left.map((one) => [one.id, ahead(model, desk, one)]));
  handing.files.push({ tenant: at, bytes, from: model, ahead: before });
  for (const held of left) {
    model.byFile.add(held.id);
    handing.has(desk, held.id);
  }
}

async function takeIn(model: Model, desk: Desk): Promise<void> {
  const at = model.tenant;
  const { handing } = desk.network.traffic;
  const file = handing.files.findLast(({ tenant }) => tenant === at);
  if (file === undefined || desk.accounts[at] === null) return;
  const done = await desk.core().call('outbox.import', { file: file.bytes });
  if (!done.ok) return;
  for (const id of done.value.opIds) {
    const op = desk.ledger(at)?.op(id) ?? null;
    if (op === null) {
      model.fault('I1', `${id} came in and is not on disk`);
      continue;
    }
    model.met('came in');
    model.byFile.add(id);
    model.aheadElsewhere.set(id, file.ahead.get(id) ?? []);
    handing.has(desk, id);
    model.acknowledge(at, { id, patch: op.patch, targetId: op.target_id });
    const intents = file.from.intentsOf(id);
    model.intents.push(...intents.map((one) => ({ ...one, form: null, leftOut: [] })));
  }
}

import { endpoint as ruled } from '../../../shared/api/catalogue.ts';
import type { Desk } from '../desk.ts';
import type { Intent, Model } from '../model.ts';
import { fieldOf, idOf, isArchivedDoc, same } from '../values.ts';
import { isHiddenAtFirst } from '../wire.ts';
import { truthEntity } from '../world.ts';
import type { TruthEntity } from '../world.ts';

/** I1: what a write left out, since it took back one that waited, the desk shows as it was wanted. */
export function shownAtOnce(model: Model, desk: Desk, intent: Intent): void {
  const { tenant, target, opId, endpoint, leftOut, wants } = intent;
  const row = desk
    .ledger(tenant)
    ?.records()
    .find(({ entity, id }) => entity === entityOf(intent) && id === target);
  const shown = row?.overlay ?? row?.base ?? null;
  if (row === undefined || shown === null) return;
  const isWanted = (doc: string | null, what: string): boolean =>
    doc !== null && same(valueIn(doc, what), wants[what]);
  for (const what of leftOut) {
    // It was so; what others made of it was read in the same moment.
    if (isWanted(intent.base, what) && !isWanted(row.base, what)) continue;
    // A record may not tell itself that it stands in the list of archived ones.
    const isListed = what === 'archived' && wants[what] === true && row.archived === 1;
    if (isListed || same(valueIn(shown, what), wants[what])) continue;
    model.fault('I1', `${endpoint} of ${target} took ${opId} back, and ${what} shows otherwise`);
  }
}

function entityOf({ endpoint }: Intent): TruthEntity {
  return truthEntity(ruled(endpoint).write?.target.entity);
}

/**
 * I2: what a write left out, since it took back one that waited, is so at the service all the same: the mirror showed
 * it so then, or it waits and asks, or somebody else has changed it since.
 */
export function wished(model: Model, desk: Desk): void {
  for (const intent of model.intents) {
    for (const what of intent.leftOut) {
      if (isLastWord(model, intent, what) && !isSo(model, desk, intent, what)) {
        const { endpoint, target, opId } = intent;
        model.fault('I2', `${endpoint} of ${target} took ${opId} back, and ${what} is otherwise`);
      }
    }
  }
}

/** Nothing was wished for later. */
function isLastWord(model: Model, { tenant, target, order }: Intent, what: string): boolean {
  return !model.intents.some(
    (later) =>
      later.order > order &&
      later.tenant === tenant &&
      later.target === target &&
      what in later.wants,
  );
}

function isSo(model: Model, desk: Desk, intent: Intent, what: string): boolean {
  const { network, world } = desk;
  const { tenant, target, order, base, opId } = intent;
  const isWanted = (doc: string): boolean => same(valueIn(doc, what), intent.wants[what]);
  // The mirror had nothing of it, or knew no better: what others have done since, nobody had read.
  if (base === null || isWanted(base)) return true;
  const now = world.truth(entityOf(intent), target)?.doc ?? null;
  if (now === null || isWanted(now)) return true;
  const ops = desk.ledger(tenant)?.ops() ?? [];
  const isOver = (state: string): boolean => state === 'CONFIRMED' || state === 'CANCELLED';
  const waits = ops.some(({ target_id: id, state }) => id === target && !isOver(state));
  // It came back from a journal that had lost that it was taken back.
  if (waits || model.older.has(opId) || model.doubted.has(opId)) return true;
  const wires = network.wires.filter(({ op }) => op?.target_id === target);
  if (wires.some((wire) => isHiddenAtFirst(wire) || wire.repeated !== null || wire.pretended)) {
    return true;
  }
  return network.deeds.some(
    ({ who, id, order: at, before = null, after = null }) =>
      who === 'other' &&
      id === target &&
      at > order &&
      (before === null || after === null || !same(valueIn(before, what), valueIn(after, what))),
  );
}

function valueIn(doc: string, what: string): unknown {
  if (what === 'archived') return isArchivedDoc(doc);
  return what === 'driver' ? idOf(fieldOf(doc, 'driver')) : fieldOf(doc, what);
}

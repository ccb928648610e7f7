import { judge } from '../../support/judge.ts';
import type { Desk } from '../desk.ts';
import { REQUEST_WINDOW_MS } from '../faults.ts';
import type { Ledger, LedgerOp } from '../ledger.ts';
import type { Intent, Model } from '../model.ts';
import { isBelieved, isDenied } from './complete.ts';
import { truthEntity } from '../world.ts';

/** Whether a user of a client is one that the paths of the team do not show. */
function isKeptApart({ network }: Desk, entity: string, id: string): boolean {
  const { isApart, clientUsers } = network.traffic;
  return entity === 'user' && isApart && clientUsers.has(id);
}

/** What the second judge finds: by the service's log and the ledger alone. */
export function judged(model: Model, desk: Desk): void {
  const { network, world } = desk;
  for (const tenant of [0, 1]) {
    const disk = desk.ledger(tenant);
    if (disk === null) continue;
    const living = (entity: string, id: string): string | null => {
      const record = world.truth(truthEntity(entity), id);
      return record === null || record.state === 2 ? null : record.doc;
    };
    const left = forgotten(model, disk, tenant);
    const isTold = (opId: string): boolean =>
      model.isPromised(tenant, opId) || model.left[tenant]?.some(({ id }) => id === opId) === true;
    const found = judge({
      tenant,
      deeds: network.deeds,
      looks: network.looks,
      listed: network.listed.filter(({ entity, id }) => model.everMirrored.has(`${entity}/${id}`)),
      denied: (entity, id) => isDenied(desk, entity, id) || isKeptApart(desk, entity, id),
      staled: network.staled,
      done: (opId, id) => network.traffic.hasDone(opId, id),
      believed: (opId) => isBelieved(desk, opId),
      ops: [...disk.ops(), ...left],
      moves: model.moves,
      promises: model.intents
        .filter((intent) => intent.tenant === tenant && isTold(intent.opId))
        .map((intent) => ({
          ...{ tenant, opId: intent.opId, order: intent.order },
          bodies: [intent.fields, JSON.parse(intent.patch) as Record<string, unknown>],
          seen: [
            ...[intent.known, intent.shown, ...model.seenSince(intent.opId)],
            ...setSinceOpened(model, intent),
          ],
        })),
      lost: model.lost(tenant).filter(({ id }) => disk.op(id) === null),
      lostAt: model.lostAt,
      putBackAt: desk.network.traffic.putBackAt,
      mirror: disk.records(),
      truth: living,
      first: (entity, id) => world.first(truthEntity(entity), id),
      settleMs: REQUEST_WINDOW_MS,
    });
    for (const what of found) {
      const [code = '', ...rest] = what.split(': ');
      model.fault(code, `${rest.join(': ')} [by the log]`);
    }
  }
}

/** What the person set in the record elsewhere while the form of a write was open. */
function setSinceOpened(model: Model, { form, tenant, target, order }: Intent): Intent['fields'][] {
  if (form === null) return [];
  return model.intents
    .filter(
      (other) =>
        other.tenant === tenant &&
        other.target === target &&
        other.order > form.order &&
        other.order < order,
    )
    .map(({ fields }) => fields);
}

/** What the ledger had and may have forgotten: the service's log still tells of it. */
function forgotten(model: Model, disk: Ledger, tenant: number): readonly LedgerOp[] {
  return (model.left[tenant] ?? []).filter(({ id }) => disk.op(id) === null);
}

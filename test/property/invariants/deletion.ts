import { isTemporaryId } from '../../../shared/rules/temporaryId.ts';
import type { Desk } from '../desk.ts';
import { isSettled } from '../ledger.ts';
import { isDenied } from './complete.ts';
import type { Model } from '../model.ts';
import { wentOnce } from '../serviceBackup.ts';
import { fieldOf, same } from '../values.ts';
import { truthEntity } from '../world.ts';

/** Scans that have to miss a record before it may go. */
const SCANS_WANTED = 2;

/**
 * I9: nothing leaves the mirror but what is gone: missed by two complete scans and refused by its
 * id, few at a time, and never while a write waits for it.
 */
export function safeDeletion(model: Model, desk: Desk): void {
  for (const tenant of [0, 1]) {
    const disk = desk.ledger(tenant);
    const known = model.mirrored[tenant];
    if (disk === null || known === undefined) continue;
    const rows = disk.records().filter(({ temporary, base }) => temporary === 0 && base !== null);
    const now = new Set(rows.map(({ entity, id }) => `${entity}/${id}`));
    const trash = disk.trash();
    const inTrash = new Set(trash.map(({ entity, id }) => `${entity}/${id}`));
    for (const key of known) {
      if (now.has(key)) continue;
      if (!inTrash.has(key)) model.fault('I9', `${key} left the mirror without a trace`);
      const [entity = '', id = ''] = key.split('/');
      const own = trash.find((row) => row.entity === entity && row.id === id)?.reason;
      // The lists of a write that deletes it count, too, and are of no scan.
      if (own !== 'deleted here' || !isDenied(desk, entity, id)) wasGone(model, desk, tenant, key);
    }
    const together = Map.groupBy(
      trash.filter(({ reason }) => reason !== 'deleted here'),
      ({ entity, deleted_at }) => `${entity} at ${deleted_at}`,
    );
    for (const [when, group] of together) {
      const scans = desk.network.scansAt.get(when)?.size ?? 0;
      if (group.length > Math.max(1, scans)) {
        model.fault('I9', `${group.length} of ${when} went at once`);
      }
    }
    const ops = disk.ops();
    // Deleted here, and that arrived: what was wanted after it asks a person.
    const deleted = new Set(
      ops.flatMap(({ endpoint, state, target_id: id }) =>
        endpoint === 'deleteArea' && state === 'CONFIRMED' ? [id] : [],
      ),
    );
    const open = ops.filter(({ state, target_id: id }) => !isSettled(state) && !deleted.has(id));
    for (const { entity, target_id: id, endpoint } of open) {
      if (isTemporaryId(id) || now.has(`${entity}/${id}`)) continue;
      if (known.has(`${entity}/${id}`)) {
        model.fault('I9', `${entity} ${id} left the mirror while ${endpoint} waits for it`);
      }
    }
    known.clear();
    for (const key of now) {
      known.add(key);
      model.everMirrored.add(key);
    }
  }
}

/** Whether a record of the service belongs to a tenant. */
function isOf(desk: Desk, tenant: number, doc: string): boolean {
  const { fuel = [] } = desk.world.tenants[tenant] ?? {};
  if (fuel.includes(String(fieldOf(doc, 'id')))) return true;
  const own = desk.world.truth('vehicle', desk.world.tenants[tenant]?.vehicles[0] ?? '')?.doc;
  const client = (text: string): unknown => {
    const team = fieldOf(text, 'team');
    return typeof team === 'object' && team !== null ? Reflect.get(team, 'clientId') : null;
  };
  return own !== undefined && same(client(own), client(doc));
}

function wasGone(model: Model, desk: Desk, tenant: number, key: string): void {
  const [entity, id = ''] = key.split('/');
  const truth = desk.world.truth(truthEntity(entity), id);
  if (truth === null || truth.state === 2 || wentOnce(desk.network, entity ?? '', id)) return;
  // A foreign list had put it there.
  if (!isOf(desk, tenant, truth.doc)) return;
  const { omitted, tainted, refused } = desk.network;
  const missed = [...(omitted.get(`/${entity}s/${id}`) ?? [])];
  const scans = missed.filter((scan) => !tainted.has(scan)).length;
  // The list of the team rightly lacks a user of a client: what is read by the id decides alone.
  const { isApart, clientUsers } = desk.network.traffic;
  const isOfOther = isApart && entity === 'user' && clientUsers.has(id);
  if ((scans >= SCANS_WANTED || isOfOther) && refused.has(`/${entity}s/${id}`)) return;
  model.fault('I9', `${key} left the mirror, but the service has it (${scans} scans missed it)`);
}

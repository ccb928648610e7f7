import { endpoint as ruled } from '../../shared/api/catalogue.ts';
import type { WriteName } from '../../shared/api/catalogue.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import { opIdOf } from '../../shared/rules/temporaryId.ts';
import type { Desk } from './desk.ts';
import { durableAfterWrite } from './invariants/durable.ts';
import { shownAtOnce } from './invariants/wished.ts';
import type { MirrorRow } from './ledger.ts';
import type { Intent, Model, RecordForm } from './model.ts';
import { fieldOf, isCreate, same } from './values.ts';

/** A write of the person, and what they knew when they made it: of a form, when they opened that. */
export async function write(
  model: Model,
  desk: Desk,
  endpoint: WriteName,
  params: Record<string, string>,
  fields: [string, unknown][],
  form: RecordForm | null = null,
): Promise<void> {
  const at = model.tenant;
  const { entity, param = '' } = ruled(endpoint).write?.target ?? {};
  const target = params[param] ?? '';
  const row = rowOf(desk, at, target, entity);
  const known = form?.base ?? row?.base ?? '{}';
  const extra = fields.filter(([field]) => field === 'fleetNo');
  const body = fields.filter(([field]) => field !== 'fleetNo');
  const order = nextOrder(desk);
  const written = await desk.call('outbox.write', {
    endpoint,
    params,
    body: Object.fromEntries(body),
    ...(extra.length === 0 ? {} : { extra: JSON.stringify(Object.fromEntries(extra)) }),
    ...(form === null ? {} : { seen: form.shown }),
    ...(form === null || form.atMs === null ? {} : { seenAt: form.atMs }),
  });
  if (!written.ok) {
    // Nobody could make it: the act would mean nothing.
    const { code, fields: wrong } = written.error;
    if (code === 'outbox.invalid') desk.mistakes.push(`${endpoint} of ${JSON.stringify(wrong)}`);
    return;
  }
  const { op } = written.value;
  model.acknowledge(at, op);
  const names = fields.map(([field]) => field);
  const shown = form?.shown ?? row?.overlay ?? known;
  const wants = wantsOf(endpoint, params, Object.fromEntries(fields));
  const intent: Intent = {
    ...{ tenant: at, opId: op.id, endpoint, fields: Object.fromEntries(fields), order, form },
    patch: op.patch,
    ...{ known: valuesIn(known, names), shown: valuesIn(shown, names) },
    ...{ target, wants, leftOut: leftOut(op, wants, shown), base: row?.base ?? null },
  };
  model.intents.push(intent);
  shownAtOnce(model, desk, intent);
  durableAfterWrite(model, desk, op, Object.fromEntries(fields), row?.base ?? null);
}

/** The person changes the record that was made last, as the service lists it. */
export async function changeListed(model: Model, desk: Desk, value: number): Promise<void> {
  const { deeds } = desk.network;
  const made = deeds.findLast(
    ({ tenant, who, endpoint }) => tenant === model.tenant && who === 'desk' && isCreate(endpoint),
  );
  const rows = desk.ledger(model.tenant)?.records() ?? [];
  const row = rows.find(({ id, base }) => id === made?.id && base !== null);
  // A user is changed by an act of their own.
  if (row === undefined || made?.entity === 'user') return;
  model.met('edit of the listed face');
  if (row.entity === 'area') {
    return write(model, desk, 'updateArea', { areaId: row.id }, [['name', `mine ${value}`]]);
  }
  return write(model, desk, 'updateVehicle', { vehicleId: row.id }, [['model', `mine ${value}`]]);
}

/** The position of a write before it is asked for: the record may be read for it before the answer comes. */
export function nextOrder({ network }: Desk): number {
  network.order += 1;
  return network.order;
}

/** An op that the core made by itself out of another one, asked for at a position: undo, recreate. */
export function noteIntent(
  model: Model,
  desk: Desk,
  tenant: number,
  opId: string,
  order: number,
): void {
  const op = desk.ledger(tenant)?.op(opId);
  if (op === undefined || op === null) return;
  const fields = JSON.parse(op.patch) as Record<string, unknown>;
  const row = rowOf(desk, tenant, op.target_id, op.entity);
  const names = Object.keys(fields);
  const endpoint = op.endpoint as WriteName;
  const wants = wantsOf(endpoint, JSON.parse(op.params) as Record<string, string>, fields);
  const target = { target: op.target_id, wants, leftOut: [], base: null };
  const { patch } = op;
  const of = { tenant, opId, endpoint, fields, patch, order, form: null, ...target };
  const undone = op.undoes === null ? null : (desk.ledger(tenant)?.op(op.undoes) ?? null);
  if (undone !== null) {
    // Whoever takes a write back goes by what that left, whatever the desk shows by then.
    const left = JSON.parse(undone.patch) as Record<string, unknown>;
    model.intents.push({ ...of, shown: left, known: left });
    return;
  }
  const known = JSON.parse(op.before) as Record<string, unknown>;
  model.intents.push({ ...of, shown: valuesIn(row?.base ?? '{}', names), known });
}

/** What a record is to be once a write was done; nothing of what leaves no state. */
function wantsOf(
  endpoint: WriteName,
  params: Record<string, string>,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  if (endpoint.startsWith('archive')) return { archived: true };
  if (endpoint.startsWith('restore')) return { archived: false };
  if (endpoint === 'setDriver') return { driver: params['driverId'] };
  if (endpoint === 'unsetDriver') return { driver: null };
  if (endpoint === 'assignFuelTransaction') return fields;
  // Groups are read back as records, and by the name that a new one got.
  const { groupIds: _read, ...others } = fields;
  return endpoint.startsWith('update') ? others : {};
}

/** What a write left out, as it took back one that waited, or a field of that. */
function leftOut(op: Op, wants: Record<string, unknown>, shown: string): string[] {
  if (op.state === 'CANCELLED') return Object.keys(wants);
  if (!op.endpoint.startsWith('update')) return [];
  const patch = JSON.parse(op.patch) as object;
  return Object.keys(wants).filter(
    (field) => !(field in patch) && !same(fieldOf(shown, field), wants[field]),
  );
}

/** What a mirror holds of a record, also of one that was made here and has got its id from the service since. */
export function rowOf(
  desk: Desk,
  tenant: number,
  id: string,
  entity?: string,
): MirrorRow | undefined {
  const disk = desk.ledger(tenant);
  const now = disk?.op(opIdOf(id))?.target_id ?? id;
  const isKind = (row: MirrorRow): boolean => entity === undefined || row.entity === entity;
  return disk?.records().find((row) => row.id === now && isKind(row));
}

function valuesIn(doc: string, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(doc, field)]));
}

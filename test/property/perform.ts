import type { WriteName } from '../../shared/api/catalogue.ts';
import { jsonMember } from '../../shared/rules/jsonText.ts';
import type { Act } from './acts.ts';
import type { Desk } from './desk.ts';
import { durableAfterKill, durableAfterWrite } from './invariants/durable.ts';
import { heal } from './heal.ts';
import type { Model } from './model.ts';
import { BASE } from './network.ts';
import { isCreate } from './values.ts';

/** Ids that the model chooses new registrations and names out of. */
const REGISTRATION = 'NEW';

/** Does one act and takes down what it means. */
export async function perform(model: Model, desk: Desk, act: Act): Promise<void> {
  const at = model.tenant;
  const tenant = desk.world.tenants[at];
  if (tenant === undefined) throw new Error('no tenant');
  const pick = (list: readonly string[], index: number): string | null =>
    list[index % Math.max(1, list.length)] ?? null;
  const vehicleOf = (index: number): string => pick(tenant.vehicles, index) ?? '';
  const areaOf = (index: number): string => pick(tenant.areas, index) ?? '';
  const opOf = (index: number): string | null => pick(model.order[at] ?? [], index);
  const newest = (): string | null => model.made[at]?.at(-1) ?? null;
  const { network, time } = desk;

  switch (act.do) {
    case 'change':
      return write(model, desk, 'updateVehicle', { vehicleId: vehicleOf(act.vehicle) }, [
        [act.field, `mine ${act.value}`],
      ]);
    case 'changeArea':
      return write(model, desk, 'updateArea', { areaId: areaOf(act.area) }, [
        ['name', `mine ${act.value}`],
      ]);
    case 'archive':
    case 'restore': {
      const name = act.do === 'archive' ? 'archiveVehicle' : 'restoreVehicle';
      return write(model, desk, name, { vehicleId: vehicleOf(act.vehicle) }, []);
    }
    case 'assign':
      return assign(model, desk, vehicleOf(act.vehicle), act.driver);
    case 'unassign':
      return unassign(model, desk, vehicleOf(act.vehicle));
    case 'odometer':
      return write(model, desk, 'calibrateOdometer', { vehicleId: vehicleOf(act.vehicle) }, [
        ['odometer', act.km * 1_000],
        ['occurredAt', new Date(desk.world.startMs - 86_400_000).toISOString()],
      ]);
    case 'createVehicle':
      return write(model, desk, 'createVehicle', {}, [
        ['regNo', `${REGISTRATION} ${act.number}`],
        ['fleetNo', `f${act.number}`],
      ]);
    case 'createArea':
      return write(model, desk, 'createArea', {}, [
        ['name', `new ${act.number}`],
        ['type', 'circle'],
        ['radius', 60],
        ['coordinates', [{ lat: 2, lng: act.number }]],
      ]);
    case 'changeNew': {
      const id = newest();
      if (id === null) return;
      const isArea = desk
        .ledger(at)
        ?.records()
        .some((row) => row.id === id && row.entity === 'area');
      return isArea === true
        ? write(model, desk, 'updateArea', { areaId: id }, [['name', `mine ${act.value}`]])
        : write(model, desk, 'updateVehicle', { vehicleId: id }, [['make', `mine ${act.value}`]]);
    }
    case 'assignNew': {
      const id = newest();
      return id === null ? undefined : assign(model, desk, id, act.driver);
    }
    case 'deleteNew': {
      const id = newest();
      return id === null ? undefined : write(model, desk, 'deleteArea', { areaId: id }, []);
    }
    case 'createGroup':
      return write(model, desk, 'createAreaGroup', {}, [['name', `group ${act.number}`]]);
    case 'moveToNewGroup': {
      const ops = desk.ledger(at)?.ops() ?? [];
      const group = ops.findLast(({ endpoint }) => endpoint === 'createAreaGroup');
      if (group === undefined) return;
      return write(model, desk, 'updateArea', { areaId: areaOf(act.area) }, [
        ['groupIds', [group.target_id]],
      ]);
    }
    case 'deleteArea':
      return write(model, desk, 'deleteArea', { areaId: areaOf(act.area) }, []);
    case 'hold':
    case 'resume':
    case 'retry':
    case 'discard':
    case 'undo':
    case 'recreate': {
      const opId = opOf(act.op);
      if (opId === null) return;
      const wasAsking = desk.ledger(at)?.op(opId)?.state === 'NEEDS_USER';
      const done = await desk.call(`outbox.${act.do}`, { opId });
      if (!done.ok) return;
      if (act.do === 'retry') model.hurried.add(opId);
      if (act.do === 'retry' && wasAsking) model.retried.add(opId);
      const known = model.acknowledged[at]?.has(done.value.op.id) === true;
      model.acknowledge(at, done.value.op);
      // An undo may have been folded into a write that waits: that is what the person wants now.
      if (!known || done.value.op.id !== opId) noteIntent(model, desk, at, done.value.op.id);
      return;
    }
    case 'giveBack': {
      const opId = opOf(act.op);
      if (opId === null) return;
      model.givenBack.add(opId);
      await desk.call('outbox.restore', { opId });
      return;
    }
    case 'cancel': {
      const opId = opOf(act.op);
      if (opId !== null) await desk.call('outbox.cancel', { opId });
      return;
    }
    case 'edit': {
      const opId = opOf(act.op);
      const op = opId === null ? null : (desk.ledger(at)?.op(opId) ?? null);
      if (opId === null || op === null) return;
      const body = JSON.parse(op.patch) as Record<string, unknown>;
      const field = ['defaultLabel', 'make', 'name', 'regNo'].find((name) => name in body);
      if (field === undefined) return;
      delete body['fleetNo'];
      const done = await desk.call('outbox.edit', {
        opId,
        body: { ...body, [field]: `edited ${act.value}` },
      });
      if (!done.ok) return;
      model.acknowledge(at, done.value.op);
      model.edited.add(opId);
      noteIntent(model, desk, at, opId);
      return;
    }
    case 'link': {
      const opId = opOf(act.op);
      const op = opId === null ? null : (desk.ledger(at)?.op(opId) ?? null);
      if (opId === null || op === null) return;
      const watch = JSON.parse(op.seen_before ?? '{}') as { candidates?: string[] };
      const id = pick(watch.candidates ?? [], act.candidate);
      if (id === null) return;
      const done = await desk.call('outbox.link', { opId, id });
      if (done.ok) model.linked.add(opId);
      return;
    }
    case 'resolve': {
      const opId = opOf(act.op);
      const op = opId === null ? null : (desk.ledger(at)?.op(opId) ?? null);
      if (opId === null || op === null) return;
      const conflicts = JSON.parse(op.conflicts ?? '[]') as {
        field: string;
        theirs: string | null;
      }[];
      const choices = Object.fromEntries(conflicts.map(({ field }) => [field, act.choice]));
      const done = await desk.call('outbox.resolve', { opId, choices });
      if (!done.ok) return;
      model.decisions.push({
        opId,
        theirs: Object.fromEntries(
          conflicts.map(({ field, theirs }) => [field, theirs === null ? null : valueOf(theirs)]),
        ),
      });
      model.acknowledge(at, done.value.op);
      return;
    }
    case 'elsewhere': {
      const id = vehicleOf(act.vehicle);
      const body = JSON.stringify({ [act.field]: `theirs ${act.value}` });
      await network.change(at, 'vehicle', id, 'POST', `/vehicles/${id}`, body);
      return;
    }
    case 'elsewhereArchive': {
      const id = vehicleOf(act.vehicle);
      await network.change(at, 'vehicle', id, 'PATCH', `/vehicles/${id}/archive`);
      return;
    }
    case 'elsewhereRestore': {
      const id = vehicleOf(act.vehicle);
      await network.change(at, 'vehicle', id, 'POST', `/vehicles/${id}/restore`);
      return;
    }
    case 'elsewhereDelete': {
      const id = areaOf(act.area);
      await network.change(at, 'area', id, 'DELETE', `/areas/${id}`);
      return;
    }
    case 'elsewhereChangeArea': {
      const id = areaOf(act.area);
      const body = JSON.stringify({ name: `theirs ${act.value}` });
      await network.change(at, 'area', id, 'PATCH', `/areas/${id}`, body);
      return;
    }
    case 'elsewhereCreate': {
      const body = JSON.stringify({ regNo: `${REGISTRATION} ${act.number}` });
      await network.change(at, 'vehicle', '', 'POST', '/vehicles', body);
      return;
    }
    case 'scan':
      // Not waited for: a list takes as long as the network lets it.
      void desk.core().call('records.refresh', { entity: act.entity });
      return;
    case 'read':
      void desk.core().call('records.refresh', { entity: 'vehicle', id: vehicleOf(act.vehicle) });
      return;
    case 'restart':
      return restart(model, desk, { database: act.database, torn: act.torn });
    case 'workOffline':
      await desk.call('session.workOffline', { on: act.on });
      return;
    case 'network':
      network.down = act.down;
      return;
    case 'hint':
      desk.hint();
      return;
    case 'signOut': {
      const accountId = desk.accounts[at];
      if (accountId === null || accountId === undefined) return;
      await desk.call('session.signOut', { accountId });
      model.signedOut[at] = true;
      return;
    }
    case 'signIn':
      await signIn(model, desk);
      return;
    case 'signInAs':
      await signIn(model, desk, act.tenant);
      return;
    case 'account': {
      const accountId = desk.accounts[act.tenant];
      if (accountId === null || accountId === undefined) return;
      const used = await desk.call('session.use', { accountId });
      if (used.ok) model.tenant = act.tenant;
      return;
    }
    case 'pass':
      return desk.pass(act.ms);
    case 'jump':
      time.jump(act.ms);
      model.timeWasOdd = true;
      return;
    case 'sleep':
      time.sleep(act.ms);
      desk.hint();
      return;
    case 'fault':
      network.faults.push(act.fault);
      return;
    case 'hide':
      network.hidden.push({
        path: `/vehicles/${vehicleOf(act.vehicle)}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    case 'hideArea':
      network.hidden.push({
        path: `/areas/${areaOf(act.area)}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    case 'hideNew': {
      const made = network.wires.findLast(({ applied, endpoint }) => {
        return applied !== null && isCreate(endpoint);
      });
      const list = made?.endpoint === 'createArea' ? 'areas' : 'vehicles';
      network.hidden.push({
        path: `/${list}/${made?.applied?.id ?? ''}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    }
    case 'hideAll':
      for (const id of tenant.vehicles) {
        network.hidden.push({
          path: `/vehicles/${id}`,
          untilMs: time.now() + act.forMs,
          where: 'both',
        });
      }
      return;
    case 'undecodable':
      return spoil(model, desk, opOf(act.op));
    case 'heal':
      return heal(model, desk);
  }
}

/** A write of the person, and what they knew when they made it. */
async function write(
  model: Model,
  desk: Desk,
  endpoint: WriteName,
  params: Record<string, string>,
  fields: [string, unknown][],
): Promise<void> {
  const at = model.tenant;
  const target = Object.values(params)[0] ?? '';
  const known =
    desk
      .ledger(at)
      ?.records()
      .find(({ id }) => id === target)?.base ?? '{}';
  const extra = fields.filter(([field]) => field === 'fleetNo');
  const body = fields.filter(([field]) => field !== 'fleetNo');
  const written = await desk.call('outbox.write', {
    endpoint,
    params,
    body: Object.fromEntries(body),
    ...(extra.length === 0 ? {} : { extra: JSON.stringify(Object.fromEntries(extra)) }),
  });
  if (!written.ok) return;
  const { op } = written.value;
  model.acknowledge(at, op);
  desk.network.order += 1;
  model.intents.push({
    tenant: at,
    opId: op.id,
    endpoint,
    fields: Object.fromEntries(fields),
    known: Object.fromEntries(
      fields.map(([field]) => [field, valueOf(jsonMember(known, field) ?? 'null')]),
    ),
    order: desk.network.order,
  });
  durableAfterWrite(model, desk, op, Object.fromEntries(fields));
}

async function assign(model: Model, desk: Desk, vehicleId: string, driver: number): Promise<void> {
  const drivers = desk.world.tenants[model.tenant]?.drivers ?? [];
  const driverId = drivers[driver % Math.max(1, drivers.length)];
  if (driverId === undefined) return;
  return write(model, desk, 'setDriver', { vehicleId, driverId }, []);
}

/** Takes off whoever the desk shows on the vehicle. */
async function unassign(model: Model, desk: Desk, vehicleId: string): Promise<void> {
  const row = desk
    .ledger(model.tenant)
    ?.records()
    .find(({ entity, id }) => entity === 'vehicle' && id === vehicleId);
  const shown = row?.overlay ?? row?.base ?? '{}';
  const driver = valueOf(jsonMember(shown, 'driver') ?? 'null') as { id?: string | number } | null;
  if (driver?.id === undefined) return;
  return write(model, desk, 'unsetDriver', { vehicleId, driverId: String(driver.id) }, []);
}

/** An op that the core made by itself out of another one: undo, recreate. */
function noteIntent(model: Model, desk: Desk, tenant: number, opId: string): void {
  const op = desk.ledger(tenant)?.op(opId);
  if (op === undefined || op === null) return;
  desk.network.order += 1;
  model.intents.push({
    tenant,
    opId,
    endpoint: op.endpoint as WriteName,
    fields: JSON.parse(op.patch) as Record<string, unknown>,
    known: JSON.parse(op.before) as Record<string, unknown>,
    order: desk.network.order,
  });
}

async function restart(
  model: Model,
  desk: Desk,
  loss: { database: boolean; torn: boolean },
): Promise<void> {
  model.killed(desk);
  await desk.kill(loss);
  if (loss.database) model.forgetHistory();
  await desk.open();
  durableAfterKill(model, desk, loss);
  for (const tenant of [0, 1])
    model.signedOut[tenant] = !desk.secrets.has(desk.accounts[tenant] ?? '');
}

/** Signs in with a fresh token; false where the desk refuses it. */
export async function signIn(model: Model, desk: Desk, at = model.tenant): Promise<boolean> {
  const token = await desk.network.token(at);
  desk.network.signingIn = true;
  const signedIn = await desk.call('session.signInWithToken', { baseUrl: BASE, token });
  desk.network.signingIn = false;
  if (!signedIn.ok) return false;
  const account = signedIn.value.account?.id ?? null;
  if (account !== null) desk.accounts[at] = account;
  model.tenant = at;
  model.signedOut[at] = false;
  return true;
}

/** Writes a payload version of the future into a waiting op, while Waybill is shut. */
async function spoil(model: Model, desk: Desk, opId: string | null): Promise<void> {
  const at = model.tenant;
  const op = opId === null ? null : (desk.ledger(at)?.op(opId) ?? null);
  if (opId === null || (op?.state !== 'QUEUED' && op?.state !== 'UNCERTAIN')) return;
  model.killed(desk);
  await desk.kill();
  desk.spoil(at, opId);
  model.spoilt.add(opId);
  await desk.open();
}

export function valueOf(json: string): unknown {
  return JSON.parse(json);
}

import { jsonMember } from '../../shared/rules/jsonText.ts';
import type { Act } from './acts.ts';
import type { Desk, Loss } from './desk.ts';
import { decide } from './decide.ts';
import { durableAfterKill } from './invariants/durable.ts';
import { heal } from './heal.ts';
import type { Model } from './model.ts';
import { look, signIn, signInHanging } from './signing.ts';
import { REGISTRATION, actElsewhere, newArea } from './others.ts';
import { isCreate, valueOf } from './values.ts';
import { changeListed, write } from './writing.ts';

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
      return write(model, desk, 'createArea', {}, Object.entries(newArea(act.number)));
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
    case 'recreate':
    case 'giveBack':
    case 'cancel':
    case 'edit':
    case 'link':
    case 'resolve':
      return decide(model, desk, act);
    case 'elsewhere':
    case 'elsewhereArchive':
    case 'elsewhereRestore':
    case 'elsewhereDelete':
    case 'elsewhereChangeArea':
    case 'elsewhereCreate':
    case 'elsewhereCreateArea':
    case 'elsewhereNew':
      await actElsewhere(network, at, act);
      return;
    case 'meddle':
      network.meddlers.push(act.how);
      return;
    case 'changeListed':
      return changeListed(model, desk, act.value);
    case 'diskFull':
      desk.modules.disk.full = act.writes;
      return;
    case 'look':
      return look(model, desk);
    case 'signInHangs':
      return signInHanging(model, desk);
    case 'mistake':
      network.mistake = { is: act.is, untilMs: time.now() + act.forMs };
      return;
    case 'refuse':
      network.refusals.set(`/vehicles/${vehicleOf(act.vehicle)}`, act.status);
      return;
    case 'scan':
      // Not waited for: a list takes as long as the network lets it.
      void desk.core().call('records.refresh', { entity: act.entity });
      return;
    case 'read':
      void desk.core().call('records.refresh', { entity: 'vehicle', id: vehicleOf(act.vehicle) });
      return;
    case 'restart':
      return restart(model, desk, {
        database: act.database,
        torn: act.torn,
        badLine: act.badLine ?? null,
      });
    case 'workOffline':
      await desk.call('session.workOffline', { on: act.on });
      desk.isOffline = act.on;
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

async function restart(model: Model, desk: Desk, loss: Loss): Promise<void> {
  model.killed(desk);
  const lines = await desk.kill(loss);
  if (loss.database) {
    model.forgetHistory();
    for (const id of model.everyOp()) {
      if (lines.some((line) => line.includes(id))) model.damaged.add(id);
      if (lines.length > 0) model.doubted.add(id);
    }
  }
  await desk.open();
  durableAfterKill(model, desk, loss);
  for (const tenant of [0, 1])
    model.signedOut[tenant] = !desk.secrets.has(desk.accounts[tenant] ?? '');
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

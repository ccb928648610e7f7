import type { Act, ActOf } from './acts.ts';
import type { Desk, Loss } from './desk.ts';
import { decide, saveConflict } from './decide.ts';
import { durableAfterKill } from './invariants/durable.ts';
import { performForms } from './forms.ts';
import { heal } from './heal.ts';
import type { Model } from './model.ts';
import { actElsewhere, isOfOthers } from './others.ts';
import { performFiles } from './performFiles.ts';
import { hide } from './performHiding.ts';
import { performOwn, pick, vehicleOf } from './performOwn.ts';
import { isPeopleAct, performPeople, scanFuel } from './performPeople.ts';
import { performSession } from './performSession.ts';
import { putServiceBack } from './serviceBackup.ts';
import { changeListed } from './writing.ts';

const OUTAGE_MS = 60_000;

/** Does one act and takes down what it means. */
export async function perform(
  model: Model,
  desk: Desk,
  act: Exclude<Act, { do: 'colleague' | 'computer' }>,
): Promise<void> {
  if (isOfOthers(act)) {
    await actElsewhere(desk.network, model.tenant, act);
    return;
  }
  if (isPeopleAct(act)) return performPeople(model, desk, act);
  switch (act.do) {
    case 'change':
    case 'changeTwo':
    case 'changeArea':
    case 'archive':
    case 'restore':
    case 'assign':
    case 'unassign':
    case 'odometer':
    case 'deleteArea':
    case 'createVehicle':
    case 'createArea':
    case 'createGroup':
    case 'changeNew':
    case 'assignNew':
    case 'deleteNew':
    case 'moveToNewGroup':
      return performOwn(model, desk, act);
    case 'changeListed':
      return changeListed(model, desk, act.value);
    case 'hold':
    case 'resume':
    case 'retry':
    case 'retryUnseen':
    case 'discard':
    case 'undo':
    case 'recreate':
    case 'giveBack':
    case 'cancel':
    case 'edit':
    case 'link':
    case 'linkSlowly':
    case 'resolve':
    case 'openConflict':
      return decide(model, desk, act);
    case 'saveConflict':
      return saveConflict(model, desk, act);
    case 'openEdit':
    case 'saveEdit':
    case 'openForm':
    case 'saveForm':
      return performForms(model, desk, act);
    case 'handOver':
    case 'takeIn':
      return performFiles(model, desk, act);
    case 'workOffline':
    case 'signOut':
    case 'signIn':
    case 'signInAs':
    case 'signInHangs':
    case 'account':
    case 'look':
      return performSession(model, desk, act);
    case 'hide':
    case 'hideArea':
    case 'hideNew':
    case 'hideAll':
      return hide(model, desk, act);
    case 'restart':
      return restart(model, desk, { badLine: null, ...act });
    case 'heal':
      return heal(model, desk);
    default:
      return happen(model, desk, act);
  }
}

type Happening = ActOf<
  | ('scan' | 'read' | 'undecodable' | 'hint' | 'pass' | 'jump' | 'jumpService' | 'sleep')
  | (
      | 'network'
      | 'putServiceBack'
      | 'lists'
      | 'fault'
      | 'meddle'
      | 'mistake'
      | 'refuse'
      | 'diskFull'
    )
>;

/** What the line, the clock and the disk do, and what the desk asks for by itself. */
async function happen(model: Model, desk: Desk, act: Happening): Promise<void> {
  const { network, time } = desk;
  switch (act.do) {
    case 'scan':
      if (act.entity === 'fuelTransaction') return scanFuel(model, desk);
      // Not waited for: a list takes as long as the network lets it.
      void desk.core().call('records.refresh', { entity: act.entity });
      return;
    case 'read': {
      const id = vehicleOf(model, desk, act.vehicle);
      const told = desk.network.readings.begin('vehicle', id);
      const asked = desk.core().call('records.refresh', { entity: 'vehicle', id });
      void asked.finally(() => {
        const sending = desk.ledger(model.tenant)?.sending() ?? [];
        told(
          desk.network.order,
          sending.some((op) => op.target_id === id),
        );
      });
      return;
    }
    case 'undecodable':
      return spoil(model, desk, pick(model.order[model.tenant], act.op));
    case 'hint':
      desk.hint();
      return;
    case 'pass':
      return desk.pass(act.ms);
    case 'jump':
      time.jump(act.ms);
      model.timeWasOdd = true;
      return;
    case 'jumpService':
      time.jumpService(act.ms);
      return;
    case 'sleep':
      time.sleep(act.ms);
      desk.hint();
      return;
    case 'network':
      network.down = act.down;
      if (act.down) network.note('network down');
      return;
    case 'putServiceBack':
      return outage(desk);
    case 'lists':
      network.traffic.lists = act.manner;
      network.traffic.cache.age();
      network.note(`lists ${act.manner}`);
      return;
    case 'fault':
      network.faults.push(act.fault);
      return;
    case 'meddle':
      network.meddlers.push(act.how);
      return;
    case 'mistake':
      network.mistake = { is: act.is, untilMs: time.now() + act.forMs };
      return;
    case 'refuse':
      network.refusals.set(`/vehicles/${vehicleOf(model, desk, act.vehicle)}`, act.status);
      return;
    case 'diskFull':
      desk.modules.disk.full = act.writes;
      return;
  }
}

/** It takes a minute to put a service back, during which nobody reaches it. */
async function outage(desk: Desk): Promise<void> {
  const { network } = desk;
  const wasDown = network.down;
  network.down = true;
  await desk.pass(OUTAGE_MS);
  await putServiceBack(network);
  network.down = wasDown;
}

async function restart(model: Model, desk: Desk, loss: Loss): Promise<void> {
  model.killed(desk);
  for (const [tenant, remains] of await desk.kill(loss)) {
    if (!remains.hasDatabase) model.leftOf(tenant, remains);
  }
  if (loss.database) model.forgetHistory(desk.network.order);
  await desk.open();
  model.use(model.tenant);
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

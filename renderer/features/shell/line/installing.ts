import { vehicleOf } from '../../../records/install.ts';
import type { Named } from '../../../records/driver.ts';
import { text } from '../../../text/en.ts';
import type { Chosen } from './commandOf.ts';
import { problem } from './plan.ts';
import type { Completion, LineContext, Problem } from './plan.ts';
import type { Read } from './readArguments.ts';
import { quoted } from './tokens.ts';

/** The line that takes a device out of its vehicle, as a way to go on. */
function takesOut({ name }: Named): Completion {
  const line = `${text.line.words.uninstall} ${quoted(name)}`;
  return { title: line, detail: text.writes.uninstallDevice, line, first: true };
}

/** Whether an earlier line takes a device out of its vehicle. */
function isFreed(deviceId: string, { earlier }: LineContext): boolean {
  return earlier.some(
    ({ endpoint, params }) => endpoint === 'uninstallDevice' && params['deviceId'] === deviceId,
  );
}

/**
 * Why a device can't be installed or taken out as things stand: the service would refuse it. Null where
 * nothing is in the way, and for every other write.
 */
export async function inTheWay(
  { endpoint }: Pick<Chosen, 'endpoint'>,
  { target, links }: Read,
  context: LineContext,
): Promise<Problem | null> {
  if (target === null) return null;
  const device: Named = { id: target.row.id, name: target.title };
  const now = vehicleOf(target.row);
  if (endpoint === 'uninstallDevice') {
    const isChanged = context.earlier.some(({ params }) => params['deviceId'] === device.id);
    return now === null && !isChanged ? problem(text.line.inNoVehicle(device.name)) : null;
  }
  const vehicle = links.get('vehicleId');
  if (endpoint !== 'installDevice' || vehicle === undefined) return null;
  if (now?.id === vehicle.row.id) return null;
  if (now !== null && !isFreed(device.id, context)) {
    return problem(text.line.inVehicle(device.name, now.name), null, [takesOut(device)]);
  }
  const present = await context.deviceIn(vehicle.row);
  if (present === null || present.id === device.id || isFreed(present.id, context)) return null;
  return problem(text.line.hasDevice(vehicle.title, present.name), null, [takesOut(present)]);
}

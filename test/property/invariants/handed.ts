import { canDouble } from '../values.ts';
import { isHiddenAtFirst } from '../wire.ts';
import type { Wire } from '../wire.ts';
import type { Side } from '../side.ts';

/**
 * I3: what went by file was done by one of the two computers, never by both; of those that can be done twice. That
 * one of them did it, or asks, is I2.
 */
export function doneAtOne(own: Side, computer: Side | null): void {
  if (computer === null) return;
  const { model } = own;
  for (const opId of computer.model.byFile) {
    const [here, there] = [own, computer].map((side) => doneBy(side, opId));
    const [one] = here ?? [];
    const [other] = there ?? [];
    if (one === undefined || other === undefined || !canDouble(one.endpoint)) continue;
    if (isUnknowable(own, opId, one) || isUnknowable(computer, opId, other)) continue;
    model.fault('I3', `${one.endpoint} ${opId} was done here and at the other computer`);
  }
}

function doneBy({ desk }: Side, opId: string): Wire[] {
  return desk.network.wires.filter(({ op, applied }) => op?.id === opId && applied !== null);
}

/** A person sent it all the same, it came late, or somebody deleted it before the other computer looked. */
function isUnknowable({ model, desk }: Side, opId: string, wire: Wire): boolean {
  const { deeds, traffic } = desk.network;
  const id = wire.applied?.id ?? '';
  const isGone = deeds.some((deed) => deed.id === id && deed.endpoint.startsWith('DELETE'));
  const isPutBack = traffic.putBackAt.length > 0;
  return model.retried.has(opId) || isHiddenAtFirst(wire) || isGone || isPutBack;
}

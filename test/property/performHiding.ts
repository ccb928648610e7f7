import type { ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import { areaOf, vehicleOf } from './performOwn.ts';
import { makesUser } from './people.ts';
import { isCreate } from './values.ts';

export type Hiding = ActOf<'hide' | 'hideArea' | 'hideNew' | 'hideAll'>;

/** The service hides records for a while. */
export function hide(model: Model, desk: Desk, act: Hiding): void {
  const { network, time } = desk;
  switch (act.do) {
    case 'hide':
      network.hidden.push({
        path: `/vehicles/${vehicleOf(model, desk, act.vehicle)}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    case 'hideArea':
      network.hidden.push({
        path: `/areas/${areaOf(model, desk, act.area)}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    case 'hideNew': {
      const made = network.wires.findLast(({ applied, endpoint }) => {
        return applied !== null && isCreate(endpoint);
      });
      const list =
        made !== undefined && makesUser(made.endpoint)
          ? 'users'
          : made?.endpoint === 'createArea'
            ? 'areas'
            : 'vehicles';
      network.hidden.push({
        path: `/${list}/${made?.applied?.id ?? ''}`,
        untilMs: time.now() + act.forMs,
        where: act.where,
      });
      return;
    }
    case 'hideAll':
      for (const id of desk.world.tenants[model.tenant]?.vehicles ?? []) {
        network.hidden.push({
          path: `/vehicles/${id}`,
          untilMs: time.now() + act.forMs,
          where: 'both',
        });
      }
      return;
  }
}

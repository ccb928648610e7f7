import type { Town } from './world/index.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** The yards of the town, as vehicles name them. The interface has no list of them. */
export function depotsOf(town: Town): readonly (Named & { address: string })[] {
  return town.depots.map(({ name, address }, index) => ({ id: 301 + index, name, address }));
}

/** Vehicle groups; the interface has no list of them either. */
export const VEHICLE_GROUPS: readonly Named[] = [
  { id: 71, name: 'City deliveries' },
  { id: 72, name: 'Long haul' },
  { id: 73, name: 'Refrigerated' },
  { id: 74, name: 'Service vans' },
  { id: 75, name: 'Night shift' },
];

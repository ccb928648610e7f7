import { preferences } from './preferences.svelte.ts';
import type { Fields } from './record.ts';
import { reference } from './reference.svelte.ts';

/** The zone that times are shown and asked in, by the person's choice; undefined: this computer's. */
export const zones = {
  /** For whatever belongs to no vehicle. */
  get current(): string | undefined {
    const { zone } = preferences.values;
    if (zone === 'mine') return undefined;
    if (zone === 'utc') return 'UTC';
    if (zone === 'tenant' || zone === 'vehicle') return reference.tenantZone ?? undefined;
    return zone;
  },
  /** As files are asked for, whose times are to be those of the screen; this computer's zone is not named. */
  get ofFiles(): { timeZone?: string } {
    const zone = zones.current;
    return zone === undefined ? {} : { timeZone: zone };
  },
  /** For a vehicle and what happened to it. */
  of(vehicle: Fields): string | undefined {
    return preferences.values.zone === 'vehicle'
      ? (reference.zoneOfVehicle(vehicle) ?? undefined)
      : zones.current;
  },
};

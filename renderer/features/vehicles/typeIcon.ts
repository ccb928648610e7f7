import Bike from '@lucide/svelte/icons/bike';
import Bus from '@lucide/svelte/icons/bus';
import Car from '@lucide/svelte/icons/car';
import Container from '@lucide/svelte/icons/container';
import Snowflake from '@lucide/svelte/icons/snowflake';
import Tractor from '@lucide/svelte/icons/tractor';
import Truck from '@lucide/svelte/icons/truck';
import Van from '@lucide/svelte/icons/van';
import Wrench from '@lucide/svelte/icons/wrench';
import type { Component } from 'svelte';

type Icon = Component<{ size?: number }>;

/** Words in a type's key or name, in the order in which they are looked for. */
const ICONS: readonly (readonly [RegExp, Icon])[] = [
  [/refriger|reefer|cool|frozen/i, Snowflake],
  [/service|repair|workshop/i, Wrench],
  [/trailer|container/i, Container],
  [/tractor|excavator|machine|forklift|loader/i, Tractor],
  [/bus|coach/i, Bus],
  [/bike|motor ?cycle|scooter/i, Bike],
  [/truck|lorry|hgv/i, Truck],
  [/van|light/i, Van],
  [/car|sedan|passenger|suv/i, Car],
];

/** An icon for a vehicle type; types are the tenant's own, so unknown ones get the plain truck. */
export function iconOfType(...names: readonly (string | null)[]): Icon {
  const words = names.filter((name) => name !== null).join(' ');
  return ICONS.find(([pattern]) => pattern.test(words))?.[1] ?? Truck;
}

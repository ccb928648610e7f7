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
import type { TypeGroup } from '../state/vehicleType.ts';

/** The picture of each group of vehicle types, the same in lists, on the map and in its legend. */
export const TYPE_ICONS: Readonly<
  Record<TypeGroup, Component<{ id?: string; size?: number; 'aria-hidden'?: 'true' }>>
> = {
  refrigerated: Snowflake,
  service: Wrench,
  trailer: Container,
  machine: Tractor,
  bus: Bus,
  bike: Bike,
  truck: Truck,
  van: Van,
  car: Car,
  other: Truck,
};

/** The element that draws a group's picture for others to show (`TypeSprite.svelte`). */
export const typeIconId = (group: TypeGroup): string => `type-icon-${group}`;

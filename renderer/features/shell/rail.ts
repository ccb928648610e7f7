import Antenna from '@lucide/svelte/icons/antenna';
import BookOpen from '@lucide/svelte/icons/book-open';
import Building2 from '@lucide/svelte/icons/building-2';
import Camera from '@lucide/svelte/icons/camera';
import ClipboardCheck from '@lucide/svelte/icons/clipboard-check';
import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import Cpu from '@lucide/svelte/icons/cpu';
import FileChartColumn from '@lucide/svelte/icons/file-chart-column';
import Fuel from '@lucide/svelte/icons/fuel';
import IdCard from '@lucide/svelte/icons/id-card';
import RouteIcon from '@lucide/svelte/icons/route';
import Send from '@lucide/svelte/icons/send';
import Settings from '@lucide/svelte/icons/settings';
import Shapes from '@lucide/svelte/icons/shapes';
import Store from '@lucide/svelte/icons/store';
import Thermometer from '@lucide/svelte/icons/thermometer';
import Truck from '@lucide/svelte/icons/truck';
import Users from '@lucide/svelte/icons/users';
import type { Component } from 'svelte';
import type { PageName } from '../../routes.ts';
import { text } from '../../text/en.ts';

export interface RailEntry {
  page: PageName;
  icon: Component<{ size?: number }>;
  /** The letter that goes there after G. */
  letter: string;
}

export const railGroups: readonly { title: string; entries: readonly RailEntry[] }[] = [
  {
    title: text.groups.fleet,
    entries: [
      { page: 'vehicles', icon: Truck, letter: 'v' },
      { page: 'history', icon: RouteIcon, letter: 'h' },
      { page: 'drivers', icon: IdCard, letter: 'd' },
      { page: 'areas', icon: Shapes, letter: 'a' },
      { page: 'devices', icon: Cpu, letter: 'e' },
      { page: 'sensors', icon: Antenna, letter: 'n' },
      { page: 'cameras', icon: Camera, letter: 'm' },
    ],
  },
  {
    title: text.groups.work,
    entries: [
      { page: 'forms', icon: ClipboardList, letter: 'f' },
      { page: 'review', icon: ClipboardCheck, letter: 'q' },
      { page: 'fuel', icon: Fuel, letter: 'u' },
      { page: 'reports', icon: FileChartColumn, letter: 'r' },
      { page: 'climate', icon: Thermometer, letter: 'c' },
    ],
  },
  {
    title: text.groups.desk,
    entries: [
      { page: 'outbox', icon: Send, letter: 'o' },
      { page: 'users', icon: Users, letter: 'p' },
      { page: 'clients', icon: Building2, letter: 'l' },
      { page: 'resellers', icon: Store, letter: 'w' },
      { page: 'reference', icon: BookOpen, letter: 'i' },
      { page: 'settings', icon: Settings, letter: 's' },
    ],
  },
];

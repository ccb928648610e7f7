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
import { commandOfPage, commands } from '../../../shared/rules/commands.ts';
import type { PageName } from '../../routes.ts';
import { text } from '../../text/en.ts';

interface Listed {
  page: PageName;
  icon: Component<{ size?: number }>;
}
export interface RailEntry extends Listed {
  /** The letter that goes there after G. */
  letter: string;
}

function withLetter(entry: Listed): RailEntry {
  const name = commandOfPage(entry.page);
  return { ...entry, letter: name === null ? '' : (commands[name].leader ?? '') };
}

const groups: readonly { title: string; entries: readonly Listed[] }[] = [
  {
    title: text.groups.fleet,
    entries: [
      { page: 'vehicles', icon: Truck },
      { page: 'history', icon: RouteIcon },
      { page: 'drivers', icon: IdCard },
      { page: 'areas', icon: Shapes },
      { page: 'devices', icon: Cpu },
      { page: 'sensors', icon: Antenna },
      { page: 'cameras', icon: Camera },
    ],
  },
  {
    title: text.groups.work,
    entries: [
      { page: 'forms', icon: ClipboardList },
      { page: 'review', icon: ClipboardCheck },
      { page: 'fuel', icon: Fuel },
      { page: 'reports', icon: FileChartColumn },
      { page: 'climate', icon: Thermometer },
    ],
  },
  {
    title: text.groups.desk,
    entries: [
      { page: 'outbox', icon: Send },
      { page: 'users', icon: Users },
      { page: 'clients', icon: Building2 },
      { page: 'resellers', icon: Store },
      { page: 'reference', icon: BookOpen },
      { page: 'settings', icon: Settings },
    ],
  },
];

export const railGroups: readonly { title: string; entries: readonly RailEntry[] }[] = groups.map(
  ({ title, entries }) => ({ title, entries: entries.map(withLetter) }),
);

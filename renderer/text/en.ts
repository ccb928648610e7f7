import { common } from './en/common.ts';
import { outbox } from './en/outbox.ts';
import { records } from './en/records.ts';
import { recovery } from './en/recovery.ts';
import { removals } from './en/removals.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { vehicles } from './en/vehicles.ts';

/** Every string of the desk. A second language is a second object of this type. */
export const text = {
  ...common,
  ...shell,
  vehicles,
  outbox,
  records,
  recovery,
  removals,
  settings,
} as const;
export type Text = typeof text;

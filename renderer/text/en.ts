import { areas } from './en/areas.ts';
import { cameras } from './en/cameras.ts';
import { climate } from './en/climate.ts';
import { common } from './en/common.ts';
import { diagnostics } from './en/diagnostics.ts';
import { devices } from './en/devices.ts';
import { documents } from './en/documents.ts';
import { columns } from './en/columns.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { forms } from './en/forms.ts';
import { fuel } from './en/fuel.ts';
import { ground } from './en/ground.ts';
import { line } from './en/line.ts';
import { history } from './en/history.ts';
import { map } from './en/map.ts';
import { noted } from './en/noted.ts';
import { said } from './en/said.ts';
import { outbox } from './en/outbox.ts';
import { packs } from './en/packs.ts';
import { people } from './en/people.ts';
import { records } from './en/records.ts';
import { permissions } from './en/permissions.ts';
import { reference } from './en/reference.ts';
import { recovery } from './en/recovery.ts';
import { removals } from './en/removals.ts';
import { reports } from './en/reports.ts';
import { review } from './en/review.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { storage } from './en/storage.ts';
import { units } from './en/units.ts';
import { vehicles } from './en/vehicles.ts';
import { verbs, whatWrites, writes } from './en/writes.ts';
import type { Words } from './languages.ts';

/**
 * Every string of the desk, by feature, in English until another language is put over it before any
 * component is loaded (`use.ts`); it is used as a constant. No component has words of its own (the lint rule `waybill/no-own-words`).
 */
export const text = {
  ...common,
  ...shell,
  areas,
  cameras,
  climate,
  columns,
  diagnostics,
  devices,
  documents,
  errors,
  fields,
  forms,
  fuel,
  ground,
  line,
  history,
  map,
  noted,
  said,
  outbox,
  packs,
  people,
  records,
  permissions,
  reference,
  recovery,
  removals,
  reports,
  review,
  settings,
  storage,
  units,
  vehicles,
  verbs,
  whatWrites,
  writes,
} as const;
export type Text = Words<typeof text>;

/** Parts with a name of their own where a page uses little else. */
export { areas as areaText, climate as climateText, forms as formText, map as mapText };

import { areas } from './ar/areas.ts';
import { cameras } from './ar/cameras.ts';
import { climate } from './ar/climate.ts';
import { common } from './ar/common.ts';
import { diagnostics } from './ar/diagnostics.ts';
import { devices } from './ar/devices.ts';
import { documents } from './ar/documents.ts';
import { columns } from './ar/columns.ts';
import { errors } from './ar/errors.ts';
import { fields } from './ar/fields.ts';
import { forms } from './ar/forms.ts';
import { fuel } from './ar/fuel.ts';
import { ground } from './ar/ground.ts';
import { line } from './ar/line.ts';
import { history } from './ar/history.ts';
import { map } from './ar/map.ts';
import { noted } from './ar/noted.ts';
import { said } from './ar/said.ts';
import { outbox } from './ar/outbox.ts';
import { packs } from './ar/packs.ts';
import { people } from './ar/people.ts';
import { records } from './ar/records.ts';
import { permissions } from './ar/permissions.ts';
import { reference } from './ar/reference.ts';
import { recovery } from './ar/recovery.ts';
import { removals } from './ar/removals.ts';
import { reports } from './ar/reports.ts';
import { review } from './ar/review.ts';
import { settings } from './ar/settings.ts';
import { shell } from './ar/shell.ts';
import { storage } from './ar/storage.ts';
import { units } from './ar/units.ts';
import { vehicles } from './ar/vehicles.ts';
import { verbs, whatWrites, writes } from './ar/writes.ts';
import type { Text } from './en.ts';

/** The desk in Arabic. What is missing here is said in English. */
export const words = {
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
} satisfies Text;

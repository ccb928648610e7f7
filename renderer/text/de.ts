import { areas } from './de/areas.ts';
import { cameras } from './de/cameras.ts';
import { climate } from './de/climate.ts';
import { common } from './de/common.ts';
import { diagnostics } from './de/diagnostics.ts';
import { devices } from './de/devices.ts';
import { documents } from './de/documents.ts';
import { columns } from './de/columns.ts';
import { errors } from './de/errors.ts';
import { fields } from './de/fields.ts';
import { forms } from './de/forms.ts';
import { fuel } from './de/fuel.ts';
import { ground } from './de/ground.ts';
import { line } from './de/line.ts';
import { history } from './de/history.ts';
import { map } from './de/map.ts';
import { noted } from './de/noted.ts';
import { said } from './de/said.ts';
import { outbox } from './de/outbox.ts';
import { packs } from './de/packs.ts';
import { people } from './de/people.ts';
import { records } from './de/records.ts';
import { permissions } from './de/permissions.ts';
import { reference } from './de/reference.ts';
import { recovery } from './de/recovery.ts';
import { removals } from './de/removals.ts';
import { reports } from './de/reports.ts';
import { review } from './de/review.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { storage } from './de/storage.ts';
import { units } from './de/units.ts';
import { vehicles } from './de/vehicles.ts';
import { verbs, whatWrites, writes } from './de/writes.ts';
import type { Text } from './en.ts';

/** The desk in German. What is missing here is said in English. */
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

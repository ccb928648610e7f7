import { fieldName as ownName } from '../../shared/rules/fieldNames.ts';
import { humanLabel } from '../../shared/rules/formLayout.ts';
import { text } from '../text/en.ts';

const names: Readonly<Record<string, string>> = text.fields;

/** The name of a field of a write in the desk's language; a tenant's own is named after its key. */
export function fieldName(endpoint: string, field: string): string {
  for (const key of [`${endpoint}.${field}`, field]) {
    if (Object.hasOwn(names, key)) return names[key] ?? field;
  }
  return ownName(endpoint, field);
}

const titles: Readonly<Record<string, string>> = text.columns;

/** The name of a field of a record in the desk's language; what no list has as a column is named after its key. */
export function fieldTitle(field: string): string {
  return Object.hasOwn(titles, field) ? (titles[field] ?? field) : humanLabel(field);
}

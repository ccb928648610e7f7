import type { WriteName } from '../../../bridge.ts';
import { fieldName } from '../../../state/fieldName.ts';
import { ownerField } from '../../../records/form.ts';
import type { FormField } from '../../../records/form.ts';
import { writeForms } from '../../../records/writeForms.ts';
import type { LineContext } from './plan.ts';
import { plain } from './tokens.ts';

const name = { name: 'name', ask: { as: 'text' } } as const satisfies FormField;
const areaFields: readonly FormField[] = [name, { name: 'color', ask: { as: 'text' } }];

/** Fields of the writes that a page of their own offers. */
const OWN: Readonly<Partial<Record<WriteName, readonly FormField[]>>> = {
  createArea: areaFields,
  updateArea: areaFields,
  createAreaGroup: [name],
  updateAreaGroup: [name],
};

/** The fields of a write that can be typed, in the order of its form. */
export function fieldsOfWrite(endpoint: WriteName): readonly FormField[] {
  const form = writeForms[endpoint];
  return 'fields' in form ? form.fields : (OWN[endpoint] ?? []);
}

const OWNED: Readonly<Partial<Record<WriteName, true>>> = {
  createArea: true,
  createAreaGroup: true,
};

/** The same with the owner, where this account has to name one, or may. */
export function fieldsFor(
  endpoint: WriteName,
  { needsOwner }: Pick<LineContext, 'needsOwner'>,
): readonly FormField[] {
  const form = writeForms[endpoint];
  const owned = 'fields' in form ? form.owned : OWNED[endpoint];
  const fields = fieldsOfWrite(endpoint);
  if (!needsOwner || owned === undefined) return fields;
  return [...fields, ownerField(owned === true)];
}

/** What fields are called in a line: as in the form, without blanks. */
export function typedName(endpoint: WriteName, field: string): string {
  return fieldName(endpoint, field).toLowerCase().replace(/\s+/g, '-');
}

/** The field that a person means; undefined where none is called so. */
export function fieldCalled(
  endpoint: WriteName,
  typed: string,
  context: Pick<LineContext, 'needsOwner'>,
): FormField | undefined {
  const sought = plain(typed);
  return fieldsFor(endpoint, context).find((field) =>
    [field.name, field.name.replace(/Ids?$/, ''), fieldName(endpoint, field.name)].some(
      (known) => plain(known) === sought,
    ),
  );
}

/** Whether a field is a distance: it is typed with its unit and sent in metres. */
export function isDistance({ name }: FormField): boolean {
  return name === 'odometer';
}

/** Writes that move a record say so by their name and send no body; the others send one. */
export function doesOf(endpoint: WriteName): 'archive' | 'restore' | 'delete' | 'send' {
  for (const move of ['archive', 'restore', 'delete'] as const) {
    if (endpoint.startsWith(move)) return move;
  }
  return 'send';
}

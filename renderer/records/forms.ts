import type { Entity, WriteName } from '../bridge.ts';
import { idAt } from '../state/record.ts';
import type { Fields } from '../state/record.ts';
import type { OwnPage, ParamSource, WriteForm } from './form.ts';
import { furtherForms, writeForms } from './writeForms.ts';

/** The writes that a kind of record offers at a place by their form, in the order of the table. */
export function formsOf(entity: Entity, at: 'list' | 'record'): [WriteName, WriteForm][] {
  const all: [WriteName, WriteForm | OwnPage][] = [
    ...(Object.entries(writeForms) as [WriteName, WriteForm | OwnPage][]),
    // Each row is checked against its own write in the table; a list of all of them has the wide type,
    // which is no supertype of the narrow ones: their fields name their own body's only.
    ...(furtherForms as unknown as [WriteName, WriteForm][]),
  ];
  return all.filter(
    (entry): entry is [WriteName, WriteForm] =>
      'on' in entry[1] &&
      entry[1].page === undefined &&
      entry[1].on === entity &&
      entry[1].at === at,
  );
}

/** What decides which of two rows of the interface an account uses. */
export interface Offering {
  /** The client that the account belongs to; null for resellers and the platform. */
  clientId: string | null;
  isRefused(endpoint: WriteName): boolean;
  /** Of the record that it is offered on; absent for a list. */
  archived?: boolean;
  /** What that record holds; absent for a list. */
  fields?: Fields;
}

/** Whether a record lacks what the address of a write needs of it, which no form asks for. */
function lacksParam(params: WriteForm['params'], fields: Fields): boolean {
  return Object.values<ParamSource>(params).some(
    (source) => source.from === 'field' && idAt(fields, source.path) === null,
  );
}

/**
 * Whether a form is offered. Accounts of a client use the client-scoped rows for users, the others
 * the general ones; where a general one is refused, its client-scoped counterpart stands in for it,
 * on records that name their client.
 */
export function isOffered(
  form: Pick<WriteForm, 'when' | 'scope' | 'insteadOf' | 'params'>,
  { clientId, isRefused, archived, fields }: Offering,
): boolean {
  const wrongState =
    archived !== undefined && form.when !== undefined && (form.when === 'archived') !== archived;
  if (wrongState || (fields !== undefined && lacksParam(form.params, fields))) return false;
  if (form.scope === 'above') return clientId === null;
  if (form.scope === 'client' && clientId !== null) return true;
  if (form.insteadOf !== undefined) return isRefused(form.insteadOf);
  return form.scope === undefined;
}

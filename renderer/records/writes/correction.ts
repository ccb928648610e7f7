import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { Op } from '../../bridge.ts';
import type { WriteBody } from '../../state/write.ts';
import { text } from '../../text/en.ts';
import { OWNER, ownerField } from '../form.ts';
import type { FormField, OwnPage, WriteForm } from '../form.ts';
import { initialText, nothingIn, readField } from '../formValues.ts';
import type { FormState } from '../formValues.ts';
import { needsOwner } from '../owner.ts';
import { writeForms } from '../writeForms.ts';
import { sourceMembers } from './changes.ts';

/** A write as it is corrected: by the fields that asked for it the first time. */
export interface Correction {
  readonly fields: readonly FormField[];
  /** What no form of the desk asks: edited as text, or as the JSON that it is. */
  readonly others: ReadonlyMap<string, string>;
  readonly opened: FormState;
  /** What the write said when its form was opened; more may be folded into it since. */
  readonly was: string;
}

type Corrected = Pick<Op, 'endpoint' | 'patch'>;
const isUpdate = ({ endpoint }: Corrected): boolean => endpoint.startsWith('update');

/** The owner, where the form asks for one or the write names one. */
function ownerAsked(
  form: WriteForm | OwnPage | undefined,
  members: ReadonlyMap<string, string>,
): FormField[] {
  const owned = form !== undefined && 'fields' in form ? form.owned : undefined;
  const isAsked = owned !== undefined && needsOwner();
  if (!isAsked && !members.has(OWNER.name)) return [];
  return [ownerField(isAsked && owned === true)];
}

/**
 * The form of a write as it stands. A change asks again for what it changes; a new record for all of
 * its fields.
 */
export function correctionOf(op: Corrected): Correction {
  const form = Object.entries(writeForms).find(([endpoint]) => endpoint === op.endpoint)?.[1];
  const members = sourceMembers(op.patch);
  const owner = ownerAsked(form, members);
  const asked = form !== undefined && 'fields' in form ? [...owner, ...form.fields] : owner;
  const fields = asked.filter(({ name, ask }) => {
    const source = members.get(name);
    if (source === undefined) return !isUpdate(op);
    // A field of one line would drop the breaks.
    const value = ask.as === 'text' ? parsedJson(source) : null;
    return typeof value !== 'string' || !/[\r\n]/.test(value);
  });
  const names = new Set(fields.map(({ name }) => name));
  const others = new Map([...members].filter(([name]) => !names.has(name)));
  const values = fields.map((field) => {
    const value = parsedJson(members.get(field.name) ?? null) ?? undefined;
    return [field.name, initialText(field, value)] as const;
  });
  const opened = { values: Object.fromEntries(values), names: {} };
  return { fields, others, opened, was: op.patch };
}

/**
 * The body that travels instead. What was not touched goes as it was; what was emptied is emptied at
 * the service too, or left out of a new record. Errors by field where something can't be read. `extra`:
 * what is the tenant's alone, as JSON text.
 */
export function correctedBody(
  op: Corrected,
  { fields, opened, was }: Correction,
  entered: Readonly<Record<string, string>>,
): { body: WriteBody; extra: string | null; errors: Record<string, string> } {
  const members = sourceMembers(was);
  const body: WriteBody = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const { name, required } = field;
    const typed = (entered[name] ?? '').trim();
    const source = members.get(name);
    if (typed === (opened.values[name] ?? '').trim() && source !== undefined) {
      body[name] = parsedJson(source) as WriteBody[string];
    } else if (typed === '') {
      if (required === true) errors[name] = text.records.form.required;
      else if (isUpdate(op)) body[name] = nothingIn(field);
      // What the interface does not know stays in a new record unless it is named.
      else if (name === 'clientId' && source !== undefined) body[name] = null;
    } else {
      const read = readField(field, typed);
      if ('error' in read) errors[name] = read.error;
      else body[name] = read.value;
    }
  }
  // A field of the tenant: the interface knows of no owner.
  const { clientId, ...known } = body;
  const extra = clientId === undefined ? null : JSON.stringify({ clientId });
  return { body: known, extra, errors };
}

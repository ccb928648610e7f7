import { layoutAnswer } from '../../../shared/rules/formLayout.ts';
import type { AnswerLayout } from '../../../shared/rules/formBlocks.ts';
import { call } from '../../bridge.ts';
import { fieldsOfText, instantAt, nameOf, valueAt } from '../../state/record.ts';

/** Answers out of the mirror, with the forms that they belong to; the network is never asked. */

/** Forms are few and long; each is read once while the page is open. */
const forms = new Map<string, string | null>();

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

async function formOf(json: string): Promise<string | null> {
  const fields = fieldsOfText(json);
  const id = textOf(fields.get('formId')) ?? textOf(valueAt(fields, 'form.id'));
  if (id === null) return null;
  const known = forms.get(id);
  if (known !== undefined) return known;
  const found = await call('records.get', { entity: 'form', id });
  const form = found.ok ? (found.value?.row.json ?? null) : null;
  forms.set(id, form);
  return form;
}

/** The mirror's copy of an answer and its form; null texts where they are not here. */
export async function readAnswer(
  answerId: string,
): Promise<{ json: string | null; formJson: string | null }> {
  const read = await call('records.read', {
    ...{ endpoint: 'getAnswer' as const, params: { answerId }, refresh: 'never' as const },
  });
  const json = read.ok ? read.value.json : null;
  return { json, formJson: json === null ? null : await formOf(json) };
}

/** The same as it is laid out, with whom it is about; no layout where it is not here. */
export async function readLayout(
  answerId: string,
): Promise<{ layout: AnswerLayout | null; facts: ReturnType<typeof factsIn> }> {
  const { json, formJson } = await readAnswer(answerId);
  const layout = json === null ? null : layoutAnswer(json, formJson);
  return { layout, facts: factsIn(json, layout) };
}

/** Forgets the forms: they are read anew when the page is opened again. */
export function forgetForms(): void {
  forms.clear();
}

/** Who and what an answer is about. */
export function factsIn(
  json: string | null,
  layout: AnswerLayout | null,
): { vehicleId: string | null; vehicle: string; driver: string; createdAt: number | null } {
  const fields = fieldsOfText(json);
  const named = (key: string): string => {
    const value = layout?.head.find((field) => field.key === key)?.value;
    return value?.is === 'record' ? value.name : value?.is === 'text' ? value.text : '';
  };
  return {
    vehicleId: textOf(fields.get('vehicleId')) ?? textOf(valueAt(fields, 'vehicle.id')),
    vehicle: textOf(valueAt(fields, 'vehicle.regNo')) ?? named('vehicle'),
    driver: nameOf(fields.get('driver')) ?? named('driver'),
    createdAt: instantAt(fields, 'createdAt') ?? instantAt(fields, 'submittedAt'),
  };
}

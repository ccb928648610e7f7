import { layoutAnswer } from '../../../shared/rules/formLayout.ts';
import type { AnswerLayout } from '../../../shared/rules/formBlocks.ts';
import { call } from '../../bridge.ts';
import type { AppError } from '../../bridge.ts';
import { fieldsOfText, instantAt, nameOf, valueAt } from '../../state/record.ts';

/** Answers out of the mirror, with the forms that asked them; the network is never asked. */

/** Null texts where they are not here; what is said of a failed reading instead. */
export interface AnswerRead {
  json: string | null;
  formJson: string | null;
  /** Whether the form asks otherwise today than it did. */
  formChanged: boolean;
  error: AppError | null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

/** The mirror's copy of an answer and its form as it was then. */
export async function readAnswer(answerId: string): Promise<AnswerRead> {
  const nothing = { json: null, formJson: null, formChanged: false };
  const read = await call('records.read', {
    ...{ endpoint: 'getAnswer' as const, params: { answerId }, refresh: 'never' as const },
  });
  if (!read.ok) return { ...nothing, error: read.error };
  const { json } = read.value;
  if (json === null) return { ...nothing, error: null };
  const form = await call('answers.form', { answerId });
  // Without its form an answer would show keys for questions.
  if (!form.ok) return { ...nothing, error: form.error };
  return { json, formJson: form.value.json, formChanged: form.value.changed, error: null };
}

/** The same as it is laid out, with whom it is about; no layout where it is not here, or no answer. */
export async function readLayout(answerId: string): Promise<{
  layout: AnswerLayout | null;
  facts: ReturnType<typeof factsIn>;
  read: AnswerRead;
}> {
  const read = await readAnswer(answerId);
  const { json, formJson } = read;
  const layout = json === null ? null : layoutAnswer(json, formJson);
  return { layout, facts: factsIn(json, layout), read };
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

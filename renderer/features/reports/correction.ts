import { call } from '../../bridge.ts';
import { refusedFields } from '../../records/writes/refusedFields.ts';
import { fieldsOfText } from '../../state/record.ts';
import { draftOf, writtenOf } from './draft.ts';
import type { Draft, Written } from './draft.ts';

/** A write of a report that waits or was refused, as the form opens with it. */
export interface Correction {
  readonly opId: string;
  /** The record's name. */
  readonly label: string;
  /** What the service said of single fields when it refused the write. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  /** The report as it would be with it. */
  readonly draft: Draft;
  /** The report as the service has it; null for a new one. */
  readonly before: Draft | null;
  /** As the record and the write have it, for a shape that the form does not know. */
  readonly schedule: unknown;
  /** The write as it was when the form was opened, JSON object text. */
  readonly was: string;
  /** Fields that it writes. */
  readonly writes: ReadonlySet<string>;
}

/** Null where the write is fixed by now, or is about something else. */
export async function correctionOf(opId: string): Promise<Correction | null> {
  const got = await call('outbox.get', { opId });
  if (!got.ok) return null;
  const { op } = got.value;
  if (op.entity !== 'scheduledReport' || !op.remedies.includes('edit')) return null;
  const isNew = op.endpoint === 'createScheduledReport';
  const found = await call('records.get', { entity: 'scheduledReport', id: op.targetId });
  const base = isNew || !found.ok ? null : (found.value?.base ?? found.value?.row.json ?? null);
  if (base === null && !isNew) return null;
  const [was, written] = [fieldsOfText(base), fieldsOfText(op.patch)];
  const whole = new Map([...was, ...written]);
  return {
    ...{ opId, label: op.label, refused: refusedFields(op) },
    draft: draftOf(whole),
    before: isNew ? null : draftOf(was),
    schedule: whole.get('schedule'),
    was: op.patch,
    writes: new Set(written.keys()),
  };
}

/**
 * What travels instead: what differs from the service's, and what the write names already, so that
 * nothing of it stays as it was refused. Null where that is nothing.
 */
export function correctedOf(
  draft: Draft,
  { before, writes }: Pick<Correction, 'before' | 'writes'>,
): Written | null {
  const whole = writtenOf(draft, null);
  const differs = before === null ? whole : writtenOf(draft, before);
  const named = <T extends object>(part: T, other: T | undefined): T =>
    Object.fromEntries(
      Object.entries(part).filter(
        ([field]) => writes.has(field) || (other !== undefined && Object.hasOwn(other, field)),
      ),
    ) as T;
  if (whole === null) return null;
  const written = {
    body: named(whole.body, differs?.body),
    extra: named(whole.extra, differs?.extra),
  };
  return Object.keys({ ...written.body, ...written.extra }).length === 0 ? null : written;
}

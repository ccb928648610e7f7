import { call } from '../../bridge.ts';
import { areaOf, draftOf } from './area.ts';
import type { Draft } from './draft.ts';

/**
 * The draft that corrects a write of an area that waits or was refused: as the area would be with it,
 * told from what the service has. Null where the write is fixed by now, or is about something else.
 */
export async function correctionDraft(opId: string): Promise<Draft | null> {
  const got = await call('outbox.get', { opId });
  if (!got.ok) return null;
  const { op } = got.value;
  if (op.entity !== 'area' || !op.remedies.includes('edit')) return null;
  const found = await call('records.get', { entity: 'area', id: op.targetId });
  if (!found.ok || found.value === null) return null;
  const { row, base } = found.value;
  const shown = draftOf(areaOf(row));
  if (shown === null) return null;
  const isNew = op.endpoint === 'createArea' || base === null;
  const was = isNew ? null : draftOf(areaOf({ ...row, json: base }));
  return {
    ...shown,
    before: was?.before ?? shown.before,
    corrects: { opId: op.id, whole: isNew, was: op.patch },
  };
}

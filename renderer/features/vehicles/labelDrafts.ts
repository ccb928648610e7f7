import { holdUnsaved } from '../../state/unsaved.ts';
import { whose } from '../../state/whose.svelte.ts';

/** A label that was typed and neither saved nor given up. */
interface LabelDraft {
  readonly value: string;
  /** The record as the person saw it when they began. */
  readonly seen: string;
}

/** For as long as the window is open: whoever looks at another vehicle meanwhile finds it again. */
const drafts = new Map<string, LabelDraft>();
let release: (() => void) | null = null;

const keyOf = (vehicleId: string): string => JSON.stringify([whose.id, vehicleId]);

export function labelDraft(vehicleId: string): LabelDraft | null {
  return drafts.get(keyOf(vehicleId)) ?? null;
}

/** Null once it was saved or given up. */
export function putLabelDraft(vehicleId: string, draft: LabelDraft | null): void {
  if (draft === null) drafts.delete(keyOf(vehicleId));
  else drafts.set(keyOf(vehicleId), draft);
  if (drafts.size > 0) release ??= holdUnsaved();
  else {
    release?.();
    release = null;
  }
}

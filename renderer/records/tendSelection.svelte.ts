import { untrack } from 'svelte';
import type { SvelteSet } from 'svelte/reactivity';
import { mayBeTemporaryId } from '../../shared/rules/temporaryId.ts';
import { call } from '../bridge.ts';
import type { Entity } from '../bridge.ts';

interface Tended {
  readonly entity: Entity;
  /** Ids that are selected; absent where nothing can be. */
  readonly selection: () => SvelteSet<string> | undefined;
  /** Moves when records have changed. */
  readonly changes: () => number;
  /** Whether the archived ones are listed, in place of the others. */
  readonly archived: () => boolean;
}

/** Keeps what is selected in a list true to it; begins effects of the component that calls it. */
export function tendSelection({ entity, selection, changes, archived }: Tended): void {
  // What is selected among the archived ones is not what is listed among the others, whether a
  // chip, a saved view or the way out of all filters leads there.
  let before = untrack(archived);
  $effect.pre(() => {
    const now = archived();
    if (now !== before) untrack(selection)?.clear();
    before = now;
  });

  // What was selected while it existed only here stays selected under the name that it got.
  $effect(() => {
    void changes();
    const here = [...(untrack(selection) ?? [])].filter(mayBeTemporaryId);
    for (const id of here) void follow(id);
  });
  async function follow(id: string): Promise<void> {
    const found = await call('records.get', { entity, id });
    const named = found.ok ? found.value?.row.id : undefined;
    if (named === undefined || named === id || selection()?.delete(id) !== true) return;
    selection()?.add(named);
  }
}

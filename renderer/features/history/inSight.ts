import { tick } from 'svelte';

/** Brings the row of a leg into sight, once it is drawn. */
export async function bringRowIntoSight(list: HTMLElement, key: string): Promise<void> {
  await tick();
  list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
}

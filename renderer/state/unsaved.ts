import { flushSync } from 'svelte';

/** Something that was typed and is nowhere but on the screen. */
interface Unsaved {
  /**
   * Asks whether it may go, where another page would take it away; `go` leads there once it may.
   * Null for what outlives the page that it was typed on, and ends with the window alone.
   */
  readonly ask: ((go: () => void) => void) | null;
}

const held = new Set<Unsaved>();

/** The browser, or the shell of the app, asks whether the page may go. */
function beforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Has the person asked before what was typed is lost: by a reload, a closed window and, where `ask` is
 * given, by another page.
 *
 * @returns says that it is saved or given up
 */
export function holdUnsaved(ask: Unsaved['ask'] = null): () => void {
  const one: Unsaved = { ask };
  held.add(one);
  // Adding the same listener again changes nothing.
  window.addEventListener('beforeunload', beforeUnload);
  return () => {
    held.delete(one);
    if (held.size === 0) window.removeEventListener('beforeunload', beforeUnload);
  };
}

/**
 * Asks whether what was typed may go, where another page would take it away.
 *
 * @param go leads to the other page
 * @returns whether it is asked; if not, one may go at once
 */
export function asksBefore(go: () => void): boolean {
  // A form that was saved a moment ago, and leads on now, asks nothing: what closes it takes effect first.
  if (held.size > 0) flushSync();
  // What was opened last is on top.
  const ask = [...held].findLast((one) => one.ask !== null)?.ask ?? null;
  ask?.(go);
  return ask !== null;
}

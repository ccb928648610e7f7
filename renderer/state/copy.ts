import { text } from '../text/en.ts';
import { toasts } from './toasts.svelte.ts';

/** Puts text on the clipboard and says so. */
export async function copy(what: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(what);
  } catch {
    toasts.say(text.error.notCopied);
    return;
  }
  toasts.say(said);
}

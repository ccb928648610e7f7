import { toasts } from './toasts.svelte.ts';

/** Puts text on the clipboard and says so. */
export async function copy(what: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(what);
  } catch {
    // A browser may refuse the clipboard; a selection and the old command still work there.
    const area = document.createElement('textarea');
    area.value = what;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  toasts.say(said);
}

import { text } from './en.ts';
import { fill } from './fill.ts';
import { directionOf } from './languages.ts';
import type { Language } from './languages.ts';

let spoken: Language = 'en';

/** The language of the desk's words since its start. */
export function language(): Language {
  return spoken;
}

/** Words other than English are a file of their own, which nobody loads who does not read them. */
const others: Record<Exclude<Language, 'en'>, () => Promise<{ words: object }>> = {
  de: () => import('./de.ts'),
  ar: () => import('./ar.ts'),
};

/**
 * Makes the desk speak a language: once, at its start and before any component is loaded. A change
 * of the language loads the page anew.
 */
export async function speak(wanted: Language): Promise<void> {
  if (wanted !== 'en') fill(text, (await others[wanted]()).words);
  spoken = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
}

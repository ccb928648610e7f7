// Before anything else: until its rules are there, no text becomes more than a text.
import './trusted/default.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import './styles/print.css';
import './styles/forced.css';
import { preferences } from './state/preferences.svelte.ts';
import { languageOf } from './text/languages.ts';
import { speak } from './text/use.ts';

/**
 * The language comes first: whatever is loaded after it may use `text` as a constant. The page
 * announces what follows, so that it is fetched meanwhile.
 */
async function begin(target: HTMLElement): Promise<void> {
  await preferences.load();
  preferences.apply();
  await speak(languageOf(preferences.values.words, navigator.languages));
  const { start } = await import('./start.ts');
  start(target);
}

const target = document.getElementById('desk');
if (target === null) throw new Error('index.html has no element with the id "desk".');
void begin(target);

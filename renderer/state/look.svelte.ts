import { languageOf } from '../text/languages.ts';
import { language } from '../text/use.ts';
import { accentOf } from './colour.ts';
import { preferences } from './preferences.svelte.ts';
import { textAt } from './record.ts';
import { reference } from './reference.svelte.ts';

const GROUNDS = ['--surface-1', '--surface-0', '--surface-2', '--surface-float'];
const TOKENS = ['--accent', '--accent-hover', '--accent-soft', '--focus', '--on-accent'] as const;

/** Puts the tenant's accent over the desk's own, where its theme has one that reads. */
function paint(): void {
  const root = document.documentElement;
  for (const token of TOKENS) root.style.removeProperty(token);
  const { values, theme } = preferences;
  // Whoever asks for more contrast gets the desk's strongest colours.
  if (values.accent === 'tenant' && root.dataset['contrast'] !== 'more') {
    const style = getComputedStyle(root);
    const accent = accentOf(
      [textAt(reference.theme, 'accent'), textAt(reference.theme, 'primary')].filter(
        (colour) => colour !== null,
      ),
      GROUNDS.map((token) => style.getPropertyValue(token).trim()),
      theme === 'dark',
    );
    if (accent !== null) {
      root.style.setProperty('--accent', accent.accent);
      root.style.setProperty('--accent-hover', accent.hover);
      root.style.setProperty('--accent-soft', accent.soft);
      root.style.setProperty('--focus', accent.accent);
      root.style.setProperty('--on-accent', accent.ink);
    }
  }
  // The map follows this attribute; writing it again tells it that colours changed.
  root.dataset['theme'] = theme;
}

/** Words are taken once, when the page is loaded: another language loads it anew. */
async function speakAsChosen(): Promise<void> {
  if (!preferences.loaded) return;
  if (languageOf(preferences.values.words, navigator.languages) === language()) return;
  await preferences.saved();
  window.location.reload();
}

/** The look of the tenant: follows theme, contrast and the tenant's own colours. */
export const look = {
  start(): () => void {
    return $effect.root(() => {
      $effect(() => {
        preferences.apply();
        paint();
      });
      $effect(() => {
        void speakAsChosen();
      });
    });
  },
};

import type { PreferenceValues } from '../../state/preferences.svelte.ts';
import { LANGUAGE_NAMES } from '../../text/languages.ts';
import { text } from '../../text/en.ts';

/** The settings of one's own, each by itself: what a search and the filter of the modified ones go by. */

export type OwnKey = keyof PreferenceValues;
export type OwnSection = 'appearance' | 'keyboard';

interface OwnSetting {
  readonly section: OwnSection;
  readonly title: string;
  /** What else is searched: its choices. */
  readonly options: readonly string[];
}

const words = text.settings.appearance;
const choices = (options: Readonly<Record<string, string>>): string[] => Object.values(options);

/** Quantities that can have a unit of their own. */
export const QUANTITIES = ['distance', 'speed', 'volume', 'consumption', 'temperature'] as const;
export type Quantity = (typeof QUANTITIES)[number];

function quantitySettings(): Readonly<Record<Quantity, OwnSetting>> {
  const setting = (quantity: Quantity): OwnSetting => ({
    ...{ section: 'appearance', title: words.quantities[quantity].title },
    options: [words.asUnits, ...choices(words.quantities[quantity].options)],
  });
  return {
    distance: setting('distance'),
    speed: setting('speed'),
    volume: setting('volume'),
    consumption: setting('consumption'),
    temperature: setting('temperature'),
  };
}

export const ownSettings: { readonly [K in OwnKey]: OwnSetting } = {
  theme: { section: 'appearance', title: words.theme, options: choices(words.themes) },
  contrast: { section: 'appearance', title: words.contrast, options: choices(words.contrasts) },
  accent: { section: 'appearance', title: text.columns.accent, options: choices(words.accents) },
  density: { section: 'appearance', title: words.density, options: choices(words.densities) },
  units: { section: 'appearance', title: words.units, options: choices(words.unitNames) },
  ...quantitySettings(),
  zone: {
    ...{ section: 'appearance', title: text.word.timeZone },
    options: [...choices(words.zones), words.otherZone],
  },
  words: {
    ...{ section: 'appearance', title: text.word.language },
    options: [words.systemLanguage, ...choices(LANGUAGE_NAMES)],
  },
  language: {
    ...{ section: 'appearance', title: words.language },
    options: [words.english, words.serviceLanguage],
  },
  singleKeys: { section: 'keyboard', title: text.settings.keyboard.singleKeys, options: [] },
  keys: {
    ...{ section: 'keyboard', title: text.settings.keyboard.own },
    options: choices(text.settings.keyboard.acts),
  },
};

function isOwnKey(key: string): key is OwnKey {
  return Object.hasOwn(ownSettings, key);
}
const KEYS = Object.keys(ownSettings).filter(isOwnKey);

/** Whether every typed word occurs somewhere in a text. */
export function matches(typed: string, among: string): boolean {
  const folded = among.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Settings that are not as they were delivered. */
export function modifiedOf(
  values: Readonly<PreferenceValues>,
  defaults: Readonly<PreferenceValues>,
): OwnKey[] {
  return KEYS.filter((key) => values[key] !== defaults[key]);
}

/** The settings of a section that themselves hold what was typed, by name or by choice. */
export function foundIn(section: OwnSection, typed: string): OwnKey[] {
  return KEYS.filter((key) => {
    const setting = ownSettings[key];
    const all = [setting.title, ...setting.options].join(' ');
    return setting.section === section && matches(typed, all);
  });
}

/**
 * The settings of a section to show: those that hold what was typed; all of them where only the
 * section as a whole does; of either, the modified ones where only those are wanted.
 */
export function shownOf(
  section: OwnSection,
  typed: string,
  only: readonly OwnKey[] | null,
): ReadonlySet<OwnKey> {
  const found = foundIn(section, typed);
  const whole = KEYS.filter((key) => ownSettings[key].section === section);
  const keys = found.length > 0 ? found : whole;
  return new Set(only === null ? keys : keys.filter((key) => only.includes(key)));
}

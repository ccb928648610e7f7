import { LANGUAGES } from '../text/languages.ts';
import type { LanguageChoice } from '../text/languages.ts';
import { isLanguage } from './locale.ts';
import { remembered } from './remembered.svelte.ts';
import { keysFrom, keysText } from './singleKeys.ts';
import { isZone } from './zone.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Contrast = 'system' | 'more';
export type Density = 'comfortable' | 'compact';
export type Units = 'metric' | 'imperial';
/** This computer's, that of the vehicle's team, the tenant's, UTC, or one by its IANA name. */
export type Zone = string;
export const ZONE_CHOICES = ['mine', 'vehicle', 'tenant', 'utc'] as const;
/** Where the accent colour comes from. */
export type Accent = 'tenant' | 'waybill';

/** How this account likes its desk; every value has a default and can be reset alone. */
export interface PreferenceValues {
  theme: ThemeChoice;
  contrast: Contrast;
  density: Density;
  units: Units;
  /** Quantities in a unit of their own; `units`: as the units in general. */
  distance: 'units' | 'km' | 'mi';
  speed: 'units' | 'kmh' | 'mph';
  volume: 'units' | 'litre' | 'us' | 'imperial';
  consumption: 'units' | 'litresPer100Km' | 'kmPerLitre' | 'us' | 'imperial';
  temperature: 'units' | 'celsius' | 'fahrenheit';
  zone: Zone;
  /** Language of the desk's words; taken when the page is loaded. */
  words: LanguageChoice;
  /** Language of dates and numbers: `service` follows the person's at the service, else its code. */
  language: string;
  accent: Accent;
  /** Shortcuts of a single key (J, K, X, /): can be switched off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Those that have another key than they were delivered with (`singleKeys.ts`). */
  keys: string;
}

export const PREFERENCE_DEFAULTS: Readonly<PreferenceValues> = {
  theme: 'system',
  contrast: 'system',
  density: 'comfortable',
  units: 'metric',
  distance: 'units',
  speed: 'units',
  volume: 'units',
  consumption: 'units',
  temperature: 'units',
  zone: 'mine',
  words: 'system',
  language: 'service',
  accent: 'tenant',
  singleKeys: true,
  keys: '',
};

type Listed = Exclude<keyof PreferenceValues, 'zone' | 'language' | 'keys'>;
const CHOICES: { readonly [K in Listed]: readonly PreferenceValues[K][] } = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'more'],
  density: ['comfortable', 'compact'],
  units: ['metric', 'imperial'],
  distance: ['units', 'km', 'mi'],
  speed: ['units', 'kmh', 'mph'],
  volume: ['units', 'litre', 'us', 'imperial'],
  consumption: ['units', 'litresPer100Km', 'kmPerLitre', 'us', 'imperial'],
  temperature: ['units', 'celsius', 'fahrenheit'],
  words: ['system', ...LANGUAGES],
  accent: ['tenant', 'waybill'],
  singleKeys: [true, false],
};

function zoneFrom(stored: unknown): Zone {
  const known = typeof stored === 'string' && (isChoice(stored) || isZone(stored));
  return known ? stored : PREFERENCE_DEFAULTS.zone;
}
function isChoice(zone: string): boolean {
  return ZONE_CHOICES.some((choice) => choice === zone);
}
function languageFrom(stored: unknown): string {
  const known = typeof stored === 'string' && (stored === 'service' || isLanguage(stored));
  return known ? stored : PREFERENCE_DEFAULTS.language;
}

/** Takes what is a known choice from remembered text; anything else falls back to its default. */
function read(value: unknown): PreferenceValues {
  const result: PreferenceValues = { ...PREFERENCE_DEFAULTS };
  if (typeof value !== 'object' || value === null) return result;
  const given = new Map(Object.entries(value));
  const take = <T>(choices: readonly T[], key: string, fallback: T): T =>
    choices.find((choice) => choice === given.get(key)) ?? fallback;
  return {
    theme: take(CHOICES.theme, 'theme', result.theme),
    contrast: take(CHOICES.contrast, 'contrast', result.contrast),
    density: take(CHOICES.density, 'density', result.density),
    units: take(CHOICES.units, 'units', result.units),
    distance: take(CHOICES.distance, 'distance', result.distance),
    speed: take(CHOICES.speed, 'speed', result.speed),
    volume: take(CHOICES.volume, 'volume', result.volume),
    consumption: take(CHOICES.consumption, 'consumption', result.consumption),
    temperature: take(CHOICES.temperature, 'temperature', result.temperature),
    zone: zoneFrom(given.get('zone')),
    words: take(CHOICES.words, 'words', result.words),
    language: languageFrom(given.get('language')),
    accent: take(CHOICES.accent, 'accent', result.accent),
    singleKeys: take(CHOICES.singleKeys, 'singleKeys', result.singleKeys),
    keys: keysText(keysFrom(String(given.get('keys') ?? ''))),
  };
}

const darkWish = window.matchMedia('(prefers-color-scheme: dark)');
const contrastWish = window.matchMedia('(prefers-contrast: more)');

class Preferences {
  readonly #store = remembered('preferences', { ...PREFERENCE_DEFAULTS }, read);
  #systemDark = $state(darkWish.matches);
  #systemContrast = $state(contrastWish.matches);

  constructor() {
    darkWish.addEventListener('change', (event) => {
      this.#systemDark = event.matches;
      this.apply();
    });
    contrastWish.addEventListener('change', (event) => {
      this.#systemContrast = event.matches;
      this.apply();
    });
  }

  get values(): Readonly<PreferenceValues> {
    return this.#store.value;
  }

  /** Whether the core has told what this account likes. */
  get loaded(): boolean {
    return this.#store.loaded;
  }

  /** Resolves once the last choice is kept, so that the page may be loaded anew. */
  saved(): Promise<unknown> {
    return this.#store.saved();
  }

  /** The theme that is drawn: the choice, or the system's wish. */
  get theme(): 'light' | 'dark' {
    const choice = this.values.theme;
    if (choice !== 'system') return choice;
    return this.#systemDark ? 'dark' : 'light';
  }

  /** Height of a table row in pixels. */
  get rowHeight(): number {
    return this.values.density === 'compact' ? 28 : 36;
  }

  set<K extends keyof PreferenceValues>(key: K, value: PreferenceValues[K]): void {
    this.#store.change((values) => ({ ...values, [key]: value }));
    this.apply();
    // What another window chose comes with it.
    void this.saved().then(() => this.apply());
  }

  async load(): Promise<void> {
    await this.#store.load();
    this.apply();
  }

  /** Puts the choices on the root element, where the tokens look for them. */
  apply(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.theme;
    root.dataset['density'] = this.values.density;
    const more = this.values.contrast === 'more' || this.#systemContrast;
    if (more) root.dataset['contrast'] = 'more';
    else delete root.dataset['contrast'];
  }
}

export const preferences = new Preferences();

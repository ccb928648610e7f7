/** The languages that the desk speaks, by their codes (BCP 47), English first. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a person chooses: one of them, or that of the system. */
export type LanguageChoice = 'system' | Language;

/** What each is called by those who read it; the same in every language. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
} as const satisfies Record<Language, string>;

/** What is read from right to left. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The language that the desk speaks: the chosen one, else the first of the system's that it knows,
 * else English.
 *
 * @param system the system's languages (BCP 47), the preferred one first
 */
export function languageOf(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const code of system) {
    const base = code.toLowerCase().split('-')[0];
    const known = LANGUAGES.find((language) => language === base);
    if (known !== undefined) return known;
  }
  return 'en';
}

/** The same words in any language: every key of the English ones, functions of the same values. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [K in keyof T]: Words<T[K]> };

/** Words that may lack keys; what is missing is said in English. */
export type Said<T> = T extends string | ((...given: never) => string) | readonly string[]
  ? T
  : { readonly [K in keyof T]?: Said<T[K]> };

/** Languages that a document has its own words in. */
export const DOCUMENT_LANGUAGES = ['en', 'de', 'ar'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

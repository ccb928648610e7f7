const ACCENTS = /\p{M}/gu;

/** Text as it is compared in searches: lower case, without accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
}

const ACCENTS = /\p{M}/gu;

/** Letters that are letters of their own for Unicode, and that people type without their stroke or apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
};
const OWN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Text as it is compared in searches: lower case, without accents and strokes. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  return lower.replace(OWN_LETTERS, (letter) => PLAIN[letter] ?? letter);
}

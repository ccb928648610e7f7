/** The forms of a phrase by how many there are; what is not given is said as `other`. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** The number of a count that may be written already, such as `1,204`. */
export function numberOf(count: number | string): number {
  return typeof count === 'number' ? count : Number(count.replaceAll(/\D/g, ''));
}

/** Chooses the form that a language has for a number. */
export function pluralOf(language: string): (count: number | string, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(numberOf(count))] ?? forms.other;
}

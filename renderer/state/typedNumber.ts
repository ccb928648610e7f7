import { text } from '../text/en.ts';
import { formatNumber, locale } from './format.ts';
import { latinDigits } from './latinDigits.ts';

/** Numbers as people type them, in the way that the desk writes them. */

interface Marks {
  readonly decimal: string;
  readonly group: string;
}
const known = new Map<string, Marks>();

function marks(): Marks {
  const of = locale();
  const before = known.get(of);
  if (before !== undefined) return before;
  const parts = new Intl.NumberFormat(of).formatToParts(12_345.6);
  const mark = (type: 'decimal' | 'group', without: string): string =>
    parts.find((part) => part.type === type)?.value ?? without;
  const found = { decimal: mark('decimal', '.'), group: mark('group', ',') };
  known.set(of, found);
  return found;
}

/** Whether the desk sets thousands apart by points, as in German. */
export function groupsByPoint(): boolean {
  return marks().group === '.';
}

/** Whether the desk writes decimals behind a comma, as in German. */
export function decimalsByComma(): boolean {
  return marks().decimal === ',';
}

/** A number of Arabic as the desk writes one: its own two marks have one meaning each. */
export function latinNumber(text: string): string {
  return latinDigits(text)
    .replace(/(?<=\d)\u066c(?=\d{3})/g, '')
    .replace('\u066b', marks().decimal);
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * A number as it was typed; NaN where it is none. Thousands may be set apart as the desk sets them
 * apart, or by spaces: `173,360` is 173 360 where the desk writes 173,360 km, and 173.36 where it
 * writes 173.360 km. Any other comma or point is a decimal mark.
 */
export function typedNumber(typed: string): number {
  const text = latinNumber(typed.trim()).replace(/(?<=\d)[\s'’](?=\d{3})/gu, '');
  const { decimal, group } = marks();
  const groups = text.split(decimal)[0] ?? '';
  const isGrouped =
    /^[+-]?[1-9]/.test(groups) &&
    groups.includes(group) &&
    groups.split(group).every((part, i) => (i === 0 ? /^[+-]?\d{1,3}$/ : /^\d{3}$/).test(part));
  const plain = (isGrouped ? text.replaceAll(group, '') : text).replace(',', '.');
  return PLAIN.test(plain) ? Number(plain) : NaN;
}

/** As `typedNumber`, of a field that may stay empty: null for nothing. */
export function optionalNumber(typed: string): number | null {
  return typed.trim() === '' ? null : typedNumber(typed);
}

/**
 * What is said beside a field whose text is a thousand to one reader and one to another, as `1,000` and
 * `1.000` are: the number it was read as, the way the desk writes it. Nothing where one reading is left.
 */
export function readAs(typed: string): string | undefined {
  if (!/^\s*[+-]?[1-9]\d{0,2}[.,]\d{3}\s*$/.test(typed)) return undefined;
  return text.table.conditions.readAs(formatNumber(typedNumber(typed), 3));
}

/** A number as it is put into a field to be typed over: to the thousandth, without thousands set apart. */
export function numberText(value: number): string {
  return String(Number(value.toFixed(3))).replace('.', marks().decimal);
}

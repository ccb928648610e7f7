import { groupsByPoint, latinNumber } from '../../../state/typedNumber.ts';
import { FOOT_M, MILE_M } from '../../../state/unitChoice.ts';
import { text } from '../../../text/en.ts';

/** Metres in a unit. */
export const METRES = { m: 1, km: 1000, mi: MILE_M, ft: FOOT_M } as const;

/**
 * A distance as it is typed, in whole metres: `123456 km`, `12.5mi`; without a unit in that of
 * `unitM`. A sentence that says what is wrong where it can't be read, or can be read in two ways.
 */
export function readDistanceM(typed: string, unitM: number): number | { why: string } {
  const found = /^\s*(\d[\d\s.,]*?)\s*(km|mi|m|ft)?\s*$/i.exec(latinNumber(typed));
  if (found === null) return { why: text.line.noDistance };
  const [, digits = '', named = ''] = found;
  const unit = named.toLowerCase();
  const number = digits.replace(/\s/g, '');
  // 123,456 is a hundred and twenty-three thousand to one reader and a hundred and twenty-three to another;
  // so is 123.456 where the desk itself sets thousands apart by points.
  const isTwoFold =
    /,\d{3}$/.test(number) || (groupsByPoint() && /^[1-9]\d{0,2}\.\d{3}$/.test(number));
  if (isTwoFold || (number.match(/[.,]/g) ?? []).length > 1) {
    return { why: text.line.ambiguousNumber(digits) };
  }
  const value = Number(number.replace(',', '.'));
  const metres = value * (unit in METRES ? METRES[unit as keyof typeof METRES] : unitM);
  return Number.isFinite(metres) ? Math.round(metres) : { why: text.line.noDistance };
}

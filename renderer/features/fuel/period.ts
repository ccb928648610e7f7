import { rangeNamed, spanOf } from '../../state/days.ts';
import type { Range } from '../../state/days.ts';
import { dayAfter } from '../../state/zone.ts';
import type { FuelTransaction } from './transaction.ts';

/** The days that the page shows, as its address names them. Pure. */

export const LAST_DAYS = [7, 30, 90] as const;
export const MOST_DAYS = 366;

export type Period =
  | { readonly is: 'last'; readonly days: number }
  | { readonly is: 'all' }
  | { readonly is: 'range'; readonly range: Range };

const FIRST: Period = { is: 'last', days: 30 };

/** The period of an address; the last 30 days where it names none that can be shown. */
export function periodIn(query: Readonly<Record<string, string>>): Period {
  if (query['days'] === 'all') return { is: 'all' };
  const last = LAST_DAYS.find((days) => String(days) === query['days']);
  if (last !== undefined) return { is: 'last', days: last };
  const range = rangeNamed(query, MOST_DAYS);
  return range === null ? FIRST : { is: 'range', range };
}

/** What an address says of a period. */
export function queryOf(period: Period): Record<string, string> {
  switch (period.is) {
    case 'all':
      return { days: 'all' };
    case 'last':
      return { days: String(period.days) };
    case 'range':
      return { from: period.range.from, to: period.range.to };
  }
}

/** The days of a period; null for all of them. */
export function rangeOf(period: Period, today: string): Range | null {
  switch (period.is) {
    case 'all':
      return null;
    case 'last':
      return { from: dayAfter(today, 1 - period.days), to: today };
    case 'range':
      return period.range;
  }
}

/** The transactions of some days; all of them where there is no range. */
export function ofDays(
  transactions: readonly FuelTransaction[],
  range: Range | null,
  zone: string | undefined,
): readonly FuelTransaction[] {
  if (range === null) return transactions;
  // Once for all of them: midnights take long to work out.
  const [from, to] = spanOf(range, zone);
  return transactions.filter(({ atMs }) => atMs !== null && atMs >= from && atMs < to);
}

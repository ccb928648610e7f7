import { formatDateTime, formatDuration, formatQuantity } from '../../state/format.ts';
import { climateText as words, text } from '../../text/en.ts';
import { numberColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell, SheetColumn } from '../../ui/table.ts';
import type { Limits, Outside, Stretch } from './limits.ts';
import type { Reading } from './readings.ts';

/** A line of the table of limits: its readings and limits in the person's unit. */
export interface LimitLine {
  readonly name: string;
  readonly readings: readonly Reading[];
  readonly limits: Limits;
  readonly outside: Outside;
}

/** The lowest and the highest reading; null where there is none. */
export function extremesOf(readings: readonly Reading[]): { least: number; most: number } | null {
  if (readings.length === 0) return null;
  return {
    least: readings.reduce((a, { value }) => Math.min(a, value), Infinity),
    most: readings.reduce((a, { value }) => Math.max(a, value), -Infinity),
  };
}

/** When readings lay outside, how long, and how far. */
export function stretchWords(
  { fromMs, toMs, worst }: Stretch,
  unit: string,
  zone: string | undefined,
): string {
  return words.limits.stretch(
    formatDateTime(fromMs, zone),
    formatDuration((toMs - fromMs) / 1000),
    formatQuantity(worst, unit),
  );
}

/** Limits and time outside of them as they leave; without a limit or a reading nothing is told of the time. */
export function limitSheet(
  lines: readonly LimitLine[],
  unit: string,
  zone: string | undefined,
): Cell[][] {
  const inHours = text.units.hours('').trim();
  const timed = (
    title: string,
    of: string,
    value: (outside: Outside) => number | null,
  ): SheetColumn<LimitLine> =>
    numberColumn(title, of, ({ readings, limits, outside }) =>
      readings.length === 0 || (limits.low === null && limits.high === null)
        ? null
        : value(outside),
    );
  return plainSheet<LimitLine>(
    [
      { title: words.series, value: ({ name }) => name },
      numberColumn(words.limits.least, unit, ({ readings }) => extremesOf(readings)?.least ?? null),
      numberColumn(words.limits.most, unit, ({ readings }) => extremesOf(readings)?.most ?? null),
      numberColumn(words.limits.low(unit), '', ({ limits }) => limits.low),
      numberColumn(words.limits.high(unit), '', ({ limits }) => limits.high),
      timed(words.limits.outside, inHours, ({ outsideMs }) => outsideMs / 3_600_000),
      timed(words.limits.outside, text.units.percent('').trim(), ({ outsideMs, knownMs }) =>
        knownMs === 0 ? null : Math.round((outsideMs / knownMs) * 100),
      ),
      timed(text.word.longest, inHours, ({ longestMs }) => longestMs / 3_600_000),
      {
        title: text.word.when,
        value: ({ outside }) =>
          outside.stretches.map((one) => stretchWords(one, unit, zone)).join('; '),
      },
    ],
    lines,
  );
}

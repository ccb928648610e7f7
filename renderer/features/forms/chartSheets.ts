import { formatPeriod } from '../../state/format.ts';
import { formText, text } from '../../text/en.ts';
import { numberColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';
import type { Period, Step } from './periods.ts';

/* The tables behind the charts of a form, as they leave. */
const words = formText.charts;

/** Words with how often they were given, and which share of all answers that is. */
export function barSheet(
  bars: readonly { readonly text: string; readonly in: readonly number[] }[],
  of: number,
): Cell[][] {
  return plainSheet<(typeof bars)[number]>(
    [
      { title: text.word.answer, value: (bar) => bar.text },
      numberColumn(text.word.answers, '', (bar) => bar.in.length),
      numberColumn(words.columns.share, text.units.percent('').trim(), (bar) =>
        Math.round((bar.in.length / Math.max(1, of)) * 100),
      ),
    ],
    bars,
  );
}

/** A period in words, in the zone that its days are of. */
export function periodName({ key, fromMs }: Period, step: Step, zone: string | undefined): string {
  return key === '' ? formText.answers.noDate : formatPeriod(fromMs, step, zone);
}

/** Numbers by period. Periods are spelled as a spreadsheet orders them. */
export function periodSheet(periods: readonly Period[], step: Step, unit: string | null): Cell[][] {
  const { least, median, most } = words.columns;
  return plainSheet<Period>(
    [
      {
        title: words.period[step],
        value: ({ key }) => (key === '' ? formText.answers.noDate : key),
      },
      numberColumn(text.word.answers, '', ({ count }) => count),
      numberColumn(least, unit ?? '', (period) => period.least),
      numberColumn(median, unit ?? '', (period) => period.median),
      numberColumn(most, unit ?? '', (period) => period.most),
    ],
    periods,
  );
}

/** One measured figure: its number, what it is held against, and how it was had. */
export interface Figure {
  name: string;
  /** The figure itself, in `unit`. */
  value: number;
  unit: string;
  /** The aim as a bound on `value`; null for a figure that only informs. */
  aim: { most: number } | { least: number } | null;
  /** The limit or the peer that was measured in the same run. */
  beside: string;
  /** Runs or requests behind the number. */
  samples: number;
  /** Whatever else a reader of the JSON wants, by name with its unit. */
  more: Readonly<Record<string, number>>;
}

/** The value below which `share` (0 to 1) of the samples lie. Throws without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  const value = sorted[at];
  if (value === undefined) throw new Error('A quantile of nothing');
  return value;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
export const p95 = (samples: readonly number[]): number => quantile(samples, 0.95);

/** Milliseconds since a moment that only differences of are read. */
export const nowMs = (): number => performance.now();

/** How long something takes, ms, with what it gives. */
export async function timed<T>(act: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const from = nowMs();
  const value = await act();
  return { ms: nowMs() - from, value };
}

/** Whether a figure holds its aim; null where it has none. */
export function isMet({ aim, value }: Figure): boolean | null {
  if (aim === null) return null;
  return 'most' in aim ? value <= aim.most : value >= aim.least;
}

function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** `beside` texts round as the table does. */
export function say(value: number, unit: string): string {
  return unit === '' ? rounded(value) : `${rounded(value)} ${unit}`;
}

function aimText({ aim, unit }: Figure): string {
  if (aim === null) return '';
  return 'most' in aim ? `≤ ${say(aim.most, unit)}` : `≥ ${say(aim.least, unit)}`;
}

/** The figures as lines of a table. */
export function tableOf(figures: readonly Figure[]): string {
  const met = (figure: Figure): string => {
    const is = isMet(figure);
    return is === null ? '' : is ? 'yes' : 'NO';
  };
  const rows = [
    ['figure', 'measured', 'aim', 'met', 'beside it, in the same run'],
    ...figures.map((one) => [
      one.name,
      say(one.value, one.unit),
      aimText(one),
      met(one),
      one.beside,
    ]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

import type { Run } from './run.ts';

/** Counts by name, and by two names of one run. */
type Counts = Map<string, number>;

/**
 * What the runs met: faults that struck, what others and the person did, and changes of state; each
 * with how many runs had it, and how many had two of them together.
 */
export class Met {
  runs = 0;
  readonly single: Counts = new Map();
  readonly pairs: Counts = new Map();

  take({ model, desk }: Run): void {
    this.runs += 1;
    const names = new Set([
      ...[...desk.network.struck.keys()].map((name) => `fault: ${name}`),
      ...[...model.remedies.keys()].map((name) => `person: ${name}`),
      ...model.moves.map(({ from_state: from, to_state: to }) => `move: ${from ?? 'new'} > ${to}`),
    ]);
    const sorted = [...names].sort();
    for (const [index, name] of sorted.entries()) {
      add(this.single, name, 1);
      for (const other of sorted.slice(index + 1)) add(this.pairs, `${name} + ${other}`, 1);
    }
  }

  json(): { runs: number; single: [string, number][]; pairs: [string, number][] } {
    return { runs: this.runs, single: [...this.single], pairs: [...this.pairs] };
  }

  /** Adds what another process met. */
  add(other: ReturnType<Met['json']>): void {
    this.runs += other.runs;
    for (const [name, count] of other.single) add(this.single, name, count);
    for (const [name, count] of other.pairs) add(this.pairs, name, count);
  }

  /** Pairs of faults, and of a fault with a decision, that no run had though it had both apart. */
  never(): string[] {
    const names = [...this.single.keys()].filter((name) => !name.startsWith('move: ')).sort();
    return names.flatMap((name, index) =>
      names
        .slice(index + 1)
        .map((other) => `${name} + ${other}`)
        .filter((pair) => !this.pairs.has(pair)),
    );
  }

  /** A page of text: how often each was met, then the pairs that never were. */
  tell(): string {
    const rows = [...this.single].sort(([a], [b]) => a.localeCompare(b));
    const kinds = rows.filter(([name]) => !name.startsWith('move: ')).length;
    const possible = (kinds * (kinds - 1)) / 2;
    const never = this.never();
    return [
      `${this.runs} runs`,
      ...rows.map(([name, count]) => `${String(count).padStart(8)}  ${name}`),
      `${possible - never.length} of ${possible} pairs of faults and decisions were met together; never:`,
      ...never.map((pair) => `          ${pair}`),
    ].join('\n');
  }
}

function add(counts: Counts, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

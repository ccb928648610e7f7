import type { Ledger } from './ledger.ts';

const KINDS = ['vehicle', 'area', 'user'];

/**
 * Scans during which somebody else seemed to be signed in, by kind and number. A scan begins after it was
 * told who is signed in, and ends with that: one that had ended proved what it did, whoever is named
 * afterwards, and of answers before it the last one counts.
 */
export class Taint {
  readonly #scans = new Set<string>();

  has(scan: string): boolean {
    return this.#scans.has(scan);
  }

  /** The service takes the desk for somebody else now. */
  strike(ledger: Ledger | null): void {
    for (const kind of KINDS) this.#scans.add(running(ledger, kind) ?? next(ledger, kind));
  }

  /** The service names the right person: to the scan that runs, too, whoever asked. */
  lift(ledger: Ledger | null): void {
    for (const kind of KINDS) this.#scans.delete(running(ledger, kind) ?? next(ledger, kind));
  }
}

function running(ledger: Ledger | null, kind: string): string | null {
  const scan = ledger?.running(kind) ?? null;
  return scan === null ? null : `${kind}/${scan}`;
}

function next(ledger: Ledger | null, kind: string): string {
  return `${kind}/${(ledger?.generation(kind) ?? 0) + 1}`;
}

import type { Ledger } from './ledger.ts';

const KINDS = ['vehicle', 'area', 'user'];

/**
 * Scans during which somebody else seemed to be signed in, by kind and number. A scan begins after it was
 * told who is signed in, and ends with that: one that had ended proved what it did, whoever is named
 * afterwards, and of answers before it the last one counts.
 */
export class Taint {
  /** Scans that began with it, and scans that ran when it was last heard. */
  readonly #before = new Set<string>();
  readonly #during = new Set<string>();

  has(scan: string): boolean {
    return this.#before.has(scan) || this.#during.has(scan);
  }

  /** The service takes the desk for somebody else now. */
  strike(ledger: Ledger | null): void {
    for (const kind of KINDS) {
      const scan = running(ledger, kind);
      if (scan === null) this.#before.add(next(ledger, kind));
      else this.#during.add(scan);
    }
  }

  /** The service names the right person: to a scan that runs, too, whoever asked. */
  lift(ledger: Ledger | null): void {
    for (const kind of KINDS) {
      const scan = running(ledger, kind);
      if (scan === null) this.#before.delete(next(ledger, kind));
      else this.#during.delete(scan);
    }
  }
}

function running(ledger: Ledger | null, kind: string): string | null {
  const scan = ledger?.running(kind) ?? null;
  return scan === null ? null : `${kind}/${scan}`;
}

function next(ledger: Ledger | null, kind: string): string {
  return `${kind}/${(ledger?.generation(kind) ?? 0) + 1}`;
}

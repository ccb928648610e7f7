import { safeFileName } from '../fileName.ts';
import type { NameFacts } from '../forms/sources.ts';

/** Names of exported files: a template filled in, safe on every system, none twice. */

const FIELD = /\{(form|date|vehicle|driver|id)\}/g;

/** The name that a template gives an answer; what it does not say is left out. */
export function nameOf(template: string, facts: NameFacts, extension: string): string {
  const filled = template.replaceAll(FIELD, (_whole, name: keyof NameFacts) => facts[name]);
  return safeFileName([filled], extension, 'Answer');
}

/** Names that are taken, by what a file system that ignores case and accents' spelling sees. */
export class TakenNames {
  readonly #taken = new Set<string>();
  /** The number from which on a name may be free: of ten thousand alike none is tried from the first on. */
  readonly #next = new Map<string, number>();

  #key(name: string): string {
    return name.normalize('NFC').toLowerCase();
  }

  add(name: string): void {
    this.#taken.add(this.#key(name));
  }

  /** The name of a file itself, or the first of its numbered ones that is free; it is taken then. */
  freeFile(name: string): string {
    const dot = name.lastIndexOf('.');
    return dot < 1 ? this.free(name) : this.free(name.slice(0, dot), name.slice(dot));
  }

  /**
   * The same of a title, in which a dot begins no extension.
   *
   * @param most letters that it may have; the number stays whole
   */
  free(stem: string, extension = '', most = Infinity): string {
    const alike = `${this.#key(stem)}/${extension}`;
    for (let number = this.#next.get(alike) ?? 1; ; number += 1) {
      const end = `${number === 1 ? '' : ` (${number})`}${extension}`;
      const tried = `${stem.slice(0, most - end.length)}${end}`;
      if (this.#taken.has(this.#key(tried))) continue;
      this.add(tried);
      this.#next.set(alike, number + 1);
      return tried;
    }
  }
}

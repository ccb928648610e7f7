import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { Read } from './reads.ts';

/** How many rows a service gives at once, where it refuses a page size instead of giving fewer rows. */

/** Tried in this order, those that are smaller than what was refused; the profile's own size before them. */
const SMALLER = [100, 50, 25];
/** Statuses with which services refuse a page size. */
const REFUSES = new Set([400, 413, 422]);
/** More lists than an account has. */
const MOST_REMEMBERED = 500;

export interface PageSizes {
  /** The size to ask for, at most the wished one. */
  of(name: ReadName, wished: number): number;
  /**
   * Asks for the first page of a list; where its size is refused, for smaller ones. The first that is
   * taken counts for all lists of this endpoint from then on.
   *
   * @param key names the list; one that refuses every size is refused for something else
   * @param own the size that the profile names
   */
  firstPage(
    list: { name: ReadName; key: string; wished: number; own: number },
    ask: (rows: number) => Promise<Read>,
  ): Promise<{ read: Read; rows: number }>;
}

export function createPageSizes(): PageSizes {
  const most = new Map<ReadName, number>();
  const refusing = new Set<string>();
  const of = (name: ReadName, wished: number): number => Math.min(wished, most.get(name) ?? wished);
  return {
    of,
    async firstPage({ name, key, wished, own }, ask) {
      const rows = of(name, wished);
      const read = await ask(rows);
      if (!isSizeRefused(read) || refusing.has(key)) return { read, rows };
      for (const smaller of [own, ...SMALLER].filter((size) => size < rows)) {
        const again = await ask(smaller);
        if (again.ok) {
          most.set(name, smaller);
          return { read: again, rows: smaller };
        }
        if (!isSizeRefused(again)) return { read, rows };
      }
      if (refusing.size < MOST_REMEMBERED) refusing.add(key);
      return { read, rows };
    },
  };
}

function isSizeRefused(read: Read): boolean {
  return !read.ok && read.error.status !== undefined && REFUSES.has(read.error.status);
}

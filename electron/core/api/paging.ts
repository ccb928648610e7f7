/**
 * Which page is the last. Totals can be missing, the service can cap the page size silently, and
 * some tenants ignore paging altogether: every rule errs towards one request too many, never
 * towards a list cut short.
 */

export interface PageFacts {
  page: number;
  /** Equal for equal pages: their ids, or what stands in for them where rows have none. */
  mark(): string;
  /** Rows on this page. */
  rows: number;
  /** Rows that were asked for. */
  asked: number;
  total: number | null;
  /** The page size that the service says is in force. */
  limit: number | null;
  /** A bare array of an endpoint that is not paged. */
  whole: boolean;
}

export interface PageMemory {
  /** True when no page follows. `key` names the list: endpoint and query without the page. */
  isLast(key: string, facts: PageFacts): boolean;
}

interface First {
  rows: number;
  mark: string;
}

/** Remembers the first page of each list, at most `capacity` lists. */
export function createPageMemory(capacity = 100): PageMemory {
  const firsts = new Map<string, First>();
  const remember = (key: string, first: First): void => {
    firsts.delete(key);
    firsts.set(key, first);
    const oldest = firsts.keys().next();
    if (firsts.size > capacity && oldest.done !== true) firsts.delete(oldest.value);
  };
  return {
    isLast(key, facts) {
      const { page, rows, asked, total, limit } = facts;
      if (rows === 0 || facts.whole) return true;
      const first = firsts.get(key);
      if (page === 1) remember(key, { rows, mark: facts.mark() });
      // The same page again: paging is ignored here.
      if (page > 1 && first?.mark === facts.mark()) return true;
      // More than was asked for: paging is ignored, this is all of it.
      if (rows > asked && rows > (limit ?? 0)) return true;
      const size = page === 1 ? (limit ?? Math.min(rows, asked)) : (first?.rows ?? limit ?? asked);
      if (total !== null) return (page - 1) * size + rows >= total;
      if (limit !== null) return rows < limit;
      return page > 1 && rows < size;
    },
  };
}

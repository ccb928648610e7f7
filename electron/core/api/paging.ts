/**
 * Which page is the last. Totals can be missing or count the page alone, the service can cap the page
 * size silently while it repeats the one that was asked for, permissions can thin pages out, and some
 * tenants ignore paging altogether: every rule errs towards one request too many, never towards a list
 * cut short.
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
  /**
   * Whether the page before this one may have been the last: then an empty page, a repeated one or a refusal
   * mean that it was.
   */
  mayBePast(key: string, page: number): boolean;
  /** Whether the rows are, byte for byte, those of the page before: it was the last. */
  isRepeated(key: string, page: number, rowsDigest: string): boolean;
  /** Whether a page is the first one once more, by its mark: paging is ignored, the first was all of it. */
  isFirst(key: string, mark: string): boolean;
}

interface First {
  rows: number;
  mark: string;
}

/** What is known of the page that was read last. */
interface Latest {
  page: number;
  rowsDigest: string | null;
  mayBeLast: boolean;
}

/** Rows of all pages up to one, where they were concluded one after another. */
interface Counted {
  page: number;
  rows: number;
}

interface Known {
  first: First | null;
  latest: Latest;
  counted: Counted | null;
}

/** Remembers the first page and the latest of each list, at most `capacity` lists. */
export function createPageMemory(capacity = 100): PageMemory {
  const lists = new Map<string, Known>();
  const remember = (key: string, known: Known): void => {
    lists.delete(key);
    lists.set(key, known);
    const oldest = lists.keys().next();
    if (lists.size > capacity && oldest.done !== true) lists.delete(oldest.value);
  };
  const before = (key: string, page: number): Latest | null => {
    const latest = lists.get(key)?.latest;
    return latest?.page === page - 1 ? latest : null;
  };
  const latestOf = (key: string, page: number): Latest => {
    const latest = lists.get(key)?.latest;
    return latest?.page === page ? latest : { page, rowsDigest: null, mayBeLast: false };
  };
  return {
    isLast(key, facts) {
      const { page, rows } = facts;
      const latest = latestOf(key, page);
      const first = page === 1 ? { rows, mark: facts.mark() } : (lists.get(key)?.first ?? null);
      const before = rowsBefore(facts, first, lists.get(key)?.counted ?? null);
      remember(key, {
        first,
        latest: { ...latest, mayBeLast: mayBeLast(facts, first, before) },
        counted: before.counted === null ? null : { page, rows: before.counted + rows },
      });
      const isFirstAgain = page > 1 && first?.mark === facts.mark();
      return rows === 0 || facts.whole || isFirstAgain || isSurelyLast(facts, before);
    },
    mayBePast: (key, page) => before(key, page)?.mayBeLast === true,
    isRepeated(key, page, rowsDigest) {
      if (before(key, page)?.rowsDigest === rowsDigest) return true;
      const { first = null, counted = null } = lists.get(key) ?? {};
      remember(key, { first, latest: { page, rowsDigest, mayBeLast: false }, counted });
      return false;
    },
    isFirst: (key, mark) => lists.get(key)?.first?.mark === mark,
  };
}

/** Rows that come before a page. */
interface Before {
  /** As they came; null where the pages before were not read one after another. */
  counted: number | null;
  /** As far as the page's number tells: a first page can be fuller than the others. */
  estimated: number;
}

function rowsBefore(
  { page, asked, limit }: PageFacts,
  first: First | null,
  counted: Counted | null,
): Before {
  if (page === 1) return { counted: 0, estimated: 0 };
  const estimated = (page - 1) * (first?.rows ?? limit ?? asked);
  return { counted: counted?.page === page - 1 ? counted.rows : null, estimated };
}

/** No page follows, whatever the service does beyond this one. */
function isSurelyLast(facts: PageFacts, { counted, estimated }: Before): boolean {
  const { page, rows, asked, total } = facts;
  const before = counted ?? estimated;
  if (total === null) return false;
  // Where a total counts pages, or this page, more rows have come by now: it can't count the list.
  if (page === 1 ? total < rows : total <= before) return false;
  if (before + rows < total) return false;
  return page > 1 || !mayBeCapped(rows, asked);
}

/** A page that ends the list where nothing follows it: a total may count rows that are not shown. */
function mayBeLast(facts: PageFacts, first: First | null, before: Before): boolean {
  const { page, rows, asked, total, limit } = facts;
  if (total !== null) return Math.max(before.counted ?? 0, before.estimated) + rows >= total;
  // More than was asked for is the whole list, or pages have a size of their own.
  if (page === 1 && rows > asked && rows > (limit ?? 0)) return true;
  return rows < (page === 1 ? (limit ?? asked) : (first?.rows ?? limit ?? asked));
}

/** No service gives fewer rows at once. */
const LEAST_CAP = 10;

/**
 * Whether a first page that is said to be everything may be as much as the service gives at once: then its
 * total may count the page. Page sizes are round numbers, and most numbers of records are not.
 */
function mayBeCapped(rows: number, asked: number): boolean {
  if (rows < LEAST_CAP) return false;
  return rows === asked || rows % 10 === 0 || rows % 25 === 0 || (rows & (rows - 1)) === 0;
}

import type { Snippet } from 'svelte';

/** One column of a DataTable. */
export interface Column<T> {
  key: string;
  title: string;
  /** Pixels. */
  width: number;
  minWidth?: number;
  /** Pixels that it may be pressed to, before a column gives way; where absent, words to four fifths. */
  least?: number;
  /**
   * Its texts say nothing once they are cut (a time, a number of a card): it is never squeezed, and as wide as
   * they need in the person's language.
   */
  rigid?: boolean;
  /** It tells what was just asked for, such as where words were found: it never gives way. */
  needed?: boolean;
  align?: 'start' | 'end';
  /** The field that it sorts by; absent where it can't be sorted. */
  sort?: string;
  /** What the cell says, empty where the record has no value; also what is exported. */
  text: (row: T) => string;
  /** Draws the cell where plain text is not enough. */
  cell?: Snippet<[T, Column<T>]>;
  /** Most rows have nothing there, which needs no word. */
  blank?: boolean;
  /** Hidden until somebody asks for it. */
  extra?: boolean;
  /** Brings what it tells of rows that are not on screen, before they leave as a file. */
  bring?: (rows: readonly T[]) => Promise<void>;
  /** What leaves as a file in the units and the zone of that moment; its text where absent. */
  sheet?: () => SheetColumn<T> | undefined;
}

/** A column of a table that leaves as a file: its heading, with the unit, and plain values. */
export interface SheetColumn<T> {
  title: string;
  value: (row: T) => Cell;
}

/** A cell of a table that leaves as a file. */
export type Cell = string | number | null;

/** A table as it is shown, the heading first: columns in their order, without those that are hidden. */
export function sheetOf<T>(
  columns: readonly Column<T>[],
  arrangement: Arrangement,
  rows: readonly T[],
): Cell[][] {
  const shown = shownColumns(columns, arrangement).map(
    ({ title, text, sheet }): SheetColumn<T> => sheet?.() ?? { title, value: text },
  );
  return [
    shown.map(({ title }) => title),
    ...rows.map((row) => shown.map(({ value }) => value(row))),
  ];
}

/**
 * The arrangement with a column put before another one; `columns` are those that can be moved. As it was where
 * one of the two is none of them.
 */
export function reordered<T>(
  columns: readonly Column<T>[],
  arrangement: Arrangement,
  moved: string,
  before: string,
): Arrangement {
  const order = arrange(columns, arrangement.order).map((column) => column.key);
  const [from, to] = [order.indexOf(moved), order.indexOf(before)];
  if (from === -1 || to === -1) return arrangement;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...arrangement, order };
}

/** The arrangement with a column as wide as somebody drew it, in pixels. */
export function resized(arrangement: Arrangement, key: string, width: number): Arrangement {
  const clamped = Math.round(Math.max(MIN_COLUMN, Math.min(MAX_COLUMN, width)));
  return { ...arrangement, widths: { ...arrangement.widths, [key]: clamped } };
}

/** The columns that are shown, in their order; the first keeps its place. */
export function shownColumns<T>(
  columns: readonly Column<T>[],
  arrangement: Arrangement,
): Column<T>[] {
  return [
    ...columns.slice(0, 1),
    ...arrange(columns.slice(1), arrangement.order).filter((column) =>
      isShown(column, arrangement),
    ),
  ];
}

export interface Sort {
  field: string;
  descending: boolean;
}

/** How a person arranged the columns: order, widths, and which are shown. */
export interface Arrangement {
  order: string[];
  widths: Record<string, number>;
  shown: Record<string, boolean>;
  /** How many of the columns that are shown stay in sight beside the key column, which always does. */
  frozen: number;
}

/** What stands, muted, where a record has no value; the key column names every record. */
export const NOTHING = '–';

export const NO_ARRANGEMENT: Arrangement = { order: [], widths: {}, shown: {}, frozen: 0 };

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Reads a remembered arrangement; whatever is not one falls back to the columns as they come. */
export function readArrangement(stored: unknown): Arrangement {
  const given = new Map(entriesOf(stored));
  const [order, frozen] = [given.get('order'), given.get('frozen')];
  return {
    order: Array.isArray(order) ? order.filter((key) => typeof key === 'string') : [],
    widths: Object.fromEntries(
      entriesOf(given.get('widths')).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
      ),
    ),
    shown: Object.fromEntries(
      entriesOf(given.get('shown')).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
    frozen: typeof frozen === 'number' && Number.isInteger(frozen) ? Math.max(0, frozen) : 0,
  };
}

/** All columns in the person's order; new ones keep their place after their neighbour. */
export function arrange<T>(columns: readonly Column<T>[], order: readonly string[]): Column<T>[] {
  const rank = new Map(order.map((key, index) => [key, index]));
  let last = -1;
  const ranked = columns.map((column, index) => {
    const known = rank.get(column.key);
    last = known ?? last + 0.001;
    return { column, rank: last, index };
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).map(({ column }) => column);
}

export function isShown<T>(column: Column<T>, arrangement: Arrangement): boolean {
  return arrangement.shown[column.key] ?? column.extra !== true;
}

const MIN_COLUMN = 48;
const MAX_COLUMN = 800;

export function columnWidth<T>(column: Column<T>, arrangement: Arrangement): number {
  const width = arrangement.widths[column.key] ?? column.width;
  return Math.max(column.minWidth ?? MIN_COLUMN, Math.min(MAX_COLUMN, width));
}

/** How much narrower than it is meant to be a column of words may stand, before another one gives way. */
const SQUEEZED = 0.8;
/** How much wider it may stand where there is room to spare, although nothing of it is cut. */
const WIDENED = 2.4;
/** The same for what a list is about, which others are read beside. */
const KEY_WIDENED = 1.6;
/** As wide as this a column grows by itself, however long its words are. */
const WIDEST = 520;
/** Columns of words; narrower ones are numbers, ages and marks, which would be cut. */
const WORDS_WIDTH = 110;
/** A key column of names, which can stand narrower; others hold plates and marks. */
const NAMES_WIDTH = 200;

/** Pixels that columns need to show their words whole, by their keys; those that have room are not there. */
export type Needs = Readonly<Record<string, number>>;
export const NO_NEEDS: Needs = {};

/** Widths that take of the spare room evenly, each up to its own bound; and what nobody took. */
function poured(
  widths: readonly number[],
  bounds: readonly number[],
  spare: number,
): { widths: number[]; left: number } {
  const taken = [...widths];
  const roomOf = (at: number): number => (bounds[at] ?? 0) - (taken[at] ?? 0);
  let left = spare;
  let open = taken.map((_, at) => at).filter((at) => roomOf(at) > 0);
  while (open.length > 0 && left >= open.length) {
    const each = Math.floor(left / open.length);
    for (const at of open) {
      const more = Math.min(each, roomOf(at));
      taken[at] = (taken[at] ?? 0) + more;
      left -= more;
    }
    open = open.filter((at) => roomOf(at) > 0);
  }
  return { widths: taken, left };
}

/**
 * The columns that a table has room for, and their widths. Where it has not room for all, words stand
 * narrower; where that does not do, columns give way from the end. Those that a person drew wider or
 * froze stay, and so does the one that orders the list. What a person chose is all there: where it has
 * no room, the table scrolls. Room that is to spare goes to words that are cut, until they are whole;
 * then all words stand wider, so that the table fills its room. Numbers, whose units are long in some languages, and
 * what is rigid are as wide as they need, and others give way to them.
 *
 * @param columns those that are shown, in their order
 * @param room pixels of the table that are seen; 0 while that is not known
 */
export function fitting<T>(
  columns: readonly Column<T>[],
  arrangement: Arrangement,
  room: number,
  sortedBy: string | null,
  needs = NO_NEEDS,
): { columns: readonly Column<T>[]; widths: number[] } {
  const all = columns.map((column, at) => {
    const isDrawn = arrangement.widths[column.key] !== undefined;
    const whole = Math.min(WIDEST, needs[column.key] ?? 0);
    const meant = columnWidth(column, arrangement);
    const isWhole = column.rigid === true || column.align === 'end';
    const width = isWhole && !isDrawn ? Math.max(meant, whole) : meant;
    const isRigid = isWhole || isDrawn;
    const isWords = width >= (at === 0 ? NAMES_WIDTH : WORDS_WIDTH) && !isRigid;
    const wide = width * (at === 0 ? KEY_WIDENED : WIDENED);
    const takes = isWords || (at === 0 && !isRigid);
    return {
      ...{ column, width, whole: isRigid ? width : Math.max(width, whole) },
      least: isDrawn ? width : (column.least ?? (isWords ? Math.round(width * SQUEEZED) : width)),
      most: takes ? Math.max(width, whole, Math.min(WIDEST, Math.round(wide))) : width,
      stays:
        at <= arrangement.frozen ||
        isDrawn ||
        column.needed === true ||
        (sortedBy !== null && column.sort === sortedBy),
    };
  });
  const sum = (of: 'width' | 'least', fitting: typeof all): number =>
    fitting.reduce((total, one) => total + one[of], 0);
  const isChosen = Object.values(arrangement.shown).includes(true);
  let fitting = all;
  while (room > 0 && sum('least', fitting) > room) {
    const last = isChosen ? -1 : fitting.findLastIndex(({ stays }) => !stays);
    if (last === -1) return { columns, widths: all.map(({ width }) => width) };
    fitting = fitting.toSpliced(last, 1);
  }
  const wanted = sum('width', fitting);
  const beside = room > 0 ? room - wanted : 0;
  const given = fitting.map(({ width }) => width);
  if (beside >= 0) {
    const wholes = fitting.map(({ whole }) => whole);
    const mosts = fitting.map(({ most }) => most);
    const { widths, left } = poured(given, wholes, beside);
    return {
      columns: fitting.map(({ column }) => column),
      widths: poured(widths, mosts, left).widths,
    };
  }
  // How far towards the least words are pressed.
  const share = -beside / (wanted - sum('least', fitting));
  return {
    columns: fitting.map(({ column }) => column),
    widths: fitting.map(({ width, least }) => Math.floor(width + (least - width) * share)),
  };
}

/** What the names, the first column, take of spare room at most, pixels. */
const SPARE = 160;

/**
 * The tracks of a table as CSS. Columns keep their width; spare room goes to a last column of text,
 * else some of it to the names, unless a person gave them a width.
 *
 * @param widths pixels, in the order in which the columns are shown
 * @param endsInNumbers whether the last column stands at its end
 */
export function gridTemplate(
  widths: readonly number[],
  endsInNumbers: boolean,
  namesAreSized: boolean,
): string {
  const tracks = widths.map((width) => `${width}px`);
  const end = tracks.length - 1;
  if (!endsInNumbers) {
    tracks[end] = `minmax(${widths[end] ?? 0}px, 1fr)`;
    return tracks.join(' ');
  }
  const [names = 0] = widths;
  if (!namesAreSized) tracks[0] = `minmax(${names}px, ${names + SPARE}px)`;
  return `${tracks.join(' ')} 1fr`;
}

/** Of the room of a table, the part that columns which move keep at least. */
const MOVING = 1 / 3;

/**
 * Where the columns that stay in sight stand, pixels from the start of the table: the key column, and
 * as many of those that were asked for as leave room for the others to be seen.
 *
 * @param widths pixels, in the order in which the columns are shown
 * @param room pixels of the table that are seen
 */
export function frozenAt(widths: readonly number[], frozen: number, room: number): number[] {
  const at = [0];
  let end = widths[0] ?? 0;
  for (const width of widths.slice(1, frozen + 1)) {
    if (end + width > room * (1 - MOVING)) break;
    at.push(end);
    end += width;
  }
  return at;
}

/** Rows that are drawn: those in sight and the active one wherever it is, so that focus is never lost. */
export function drawnRows(active: number, first: number, last: number, total: number): number[] {
  const list = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  if (active >= 0 && active < first && active < total) list.unshift(active);
  if (active >= last && active < total) list.push(active);
  return list;
}

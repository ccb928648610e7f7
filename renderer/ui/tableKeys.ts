import type { KeyAct } from '../state/singleKeys.ts';

/** What a key means in a grid; pure, so that the table itself only carries it out. */
export type GridMove =
  | { move: 'row'; to: number; extend: boolean }
  | { move: 'column'; to: number }
  | { act: 'open' | 'peek' | 'toggle' | 'filter' | 'all' | 'escape' | 'sort' | 'context' }
  | { act: 'resize' | 'reorder'; by: 1 | -1 };

export interface GridPlace {
  /** -1 is the header row. */
  row: number;
  /** -1 is the row as a whole. */
  column: number;
  rows: number;
  columns: number;
  /** Rows that fit on the screen. */
  page: number;
}

export interface GridKey {
  key: string;
  /** The key's letter on a Latin layout. */
  letter: string;
  shiftKey: boolean;
  /** Ctrl, or Cmd on a Mac. */
  command: boolean;
  altKey: boolean;
}

const clamp = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, value));

/**
 * Follows the ARIA practices for grids whose rows can have the focus as a whole: the arrows to
 * the sides enter the cells, Home and End go to the ends of the list or, inside the cells, of
 * the row. Null for a key that means nothing here.
 *
 * @param single the act of a single key that this is, by the person's own keys
 */
export function gridKey(event: GridKey, place: GridPlace, single: KeyAct | null): GridMove | null {
  if (event.altKey) return null;
  const toRow = (row: number): GridMove => ({
    move: 'row',
    to: clamp(row, place.rows === 0 ? -1 : row < 0 && !event.command ? -1 : 0, place.rows - 1),
    extend: event.shiftKey && row >= 0 && place.row >= 0,
  });
  const toColumn = (column: number): GridMove => ({
    move: 'column',
    to: clamp(column, place.row === -1 ? 0 : -1, place.columns - 1),
  });
  const inHeader = place.row === -1;
  if (inHeader && event.shiftKey) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0) return { act: event.command ? 'reorder' : 'resize', by };
  }
  switch (event.key) {
    case 'ArrowDown':
      return toRow(event.command ? place.rows - 1 : place.row + 1);
    case 'ArrowUp':
      return toRow(event.command ? 0 : place.row - 1);
    case 'PageDown':
      return toRow(Math.max(0, place.row) + place.page);
    case 'PageUp':
      return toRow(Math.max(0, place.row - place.page));
    case 'ArrowRight':
      return toColumn(place.column + 1);
    case 'ArrowLeft':
      return toColumn(place.column - 1);
    case 'Home':
      return place.column === -1 || event.command ? toRow(0) : toColumn(0);
    case 'End':
      return place.column === -1 || event.command
        ? toRow(place.rows - 1)
        : toColumn(place.columns - 1);
    case 'Enter':
      return { act: inHeader ? 'sort' : 'open' };
    case ' ':
      return { act: inHeader ? 'sort' : 'peek' };
    case 'Escape':
      return { act: 'escape' };
    case 'ContextMenu':
      return inHeader ? null : { act: 'context' };
    case 'F10':
      return event.shiftKey && !inHeader ? { act: 'context' } : null;
  }
  if (event.command) return event.letter === 'a' ? { act: 'all' } : null;
  switch (single) {
    case 'down':
      return toRow(place.row + 1);
    case 'up':
      return toRow(Math.max(0, place.row - 1));
    case 'choose':
      return inHeader ? null : { act: 'toggle' };
    case 'filter':
      return { act: 'filter' };
    default:
      return null;
  }
}

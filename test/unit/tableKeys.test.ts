import { describe, expect, test } from 'vitest';
import { gridKey } from '../../renderer/ui/tableKeys.ts';

describe('keys of a table', () => {
  const place = { row: 4, column: -1, rows: 100, columns: 5, page: 10 };
  const key = (name: string, more = {}) => ({
    key: name,
    letter: name.toLowerCase(),
    shiftKey: false,
    command: false,
    altKey: false,
    ...more,
  });

  test('moves by rows, pages and to the ends', () => {
    const to = (name: string) => gridKey(key(name), place, null);
    expect(to('ArrowDown')).toEqual({ move: 'row', to: 5, extend: false });
    expect(to('PageDown')).toEqual({ move: 'row', to: 14, extend: false });
    expect(to('End')).toEqual({ move: 'row', to: 99, extend: false });
    expect(to('Home')).toEqual({ move: 'row', to: 0, extend: false });
    expect(to('ArrowRight')).toEqual({ move: 'column', to: 0 });
  });

  test('single-key shortcuts can be switched off, the others stay', () => {
    expect(gridKey(key('j'), place, 'down')).toEqual({ move: 'row', to: 5, extend: false });
    expect(gridKey(key('s'), place, 'down')).toEqual({ move: 'row', to: 5, extend: false });
    expect(gridKey(key('j'), place, null)).toBeNull();
    expect(gridKey(key('x'), place, null)).toBeNull();
    expect(gridKey(key('Enter'), place, null)).toEqual({ act: 'open' });
  });

  test('reaches the header, where Enter sorts and Shift with an arrow resizes', () => {
    expect(gridKey(key('ArrowUp'), { ...place, row: 0 }, null)).toEqual({
      move: 'row',
      to: -1,
      extend: false,
    });
    const header = { ...place, row: -1, column: 1 };
    expect(gridKey(key('Enter'), header, null)).toEqual({ act: 'sort' });
    expect(gridKey(key('ArrowRight', { shiftKey: true }), header, null)).toEqual({
      act: 'resize',
      by: 1,
    });
  });

  test('move by keys in the header, with Ctrl or Cmd and Shift', () => {
    const header = { row: -1, column: 1, rows: 50, columns: 6, page: 10 };
    const press = {
      key: 'ArrowLeft',
      letter: 'arrowleft',
      shiftKey: true,
      command: true,
      altKey: false,
    };
    expect(gridKey(press, header, null)).toEqual({ act: 'reorder', by: -1 });
  });
});

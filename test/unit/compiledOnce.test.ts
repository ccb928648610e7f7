import { expect, it } from 'vitest';
import { compiledOnce } from '../../electron/core/db/handles.ts';

it('a statement has no bare parameter beside a column or as a limit, and is otherwise the same', () => {
  expect(compiledOnce('SELECT a FROM t WHERE x = ? AND y >= :from AND z IS NOT ?')).toBe(
    'SELECT a FROM t WHERE x = +? AND y >= +:from AND z IS NOT +?',
  );
  expect(compiledOnce("a LIKE ? ESCAPE '\\' AND b IN (?, ?) AND c IN (SELECT ?)")).toBe(
    "a LIKE +? ESCAPE '\\' AND b IN (+?, +?) AND c IN (SELECT ?)",
  );
  // A full-text query is no comparison.
  expect(compiledOnce('search_text MATCH ? LIMIT ? OFFSET :from')).toBe(
    'search_text MATCH ? LIMIT +? OFFSET +:from',
  );
});

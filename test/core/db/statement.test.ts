import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import type { Handle } from '../../../electron/core/db/handles.ts';
import * as t from '../../../electron/core/db/schema.ts';
import {
  columnsOf,
  into,
  names,
  rowCount,
  select,
  statement,
} from '../../../electron/core/db/statement.ts';
import type { RowOf } from '../../../electron/core/db/statement.ts';
import { valueOf } from './support.ts';

function opened(): Handle {
  const handle = valueOf(openWriter(':memory:'));
  onTestFinished(() => void handle.raw.close());
  return handle;
}

describe('a statement', () => {
  it('is spelled by the schema, with constants in it and parameters left open', () => {
    const most = 3;
    const asked = select({ key: t.desk.key, n: rowCount })`FROM ${t.desk}
      WHERE ${t.desk.value} <> ? LIMIT ${most}`;
    expect(asked.text.replace(/\s+/g, ' ')).toBe(
      'SELECT "desk"."key" AS "key", count(*) AS "n" FROM "desk" WHERE "desk"."value" <> ? LIMIT 3',
    );
    const first = alias(t.opLane, 'first');
    expect(select({ id: first.id })`FROM ${t.opLane} AS ${first}`.text).toBe(
      'SELECT "first"."id" AS "id" FROM "op_lane" AS "first"',
    );
    expect(statement`INSERT INTO ${into(t.desk, 'key', 'value')} VALUES (?, ?)`.text).toBe(
      'INSERT INTO "desk" ("key", "value") VALUES (?, ?)',
    );
  });

  it('is spelled once where it stands, and anew when a part of it is another one', () => {
    const byState = (state: string) =>
      select({ id: t.op.id })`FROM ${t.op} WHERE ${sql`${t.op.state} = ${state}`}`;
    const queued = byState('QUEUED');
    expect(byState('QUEUED')).toBe(queued);
    expect(byState("it's").text).toContain(`= 'it''s'`);
    expect(byState('QUEUED').text).toBe(queued.text);
    const of = (table: typeof t.desk | typeof t.meta) => select(table)`FROM ${table}`;
    expect(of(t.desk).text).toBe('SELECT "desk".* FROM "desk"');
    expect(of(t.meta).text).toBe('SELECT "meta".* FROM "meta"');
  });

  it('gives rows of the type that their columns have', () => {
    const handle = opened();
    handle.run(statement`INSERT INTO ${into(t.desk, 'key', 'value')} VALUES (?, ?)`, ['a', '1']);
    handle.run(
      statement`UPDATE ${t.desk} SET ${names(t.desk.value)} = ${t.desk.value} || '0'
        WHERE ${t.desk.key} = ?`,
      ['a'],
    );
    const rows = handle.all(select(t.desk)`FROM ${t.desk}`);
    expect(rows).toEqual([{ key: 'a', value: '10' }]);
    expectTypeOf(rows).toEqualTypeOf<{ key: string; value: string }[]>();
    const fields = { ...columnsOf(t.desk), holdUntil: t.op.holdUntil, n: rowCount };
    expectTypeOf<RowOf<typeof fields>>().toEqualTypeOf<{
      key: string;
      value: string;
      holdUntil: number | null;
      n: number;
    }>();
    expect(Object.keys(fields)).toEqual(['key', 'value', 'holdUntil', 'n']);
    expectTypeOf(t.desk).not.toHaveProperty('name');
    // @ts-expect-error -- a text would be put in as a constant
    expect(select(t.desk)`FROM ${t.desk} WHERE ${'true'}`.text).toContain("'true'");
  });
});

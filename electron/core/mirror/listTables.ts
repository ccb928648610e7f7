import { ENTITIES, entities } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { NAMES_TABLE } from './partNames.ts';

/**
 * The narrow tables that lists walk: a row a record, with what it is ordered and filtered by. All
 * of it is worked out of the records (`derive.ts`) and can be made anew at any time, so these
 * tables follow from the table of kinds and belong to no migration.
 *
 * A filter's value is kept as its number in `filter_value`: so small that every index carries the
 * filters, and an order can be walked past what does not match without a look at its rows.
 */

/** Of a field of which only the absence is asked for: what stands where it is present. */
export const PRESENT = '';

export interface Filter {
  field: string;
  column: string;
  /** Only whether it is there is kept. */
  presence: boolean;
}

export interface ListIndex {
  name: string;
  sql: string;
}

export interface ListTable {
  entity: Entity;
  name: string;
  /** Column by the field that it orders. */
  sorts: ReadonlyMap<string, string>;
  filters: readonly Filter[];
  /** `rowid`, `id`, `archived`, the sorts, the filters. */
  columns: readonly string[];
  sql: string;
  /** Takes a value for each column. */
  insert: string;
  /** The first serves the order of a list that nobody sorted, and is there from the beginning. */
  indexes: readonly [ListIndex, ...ListIndex[]];
}

const quoted = (name: string): string => `"${name}"`;

export function sortIndexOf(entity: Entity, field: string): string {
  return `list_${entity} by ${field}`;
}

export function filterIndexOf(entity: Entity, field: string): string {
  return `list_${entity} of ${field}`;
}

function tableOf(entity: Entity): ListTable {
  const keys = entities[entity];
  const name = `list_${entity}`;
  const sorts = new Map(
    [keys.sort.field, ...keys.sorts].map((field) => [field, quoted(`sort ${field}`)] as const),
  );
  const filter = (field: string, presence: boolean): Filter => ({
    ...{ field, presence },
    column: quoted(`filter ${field}`),
  });
  const filters = [
    ...keys.filters.map((field) => filter(field, false)),
    ...keys.absences.map((field) => filter(field, true)),
  ];
  const filterColumns = filters.map(({ column }) => column);
  const index = (title: string, columns: readonly string[]): ListIndex => ({
    name: title,
    sql: `CREATE INDEX ${quoted(title)} ON ${name} (${columns.join(', ')})`,
  });
  const byField = (field: string): ListIndex =>
    index(sortIndexOf(entity, field), [
      ...[sorts.get(field) ?? '', 'id', 'archived'],
      ...filterColumns,
    ]);
  const ofField = ({ field, column }: Filter): ListIndex => {
    const others = filterColumns.filter((other) => other !== column);
    return index(filterIndexOf(entity, field), [column, 'archived', ...others]);
  };
  const columns = ['rowid', 'id', 'archived', ...sorts.values(), ...filterColumns];
  return {
    ...{ entity, name, sorts, filters, columns },
    sql: `CREATE TABLE ${name} (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL,
      archived INTEGER NOT NULL, ${columns.slice(3).join(', ')})`,
    insert: `INSERT INTO ${name} (${columns.join(', ')})
      VALUES (${columns.map(() => '?').join(', ')})`,
    indexes: [byField(keys.sort.field), ...filters.map(ofField), ...keys.sorts.map(byField)],
  };
}

const tables = new Map(ENTITIES.map((entity) => [entity, tableOf(entity)] as const));

export function listTable(entity: Entity): ListTable {
  return tables.get(entity) ?? tableOf(entity);
}

/** Changes whenever these tables do. */
export function listTablesMark(): string {
  const all = [...tables.values()].flatMap(({ sql, indexes }) => [
    sql,
    ...indexes.map((index) => index.sql),
  ]);
  return [NAMES_TABLE, ...all].join('\n');
}

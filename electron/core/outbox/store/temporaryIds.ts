import { sql } from 'drizzle-orm';
import type { Entity } from '../../../../shared/model/entity.ts';
import {
  isTemporaryId,
  mayBeTemporaryId,
  opIdOf,
  temporaryIdsIn,
} from '../../../../shared/rules/temporaryId.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import { isTexts } from '../model/record.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import * as t from '../../db/schema.ts';
import { into, names, select, statement } from '../../db/statement.ts';

export interface Resolved {
  params: Record<string, string>;
  patch: string;
  /** Creates that have to be confirmed first. */
  dependsOn: string[];
  /** A temporary id that names nothing any more. */
  missing: string | null;
}

/** What is known of temporary ids beside the database: by a file that is being imported. */
export interface Beside {
  /** Temporary ids of creates that come in too. */
  coming: ReadonlySet<string>;
  /** Names that the service gave where the file was made. */
  named: ReadonlyMap<string, { entity: string; id: string }>;
}

const NOTHING_BESIDE: Beside = { coming: new Set(), named: new Map() };

/** Replaces temporary ids that the service has named, and finds the creates of the others. */
export function resolveTemporary(
  db: ReadableDb,
  params: Readonly<Record<string, string>>,
  patch: string,
  beside = NOTHING_BESIDE,
): Resolved {
  const used = temporaryIdsIn(patch);
  for (const value of Object.values(params)) if (mayBeTemporaryId(value)) used.add(value);
  const result: Resolved = { params: { ...params }, patch, dependsOn: [], missing: null };
  const name = (temporary: string, { entity, id }: { entity: string; id: string }): void => {
    const literal = idLiteralOf(db, entity, id);
    Object.assign(result, replaceTemporary(result.params, result.patch, temporary, id, literal));
  };
  for (const id of used) {
    const mapped = db.one(
      select({ id: t.idMap.id, entity: t.idMap.entity })`FROM ${t.idMap}
        WHERE ${t.idMap.temporaryId} = ?`,
      [id],
    );
    if (mapped !== undefined) {
      name(id, mapped);
      continue;
    }
    // A temporary id is that of its create; writes to a record whose create was given up are no one's.
    const create = db.one(
      select({ id: t.op.id })`FROM ${t.op} WHERE ${t.op.id} = ? AND ${t.op.targetId} = ?
        AND ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED')`,
      [opIdOf(id), id],
    );
    const named = beside.named.get(id);
    if (create !== undefined) result.dependsOn.push(create.id);
    else if (beside.coming.has(id)) result.dependsOn.push(opIdOf(id));
    else if (named !== undefined) name(id, named);
    // One of the older form that nobody here knows is the service's own.
    else if (isTemporaryId(id)) result.missing = id;
  }
  return result;
}

/** What a form said when it was opened, with the names that the service has given since. */
export function withNames(db: ReadableDb, text: string): string {
  return resolveTemporary(db, {}, text).patch;
}

/** The id as the record itself spells it: a number stays a number. */
function idLiteralOf(db: ReadableDb, entity: string, id: string): string {
  const row = db.one(
    select({ literal: sql<string | null>`${t.record.base} -> '$.id'` })`FROM ${t.record}
      WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
    [entity, id],
  );
  return row?.literal ?? JSON.stringify(id);
}

function replaceTemporary(
  params: Readonly<Record<string, string>>,
  patch: string,
  temporary: string,
  id: string,
  literal: string,
): { params: Record<string, string>; patch: string } {
  const replaced = Object.entries(params).map(([key, value]) => [
    key,
    value === temporary ? id : value,
  ]);
  return {
    params: Object.fromEntries(replaced) as Record<string, string>,
    patch: patch.replaceAll(`"${temporary}"`, () => literal),
  };
}

/**
 * Puts the service's id in the place of a temporary one, everywhere: ops, lanes, the map. Runs in
 * the transaction that confirms the create, so that no later moment knows only one of them.
 */
export function remap(
  db: WritableDb,
  entity: Entity,
  temporary: string,
  id: string,
  literal: string,
): void {
  db.run(
    statement`INSERT OR REPLACE INTO ${into(t.idMap, 'entity', 'temporaryId', 'id')}
      VALUES (?, ?, ?)`,
    [entity, temporary, id],
  );
  const users = db.all(
    select({ id: t.op.id, params: t.op.params, patch: t.op.patch })`FROM ${t.op}
      WHERE ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED') AND (instr(${t.op.params}, ?) > 0
      OR instr(${t.op.patch}, ?) > 0)`,
    [temporary, temporary],
  );
  for (const op of users) {
    const params = parsedJson(op.params);
    // One that the disk has harmed stays as it is, and holds up no other.
    if (!isTexts(params)) continue;
    const replaced = replaceTemporary(params, op.patch, temporary, id, literal);
    db.run(
      statement`UPDATE ${t.op} SET ${names(t.op.params)} = ?, ${names(t.op.patch)} = ?
        WHERE ${t.op.id} = ?`,
      [JSON.stringify(replaced.params), replaced.patch, op.id],
    );
  }
  // What its author saw in the other record of an assignment is the same one under its new id.
  const [known, named] = [JSON.stringify(temporary), JSON.stringify(id)];
  db.run(
    statement`UPDATE ${t.op} SET ${names(t.op.watch)} = replace(${t.op.watch}, ?, ?)
      WHERE ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED') AND instr(${t.op.watch}, ?) > 0`,
    [known, named, known],
  );
  db.run(
    statement`UPDATE ${t.op} SET ${names(t.op.targetId)} = ?, ${names(t.op.temporary)} = 0
      WHERE ${t.op.entity} = ? AND ${t.op.targetId} = ?`,
    [id, entity, temporary],
  );
  db.run(
    statement`UPDATE ${t.op} SET ${names(t.op.alsoId)} = ? WHERE ${t.op.alsoEntity} = ?
      AND ${t.op.alsoId} = ?`,
    [id, entity, temporary],
  );
  db.run(
    statement`UPDATE ${t.opLane} SET ${names(t.opLane.id)} = ? WHERE ${t.opLane.entity} = ?
      AND ${t.opLane.id} = ?`,
    [id, entity, temporary],
  );
}

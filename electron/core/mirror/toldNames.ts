import { jsonObject } from '../../../shared/rules/jsonText.ts';
import { ENTITIES } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { plainStatement } from '../db/statement.ts';
import type { Part } from '../outbox/model/effect.ts';

/**
 * Names of what the interface has no list of (depots, groups of vehicles, models of devices): they
 * are known from the records that belong to them. A change that waits names them by their ids alone;
 * for lists to order, filter and count it by what its row shows, the overlay has to have the name.
 * Types are kept here too, though they have a list: what waits is told anew when one is renamed.
 *
 * Worked out of the records like the tables of the lists, and made anew with them.
 */
type Kind = Part | 'vehicleType';

export const NAMES_TABLE = `CREATE TABLE list_names (kind TEXT NOT NULL, id TEXT NOT NULL,
  name TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID`;

const NAME_OF = plainStatement<{ name: string }>(
  'SELECT name FROM list_names WHERE kind = ? AND id = ?',
);
const KEEP = plainStatement<never>(
  'INSERT OR REPLACE INTO list_names (kind, id, name) VALUES (?, ?, ?)',
);

/** Where records tell of them; the empty field is the record itself. */
const TELLERS: Partial<Record<Entity, readonly { kind: Kind; field: string }[]>> = {
  vehicle: [
    { kind: 'depot', field: 'depot' },
    { kind: 'vehicleGroup', field: 'groups' },
  ],
  device: [{ kind: 'deviceModel', field: 'model' }],
  vendor: [{ kind: 'deviceModel', field: 'models' }],
  vehicleType: [{ kind: 'vehicleType', field: '' }],
};

/** Kinds of record of which a change that waits can name one of them. */
export const NAMING = ENTITIES.filter((entity) => entity === 'vehicle' || entity === 'device');

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : null;
}

/** What people call it, and by which id; null where either is missing. */
function toldBy(value: unknown): { id: string; name: string } | null {
  const id = member(value, 'id');
  const name = member(value, 'name');
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return typeof name === 'string' && name !== '' ? { id: String(id), name } : null;
}

/** The names that one pass over changed records meets. */
export class ToldNames {
  readonly #db: WritableDb;
  readonly #known = new Map<string, string | null>();
  /** Whether one was not known, or was another. */
  learned = false;

  constructor(db: WritableDb) {
    this.#db = db;
  }

  take(entity: Entity, record: unknown): void {
    for (const { kind, field } of TELLERS[entity] ?? []) {
      const value = field === '' ? record : member(record, field);
      for (const one of Array.isArray(value) ? value : [value]) {
        const told = toldBy(one);
        if (told !== null) this.#keep(kind, told.id, told.name);
      }
    }
  }

  #keep(kind: Kind, id: string, name: string): void {
    const key = `${kind} ${id}`;
    const known = this.#known.get(key) ?? this.#db.one(NAME_OF, [kind, id])?.name ?? null;
    if (known !== name) {
      this.#db.run(KEEP, [kind, id, name]);
      this.learned = true;
    }
    this.#known.set(key, name);
  }
}

/** The short form of one of them, as records have it; null where its name is not known. */
export function toldName(db: ReadableDb, kind: Part, id: string): string | null {
  const known = db.one(NAME_OF, [kind, id]);
  return known === undefined ? null : jsonObject([['name', JSON.stringify(known.name)]]);
}

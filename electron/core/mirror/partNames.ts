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

/**
 * What lists hold of a record that tells the part itself and not its name beside it, as the interface
 * promises no more: the part's own name, else the one that other records tell of its id.
 */
export const BESIDE: readonly { entity: Entity; field: string; part: string; kind: Part }[] = [
  { entity: 'vehicle', field: 'depotName', part: 'depot', kind: 'depot' },
];

/** Kinds of record of which a change that waits can name one of them. */
export const NAMING = ENTITIES.filter((entity) => entity === 'vehicle' || entity === 'device');

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : null;
}

const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function idIn(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : nameIn(value);
}

/** What people call it, and by which id; null where either is missing. */
function summaryIn(value: unknown): { id: string; name: string } | null {
  const id = idIn(member(value, 'id'));
  const name = nameIn(member(value, 'name'));
  return id === null || name === null ? null : { id, name };
}

/** The names that one pass over changed records meets. */
export class PartNames {
  readonly #db: WritableDb;
  readonly #known = new Map<string, string | null>();
  /** Those that were not known, or were others, with what lists held instead. */
  readonly learned: { kind: Kind; instead: string }[] = [];

  constructor(db: WritableDb) {
    this.#db = db;
  }

  take(entity: Entity, record: unknown): void {
    for (const { kind, field } of TELLERS[entity] ?? []) {
      const value = field === '' ? record : member(record, field);
      for (const one of Array.isArray(value) ? value : [value]) {
        const summary = summaryIn(one);
        if (summary !== null) this.#keep(kind, summary.id, summary.name);
      }
    }
  }

  /**
   * What a list holds of a field that the record leaves to its part: a name where one is known, else
   * the id; null where it is told nothing of it.
   */
  beside(entity: Entity, field: string, record: unknown): string | null {
    const known = BESIDE.find((one) => one.entity === entity && one.field === field);
    if (known === undefined) return null;
    const part = member(record, known.part);
    const name = nameIn(member(part, 'name'));
    const id = idIn(part) ?? idIn(member(part, 'id'));
    return name ?? (id === null ? null : (this.#nameOf(known.kind, id) ?? id));
  }

  #nameOf(kind: Kind, id: string): string | null {
    const key = `${kind} ${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = this.#db.one(NAME_OF, [kind, id])?.name ?? null;
    this.#known.set(key, name);
    return name;
  }

  #keep(kind: Kind, id: string, name: string): void {
    const known = this.#nameOf(kind, id);
    if (known === name) return;
    this.#db.run(KEEP, [kind, id, name]);
    this.learned.push({ kind, instead: known ?? id });
    this.#known.set(`${kind} ${id}`, name);
  }
}

/** The short form of one of them, as records have it; null where its name is not known. */
export function partName(db: ReadableDb, kind: Part, id: string): string | null {
  const known = db.one(NAME_OF, [kind, id]);
  return known === undefined ? null : jsonObject([['name', JSON.stringify(known.name)]]);
}

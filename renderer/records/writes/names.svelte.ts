import { SvelteMap } from 'svelte/reactivity';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { call, listen } from '../../bridge.ts';
import type { Entity, Row } from '../../bridge.ts';
import { titleOf } from '../columns.ts';

/** Records that are read at a time. */
const WINDOW = 500;

/**
 * Names of the records that writes link to, read from the mirror as they are asked for. Reactive:
 * what shows an id follows when its name has arrived.
 */
class RecordNames {
  readonly #known = new SvelteMap<string, Row>();
  readonly #asked = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  /** What is asked for and not being read yet, by kind; null where nothing is. */
  #wanted: Map<Entity, string[]> | null = null;
  /** Known ones that may have changed since: they are read again once somebody asks. */
  readonly #stale = new Set<string>();
  /** Moves, by kind, when all of its records may have changed. */
  readonly #turns = new SvelteMap<Entity, number>();

  /** It lives as long as the desk and follows renamed records and another account. */
  constructor() {
    listen('changed', ({ entity, ids }) => {
      for (const key of this.#asked) {
        if (!key.startsWith(`${entity}/`)) continue;
        const id = key.slice(entity.length + 1);
        // A whole fleet may have been brought for a file that left long ago.
        if (ids === null) this.#stale.add(key);
        else if (ids.includes(id)) this.#want(entity, id);
      }
      if (ids === null) this.#turns.set(entity, (this.#turns.get(entity) ?? 0) + 1);
    });
    listen('account', () => {
      this.#known.clear();
      this.#asked.clear();
      this.#stale.clear();
    });
  }

  /** The name where it is known, else null; it is read then. */
  of(entity: Entity, id: string): string | null {
    const row = this.#row(entity, id);
    return row === undefined ? null : titleOf(entity, row);
  }

  /** JSON text of a field where the record is known and has it, else null; it is read then. */
  field(entity: Entity, id: string, field: string): string | null {
    const row = this.#row(entity, id);
    return row === undefined ? null : jsonMember(row.json, field);
  }

  /** Comes once all that was asked for so far is answered. */
  async arrived(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Reads those that are not known yet, many at a time. */
  async bring(entity: Entity, ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)].filter(
      (id) => !this.#known.has(`${entity}/${id}`) || this.#stale.has(`${entity}/${id}`),
    );
    await this.#read(entity, wanted);
  }

  /** Those that a list has, a window of it at a time. */
  async #read(entity: Entity, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += WINDOW) {
      const oneOf = ids.slice(at, at + WINDOW);
      const result = await call('records.window', {
        view: { entity, archived: 'all', filters: [{ field: 'id', oneOf }] },
        ...{ offset: 0, limit: WINDOW },
      });
      for (const row of result.ok ? result.value.rows : []) {
        this.#asked.add(`${entity}/${row.id}`);
        this.#stale.delete(`${entity}/${row.id}`);
        this.#known.set(`${entity}/${row.id}`, row);
      }
    }
  }

  /**
   * Asks for one, together with all others that are asked for at the same time: of hundreds of questions at
   * once most would be refused, with whatever else the page asks for meanwhile.
   */
  #want(entity: Entity, id: string): void {
    if (this.#wanted === null) {
      // Not while something is being drawn that depends on it.
      const fetched = Promise.resolve().then(() => this.#fetchWanted());
      this.#underWay.add(fetched);
      void fetched.finally(() => this.#underWay.delete(fetched));
    }
    this.#wanted ??= new Map();
    const ids = this.#wanted.get(entity);
    if (ids === undefined) this.#wanted.set(entity, [id]);
    else ids.push(id);
  }

  async #fetchWanted(): Promise<void> {
    const wanted = this.#wanted ?? [];
    this.#wanted = null;
    for (const [entity, ids] of wanted) {
      if (ids.length > 1) await this.#read(entity, ids);
      // A list knows none by the id that it had before the service gave it another one.
      for (const id of ids) {
        if (ids.length === 1 || !this.#known.has(`${entity}/${id}`)) await this.#fetch(entity, id);
      }
    }
  }

  #row(entity: Entity, id: string): Row | undefined {
    const key = `${entity}/${id}`;
    const known = this.#known.get(key);
    // Whoever shows it asks again.
    void this.#turns.get(entity);
    if (this.#stale.delete(key) || (known === undefined && !this.#asked.has(key))) {
      this.#asked.add(key);
      this.#want(entity, id);
    }
    return known;
  }

  async #fetch(entity: Entity, id: string): Promise<void> {
    const result = await call('records.get', { entity, id });
    // Whoever shows it again asks again.
    if (!result.ok) this.#asked.delete(`${entity}/${id}`);
    const row = result.ok ? result.value?.row : undefined;
    if (row !== undefined) this.#known.set(`${entity}/${id}`, row);
  }
}

export const recordNames = new RecordNames();

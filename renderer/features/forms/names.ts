import { SvelteMap } from 'svelte/reactivity';
import { call } from '../../bridge.ts';
import type { Entity } from '../../bridge.ts';
import { fieldsOfRow, nameOf, textAt } from '../../state/record.ts';

/** Names of vehicles and drivers out of the mirror, asked for once while a page is open. */
export class Names {
  readonly #names = new SvelteMap<string, string | null>();
  readonly #asked = new Set<string>();

  /** What a record is called; null while that is unknown. */
  of(entity: Entity, id: string): string | null {
    const key = `${entity}/${id}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      void this.#load(entity, id, key);
    }
    return this.#names.get(key) ?? null;
  }

  async #load(entity: Entity, id: string, key: string): Promise<void> {
    const result = await call('records.get', { entity, id });
    if (!result.ok || result.value === null) return;
    const fields = fieldsOfRow(result.value.row);
    this.#names.set(key, textAt(fields, 'regNo') ?? nameOf(Object.fromEntries(fields)));
  }
}

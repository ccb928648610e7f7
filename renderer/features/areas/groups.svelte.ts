import { call, listen } from '../../bridge.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';
import type { WireId } from './draft.ts';

export interface AreaGroup {
  /** As the service spells it: it goes back that way in a body. */
  readonly wireId: WireId;
  readonly id: string;
  readonly name: string;
}

const MOST = 500;

/** The living area groups, by name. */
export class AreaGroups {
  #all = $state.raw<readonly AreaGroup[]>([]);

  get all(): readonly AreaGroup[] {
    return this.#all;
  }

  /** Names of groups by id; an id that is not known stands for itself. */
  nameOf(id: WireId): string {
    return this.#all.find((group) => group.id === String(id))?.name ?? String(id);
  }

  start(): () => void {
    void this.#load();
    return listen('changed', ({ entity }) => {
      if (entity === 'areaGroup') void this.#load();
    });
  }

  async #load(): Promise<void> {
    const result = await call('records.window', {
      view: { entity: 'areaGroup', sort: { field: 'name' } },
      offset: 0,
      limit: MOST,
    });
    if (!result.ok) return;
    this.#all = result.value.rows.map((row) => {
      const fields = fieldsOfRow(row);
      const id = fields.get('id');
      return {
        // A group that only this computer knows is named by its temporary id until it is sent.
        wireId: !row.temporary && (typeof id === 'number' || typeof id === 'string') ? id : row.id,
        id: row.id,
        name: textAt(fields, 'name') ?? row.id,
      };
    });
  }
}

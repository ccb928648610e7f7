import { call, listen } from '../../bridge.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';
import { text } from '../../text/en.ts';
import type { AreaView } from './area.ts';
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

  /** The name of a group by its id; null where it was not read. */
  nameOf(id: WireId): string | null {
    return this.#all.find((group) => group.id === String(id))?.name ?? null;
  }

  /** What the groups of an area are called; one that was not read is told as such, never by its id. */
  namesOf({ groupIds, groupNames }: Pick<AreaView, 'groupIds' | 'groupNames'>): readonly string[] {
    const known = groupIds.map((id) => this.nameOf(id));
    return known.includes(null) && groupNames.length > 0
      ? groupNames
      : known.map((name) => name ?? text.areas.groups.notRead);
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

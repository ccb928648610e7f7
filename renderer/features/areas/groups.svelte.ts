import { listen } from '../../bridge.ts';
import type { Row } from '../../bridge.ts';
import { everyRecord } from '../../records/everyRecord.ts';
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

/** The living area groups, by name. */
export class AreaGroups {
  #all = $state.raw<readonly AreaGroup[]>([]);
  /** How often they were asked for; the number of the reading that is shown. */
  #asked = 0;
  #shown = 0;

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
    const turn = (this.#asked += 1);
    const view = { entity: 'areaGroup', sort: { field: 'name' } } as const;
    const read = await everyRecord(view, () => turn >= this.#shown);
    if (read?.ok !== true || turn < this.#shown) return;
    this.#shown = turn;
    this.#all = read.value.map(groupOf);
  }
}

function groupOf(row: Row): AreaGroup {
  const fields = fieldsOfRow(row);
  const id = fields.get('id');
  return {
    // A group that only this computer knows is named by its temporary id until it is sent.
    wireId: !row.temporary && (typeof id === 'number' || typeof id === 'string') ? id : row.id,
    id: row.id,
    name: textAt(fields, 'name') ?? row.id,
  };
}

import { call, listen } from '../../bridge.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';
import type { DrawnArea } from '../layers/areas.ts';
import { groupsOf, namesOf } from './areaGroups.ts';
import type { AreaGroup } from './areaGroups.ts';

const PAGE = 500;

/** The rows of a kind that live, a window at a time; ends with the first that can't be read. */
async function* windowsOf(entity: 'area' | 'areaGroup') {
  for (let offset = 0; ; offset += PAGE) {
    const result = await call('records.window', { view: { entity }, offset, limit: PAGE });
    yield result;
    if (!result.ok || offset + PAGE >= result.value.total) return;
  }
}

/** Living areas of the mirror, as the map draws them; read again when areas change. */
export class LivingAreas {
  #all = $state.raw<readonly DrawnArea[]>([]);
  #groupNames = $state.raw<ReadonlyMap<string, string>>(namesOf([]));
  #loaded = $state(false);
  #generation = 0;

  /** False until the mirror has answered once. */
  get loaded(): boolean {
    return this.#loaded;
  }

  get all(): readonly DrawnArea[] {
    return this.#all;
  }

  /** Names of their groups by id. */
  get groupNames(): ReadonlyMap<string, string> {
    return this.#groupNames;
  }

  start(): () => void {
    void this.#load();
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === 'area' || entity === 'areaGroup') void this.#load();
      }),
      listen('account', () => void this.#load()),
    ];
    return () => {
      this.#generation += 1;
      stops.forEach((stop) => stop());
    };
  }

  async #load(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const found: DrawnArea[] = [];
    const named: AreaGroup[] = [];
    for await (const result of windowsOf('area')) {
      if (generation !== this.#generation || !result.ok) return;
      for (const row of result.value.rows) {
        const fields = fieldsOfRow(row);
        const shape = areaShape({
          type: fields.get('type'),
          coordinates: fields.get('coordinates'),
          radius: fields.get('radius'),
        });
        if (shape === undefined) continue;
        const name = textAt(fields, 'name') ?? row.id;
        const groups = groupsOf(fields.get('groups'));
        named.push(...groups);
        const groupIds = groups.map(({ id }) => id);
        found.push({ id: row.id, name, colour: textAt(fields, 'color'), shape, groups: groupIds });
      }
    }
    for await (const result of windowsOf('areaGroup')) {
      if (generation !== this.#generation) return;
      const rows = result.ok ? result.value.rows : [];
      named.push(...rows.map((row) => ({ id: row.id, name: textAt(fieldsOfRow(row), 'name') })));
    }
    this.#groupNames = namesOf(named);
    this.#all = found;
    this.#loaded = true;
  }
}

import { call, listen } from '../../bridge.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';
import type { DrawnArea } from '../layers/areas.ts';

const PAGE = 500;

/** Living areas of the mirror, as the map draws them; read again when areas change. */
export class LivingAreas {
  #all = $state.raw<readonly DrawnArea[]>([]);
  #loaded = $state(false);
  #generation = 0;

  /** False until the mirror has answered once. */
  get loaded(): boolean {
    return this.#loaded;
  }

  get all(): readonly DrawnArea[] {
    return this.#all;
  }

  start(): () => void {
    void this.#load();
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === 'area') void this.#load();
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
    for (let offset = 0; ; offset += PAGE) {
      const result = await call('records.window', {
        view: { entity: 'area' },
        offset,
        limit: PAGE,
      });
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
        found.push({ id: row.id, name, colour: textAt(fields, 'color'), shape });
      }
      if (offset + PAGE >= result.value.total) break;
    }
    this.#all = found;
    this.#loaded = true;
  }
}

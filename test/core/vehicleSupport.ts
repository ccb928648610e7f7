import type { Op } from '../../shared/ipc/shapes.ts';
import { jsonMember, setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Bench } from './outbox/support.ts';

/** The vehicle that the tests of bases begin with. */
export const VEHICLE = '{"id":12,"regNo":"WB 12","defaultLabel":"A","model":"m"}';

/** What is done to vehicles, here and by somebody else at the service. */
export class Vehicles {
  readonly #desk: Bench;

  constructor(desk: Bench) {
    this.#desk = desk;
  }

  update(body: Record<string, unknown>, vehicleId = '12'): Promise<Op> {
    return this.#desk.write('updateVehicle', { vehicleId }, body);
  }

  rename(label: string, vehicleId = '12'): Promise<Op> {
    return this.update({ defaultLabel: label }, vehicleId);
  }

  atService(id = '12'): string {
    return this.#desk.service.table('vehicle').get(id) ?? '';
  }

  labelAt(id = '12'): string | null {
    return jsonMember(this.atService(id), 'defaultLabel');
  }

  /** Somebody else changes a record at the service. */
  elsewhere(field: string, value: string, id = '12'): void {
    const text = setJsonMembers(this.atService(id), new Map([[field, value]]));
    this.#desk.service.table('vehicle').set(id, text);
  }

  /** What `records.put` of a scan or a detail brings into the mirror. */
  async scanned(id = '12'): Promise<void> {
    const readAt = this.#desk.clock.now() + 1;
    const text = this.atService(id);
    await this.#desk.store.write('records.put', { entity: 'vehicle', id, text, path: '$', readAt });
  }
}

/** The service does something of its own once, right after it applied the next write. */
export function afterNextWrite({ service }: Bench, act: (id: string) => void): void {
  const apply = service.apply.bind(service);
  service.apply = (name, params, body) => {
    const text = apply(name, params, body);
    service.apply = apply;
    act(jsonMember(text, 'id') ?? '');
    return text;
  };
}

import { same, value } from './judgeValues.ts';

/** What the service had of its records, and what the mirror holds of them. */
interface Mirrored {
  deeds: readonly {
    id: string;
    entity: string;
    before?: string | null;
    after?: string | null;
  }[];
  mirror: readonly { entity: string; id: string; base: string | null; temporary: number }[];
  truth(entity: string, id: string): string | null;
  first?(entity: string, id: string): string | null;
}

/** What a record is told by, and what others change. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  vehicle: ['regNo', 'name', 'defaultLabel', 'make', 'fleetNo'],
  area: ['regNo', 'name', 'defaultLabel', 'make', 'fleetNo'],
  user: ['email', 'fullName', 'name', 'phone'],
  fuelTransaction: ['vehicle'],
};

/** I8: what the mirror holds of a record is what the service had of this very record. */
export function mirrored(given: Mirrored): string[] {
  if (given.first === undefined) return [];
  const found: string[] = [];
  for (const { entity, id, base, temporary } of given.mirror) {
    const telling = TELLING[entity];
    if (base === null || temporary === 1 || telling === undefined) continue;
    const own = given.deeds.filter((deed) => deed.id === id && deed.entity === entity);
    const texts = [
      given.first(entity, id),
      given.truth(entity, id),
      ...own.flatMap(({ before, after }) => [before ?? null, after ?? null]),
    ].filter((text) => text !== null);
    if (texts.length === 0) continue;
    for (const field of telling) {
      const here = value(base, field);
      if (texts.some((text) => same(value(text, field), here))) continue;
      found.push(
        `I8: ${field} of ${entity} ${id} is ${JSON.stringify(here)} here, which it never was`,
      );
    }
  }
  return found;
}

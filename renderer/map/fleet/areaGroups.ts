import { readIds } from '../../state/mapViews.svelte.ts';
import { fieldsOf, textAt } from '../../state/record.ts';
import { remembered } from '../../state/remembered.svelte.ts';
import type { DrawnArea } from '../layers/areas.ts';

/** Stands for areas that belong to no group. */
export const NO_GROUP = '';

/** Groups whose areas the maps of an account leave out, by id. */
export const hiddenGroups = remembered<readonly string[]>('map.hiddenAreaGroups', [], readIds);

/** A group as an area or a list of groups names it. */
export interface AreaGroup {
  readonly id: string;
  readonly name: string | null;
}

/** The groups of an area: ids, or summaries that tell their names. */
export function groupsOf(listed: unknown): AreaGroup[] {
  const groups: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return groups.flatMap((group) => {
    const isRecord = typeof group === 'object' && group !== null;
    const id = isRecord ? fieldsOf(group).get('id') : group;
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    return [{ id: String(id), name: isRecord ? textAt(fieldsOf(group), 'name') : null }];
  });
}

/** Names of groups by id; those that are told later count for more. */
export function namesOf(groups: readonly AreaGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** Whether an area is drawn: one that belongs to several groups as long as one of them is. */
export function isShown({ groups }: Pick<DrawnArea, 'groups'>, hidden: readonly string[]): boolean {
  return groups.length === 0
    ? !hidden.includes(NO_GROUP)
    : groups.some((id) => !hidden.includes(id));
}

/** The areas of a map; the one that is open is there whatever is left out. */
export function shownAreas(
  areas: readonly DrawnArea[],
  hidden: readonly string[],
  openId: string | null = null,
): DrawnArea[] {
  return areas.filter((area) => area.id === openId || isShown(area, hidden));
}

/** A group of the legend. */
export interface LegendGroup {
  readonly id: string;
  /** Null for areas without a group. */
  readonly name: string | null;
  readonly count: number;
  /** Colours of its areas, the most frequent first; null stands for the map's own. */
  readonly colours: readonly (string | null)[];
}

/**
 * Groups that have areas on the map, by name; those without a group come last.
 *
 * @param names of groups by id; one that is not known is called by its id
 */
export function legendOf(
  areas: readonly DrawnArea[],
  names: ReadonlyMap<string, string>,
): LegendGroup[] {
  const found = new Map<string, Map<string | null, number>>();
  for (const { groups, colour } of areas) {
    for (const id of groups.length === 0 ? [NO_GROUP] : groups) {
      const colours = found.get(id) ?? new Map<string | null, number>();
      found.set(id, colours.set(colour, (colours.get(colour) ?? 0) + 1));
    }
  }
  return [...found]
    .map(([id, colours]) => ({
      id,
      name: id === NO_GROUP ? null : (names.get(id) ?? id),
      count: [...colours.values()].reduce((sum, count) => sum + count, 0),
      colours: [...colours].sort(([, a], [, b]) => b - a).map(([colour]) => colour),
    }))
    .sort((a, b) => (a.name === null ? 1 : b.name === null ? -1 : a.name.localeCompare(b.name)));
}

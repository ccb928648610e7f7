import { fold } from '../../../../shared/rules/fold.ts';
import { areaBody } from '../../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../../shared/rules/areaShape.ts';
import { toGeoJsonPosition } from '../../../../shared/rules/geo.ts';
import type { LatLng } from '../../../../shared/rules/geo.ts';
import { areaText } from '../../../text/en.ts';
import { groupNamesOf } from '../area.ts';
import type { AreaView } from '../area.ts';
import { changesOf } from '../draft.ts';
import type { AreaBody, AreaChanges, WireId } from '../draft.ts';
import { AREA_PALETTE } from '../palette.ts';
import { pointsOf } from './found.ts';
import type { Found, FoundArea } from './found.ts';
import { sayReason } from './say.ts';

/** What a file would change: each of its areas beside the one that it is here. Pure. */

export const FATES = ['new', 'changed', 'same', 'broken'] as const;
export type Fate = (typeof FATES)[number];

export type FileRow = { readonly n: number; readonly name: string; readonly why: string } & (
  | { readonly fate: 'new'; readonly shape: AreaShape; readonly body: AreaBody }
  | {
      readonly fate: 'changed';
      readonly shape: AreaShape;
      readonly before: AreaView;
      readonly changes: AreaChanges;
    }
  | { readonly fate: 'same'; readonly shape: AreaShape }
  | { readonly fate: 'broken' }
);

/** A group of areas as it is here. */
export interface KnownGroup {
  readonly wireId: WireId;
  readonly name: string;
}

const words = areaText.files;
/** Degrees to the sixth decimal, rounded as most files hold them: of two roundings one differs at times. */
const round = (position: LatLng): string => toGeoJsonPosition(position).join(' ');

/** A ring from its least corner on, in the direction of the lesser neighbour. */
function ringText(ring: readonly LatLng[]): string {
  const texts = ring.map(round);
  const least = texts.reduce((best, text, i) => (text < (texts[best] ?? '') ? i : best), 0);
  const onwards = [...texts.slice(least), ...texts.slice(0, least)];
  const [first = '', ...rest] = onwards;
  const backwards = [first, ...rest.toReversed()];
  return [onwards, backwards].map((one) => one.join(';')).sort()[0] ?? '';
}

/** A shape as text that is the same for the same ground, to a tenth of a metre. */
function shapeText(shape: AreaShape): string {
  const { type, coordinates, radius = 0 } = areaBody(shape);
  const points =
    type === 'polygon' || type === 'rectangle'
      ? ringText(coordinates)
      : coordinates.map(round).join(';');
  return `${type} ${radius.toFixed(1)} ${points}`;
}

function bodyOf(area: AreaView, shape: AreaShape): AreaBody {
  const { name, colour, groupIds } = area;
  return { name, ...areaBody(shape), color: colour ?? '', groupIds: [...groupIds] };
}

/** What of an area differs, in words. */
function said(changes: AreaChanges): string {
  const parts = [
    ...(changes.name === undefined ? [] : [words.change.name]),
    ...(changes.coordinates === undefined ? [] : [words.change.shape]),
    ...(changes.color === undefined ? [] : [words.change.colour]),
    ...(changes.groupIds === undefined ? [] : [words.change.groups]),
  ];
  return parts.join(', ');
}

class Comparing {
  readonly #byId: ReadonlyMap<string, AreaView>;
  readonly #byName = new Map<string, AreaView[]>();
  readonly #groups = new Map<string, WireId[]>();
  readonly #groupNames: ReadonlyMap<string, string>;
  readonly #met = new Set<string>();

  constructor(existing: readonly AreaView[], groups: readonly KnownGroup[]) {
    this.#byId = new Map(existing.map((area) => [area.id, area]));
    for (const area of existing) {
      const key = fold(area.name);
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), area]);
    }
    for (const { name, wireId } of groups) {
      const key = fold(name);
      this.#groups.set(key, [...(this.#groups.get(key) ?? []), wireId]);
    }
    this.#groupNames = new Map(groups.map(({ name, wireId }) => [String(wireId), name]));
  }

  /**
   * The groups that a file names for an area, with a note about those that can't be told. Several groups
   * may share a name, and an area may be in one that is not among the known ones, as it is archived:
   * those that it is in come first.
   */
  #groupsOf({ groups }: FoundArea, before: AreaView | undefined): { ids: WireId[]; note: string } {
    const nameOf = (id: WireId): string | undefined => this.#groupNames.get(String(id));
    const names = before === undefined ? [] : groupNamesOf(before, nameOf).map(fold);
    const ids = new Set<WireId>();
    const [unknown, shared]: [string[], string[]] = [[], []];
    for (const group of groups) {
      const key = fold(group);
      const own = before?.groupIds.filter((id, at) => names[at] === key || String(id) === group);
      const known = this.#groups.get(key) ?? [];
      const meant = own === undefined || own.length === 0 ? known : own;
      if (meant === known && known.length !== 1) {
        (known.length === 0 ? unknown : shared).push(group);
      } else for (const id of meant) ids.add(id);
    }
    const notes = [
      ...(unknown.length === 0 ? [] : [words.note.groups(unknown.join(', '))]),
      ...(shared.length === 0 ? [] : [words.note.sharedGroups(shared.join(', '))]),
    ];
    return { ids: [...ids], note: notes.join(' ') };
  }

  row(found: Found, n: number): FileRow {
    const { name } = found;
    if ('reason' in found) return { n, name, fate: 'broken', why: sayReason(found.reason) };
    const named = this.#byName.get(fold(name)) ?? [];
    const byId = found.id === null ? undefined : this.#byId.get(found.id);
    if (byId === undefined && named.length > 1) {
      return { n, name, fate: 'broken', why: words.reason.severalHere(named.length) };
    }
    const before = byId ?? named[0];
    const key = before === undefined ? `new ${fold(name)}` : before.id;
    if (this.#met.has(key)) return { n, name, fate: 'broken', why: words.reason.twice };
    this.#met.add(key);
    const { shape } = found;
    const { ids: groupIds, note } = this.#groupsOf(found, before);
    const notes = [
      ...(found.holes === 0 ? [] : [words.note.holes(found.holes)]),
      ...(note === '' ? [] : [note]),
    ].join(' ');
    if (before === undefined) {
      const color = found.colour ?? AREA_PALETTE[0];
      const body = { name, ...areaBody(shape), color, groupIds };
      return { n, name, fate: 'new', why: notes, shape, body };
    }
    if (before.readOnly) return { n, name, fate: 'broken', why: areaText.readOnlyHint };
    const isSameShape = before.shape !== undefined && shapeText(before.shape) === shapeText(shape);
    const now = bodyOf(before, isSameShape ? before.shape : shape);
    const was = before.shape === undefined ? undefined : bodyOf(before, before.shape);
    const wanted: AreaBody = {
      ...now,
      name,
      color: found.colour ?? now.color,
      // A file that says nothing of groups takes an area out of none.
      groupIds: groupIds.length === 0 ? now.groupIds : groupIds,
    };
    const changes: AreaChanges = was === undefined ? wanted : changesOf(wanted, was);
    if (Object.keys(changes).length === 0) return { n, name, fate: 'same', why: notes, shape };
    const why = [said(changes), notes].filter((part) => part !== '').join('. ');
    return { n, name, fate: 'changed', why, shape, before, changes };
  }
}

/** Between stretches of so many points the desk goes on. */
const STRETCH_POINTS = 3_000;

/**
 * Each piece of a file with what would become of it. An area is known again by the id that it left
 * with, else by its name.
 *
 * @param pause lets the desk draw and listen for a moment
 */
export async function differenceOf(
  found: readonly Found[],
  existing: readonly AreaView[],
  groups: readonly KnownGroup[],
  pause: () => Promise<void>,
): Promise<FileRow[]> {
  const comparing = new Comparing(existing, groups);
  const rows: FileRow[] = [];
  let points = 0;
  for (const one of found) {
    rows.push(comparing.row(one, rows.length + 1));
    points += pointsOf(one);
    if (points < STRETCH_POINTS) continue;
    points = 0;
    await pause();
  }
  return rows;
}

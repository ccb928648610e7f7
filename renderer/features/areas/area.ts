import type { Row } from '../../bridge.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { isPosition } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { fieldsOf, fieldsOfRow, textAt } from '../../state/record.ts';
import { bodyOf, geometryOf } from './draft.ts';
import type { Draft, WireId } from './draft.ts';
import { AREA_PALETTE } from './palette.ts';
import { areaText } from '../../text/en.ts';

/** An area as list and detail show it (specification, section 2.11). */
export interface AreaView {
  readonly id: string;
  readonly name: string;
  /** As the service spells it. */
  readonly type: string | null;
  readonly colour: string | null;
  readonly groupIds: readonly WireId[];
  readonly groupNames: readonly string[];
  readonly shape: AreaShape | undefined;
  readonly readOnly: boolean;
  /** The record as it is shown, to the letter. */
  readonly json: string;
}

const cache = new WeakMap<Row, AreaView>();

/** Reads a row; unknown geometries have no shape. */
export function areaOf(row: Row): AreaView {
  const known = cache.get(row);
  if (known !== undefined) return known;
  const fields = fieldsOfRow(row);
  const listed = fields.get('groups');
  const groups: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const view: AreaView = {
    id: row.id,
    name: textAt(fields, 'name') ?? row.id,
    type: textAt(fields, 'type'),
    colour: textAt(fields, 'color'),
    groupIds: groups.flatMap((group) => idOf(group) ?? []),
    groupNames: groups.flatMap((group) => textAt(fieldsOf(group), 'name') ?? []),
    shape: areaShape({
      type: fields.get('type'),
      coordinates: fields.get('coordinates'),
      radius: fields.get('radius'),
    }),
    readOnly: fields.get('readOnly') === true,
    json: row.json,
  };
  cache.set(row, view);
  return view;
}

/** What each group of an area is called, in their order; one whose name was not read by its id. */
export function groupNamesOf(
  { groupIds, groupNames }: AreaView,
  nameOf: (id: WireId) => string | null | undefined,
): string[] {
  // Where some came without a name it can't be told whose the others are.
  const listed = groupNames.length === groupIds.length ? groupNames : [];
  return groupIds.map((id, at) => nameOf(id) ?? listed[at] ?? String(id));
}

/** Groups come as ids or as summaries with an id. */
function idOf(group: unknown): WireId | null {
  const id = typeof group === 'object' && group !== null ? fieldsOf(group).get('id') : group;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The draft that changes an area; null where its geometry cannot be changed here. */
export function draftOf({ id, name, colour, groupIds, shape, json }: AreaView): Draft | null {
  if (shape === undefined) return null;
  const draft: Draft = {
    targetId: id,
    name,
    colour: colour !== null && /^#[0-9a-f]{6}$/i.test(colour) ? colour : AREA_PALETTE[0],
    groupIds,
    geometry: geometryOf(shape),
    before: null,
    seen: json,
    seenAt: Date.now(),
  };
  return { ...draft, before: JSON.stringify(bodyOf(draft)) };
}

/** The draft of a new area like one that is there; null where its geometry cannot be changed here. */
export function copyOf(area: AreaView): Draft | null {
  const draft = draftOf(area);
  if (draft === null) return null;
  return {
    ...draft,
    targetId: null,
    name: areaText.copyName(area.name),
    before: null,
    seen: null,
    seenAt: null,
  };
}

/** The position in an address, as the map's menu puts it there; null where there is none. */
export function positionIn({ lat, lng }: Readonly<Record<string, string>>): LatLng | null {
  if (lat === undefined || lng === undefined) return null;
  const at = { lat: Number(lat), lng: Number(lng) };
  return isPosition(at) ? at : null;
}

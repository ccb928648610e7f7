import type { areas } from '../../../shared/api/areas.ts';
import {
  areaCreate,
  areaGroupCreate,
  areaGroupUpdate,
  areaUpdate,
} from '../../../shared/model/area.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { areaProblems, polygonText } from '../areaGeometry.ts';
import { signedIn } from '../auth.ts';
import { readBody } from '../body.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { listOf, pageOf } from '../list.ts';
import { invalid } from '../refusal.ts';
import type { Row } from '../store.ts';
import { archive, given, need, needInBody, ownerFor, restore } from './records.ts';

const AREA = 'The area';
const GROUP = 'The area group';

/** @param client of the area: an account that sees several may not mix them */
function groupsFor(
  service: Service,
  call: Call,
  ids: readonly (string | number)[],
  client: string | null,
) {
  return [...new Set(ids.map(String))].map((id) => {
    const group = needInBody(service, call, 'areaGroup', 'groupIds', id);
    if (group.client !== client) throw invalid({ groupIds: ['Does not exist.'] });
    return { id: valueOf(group.doc, 'id'), name: textOf(group.doc, 'name') };
  });
}

/** Sets the derived fields of a geometry and refuses one that does not hold together. */
function withGeometry(doc: string): string {
  const problems = areaProblems(doc);
  if (problems !== undefined) throw invalid(problems);
  // A line may have one, as half its width.
  const isRound = ['circle', 'polyline'].includes(textOf(doc, 'type') ?? '');
  const radius = isRound ? {} : { radius: null };
  return withValues(doc, { ...radius, polygon: polygonText(doc) });
}

function createArea(service: Service, call: Call): Answer {
  const { known, extra, clientId } = readBody(areaCreate, call.bodyText, 'area');
  const owner = ownerFor(service, call, clientId);
  const { groupIds, ...plain } = known;
  const number = service.store.next('area');
  // Old areas have numbers, new ones text: tenants that have lived through a migration do.
  const id = `ar-${number}`;
  const now = iso(call.nowMs);
  let doc = JSON.stringify({
    id,
    radius: null,
    color: '#2f6fde',
    ...given(plain),
    groups: groupsFor(service, call, groupIds ?? [], owner.client),
    readOnly: false,
    status: 'active',
    archivedAt: null,
    team: owner.team,
    createdAt: now,
    updatedAt: now,
  });
  doc = setJsonMembers(withGeometry(doc), extra);
  const { client, reseller } = owner;
  service.store.insert({ entity: 'area', id, doc, client, reseller, updated: call.nowMs });
  return { as: 'one', text: doc, status: 201, id };
}

function updateArea(service: Service, call: Call): Answer {
  const row = need(service, call, 'area', 'areaId', AREA);
  const { known, extra } = readBody(areaUpdate, call.bodyText, 'area');
  const { groupIds, ...plain } = known;
  const fields: Record<string, unknown> = { ...given(plain), updatedAt: iso(call.nowMs) };
  if (groupIds !== undefined) fields['groups'] = groupsFor(service, call, groupIds, row.client);
  let doc = setJsonMembers(withValues(row.doc, fields), extra);
  const shape = [known.type, known.coordinates, known.radius];
  if (shape.some((value) => value !== undefined)) doc = withGeometry(doc);
  service.store.change(row, { doc }, call.nowMs);
  return { as: 'one', text: doc };
}

/** Areas whose groups name this one. */
function members(service: Service, group: Row): Row[] {
  return service.store.rows(
    `SELECT * FROM record WHERE entity = 'area' AND client IS ? AND EXISTS (
       SELECT 1 FROM json_each(doc, '$.groups') AS g WHERE CAST(g.value ->> '$.id' AS TEXT) = ?)`,
    group.client,
    group.id,
  );
}

function changeMembers(
  service: Service,
  group: Row,
  nowMs: number,
  name: string | undefined,
): void {
  for (const area of members(service, group)) {
    const groups = valueOf(area.doc, 'groups');
    if (!Array.isArray(groups)) continue;
    const isThis = (entry: unknown) =>
      typeof entry === 'object' && entry !== null && String(Reflect.get(entry, 'id')) === group.id;
    const next =
      name === undefined
        ? groups.filter((entry) => !isThis(entry))
        : groups.map((entry: unknown) =>
            isThis(entry) ? { id: valueOf(group.doc, 'id'), name } : entry,
          );
    const doc = withValues(area.doc, { groups: next, updatedAt: iso(nowMs) });
    service.store.change(area, { doc }, nowMs);
  }
}

function createGroup(service: Service, call: Call): Answer {
  const { known, extra, clientId } = readBody(areaGroupCreate, call.bodyText, 'areaGroup');
  const owner = ownerFor(service, call, clientId);
  const id = 8000 + service.store.next('areaGroup');
  const now = iso(call.nowMs);
  const fields = { status: 'active', archivedAt: null, team: owner.team };
  const record = { id, name: known.name, ...fields, createdAt: now, updatedAt: now };
  const doc = setJsonMembers(JSON.stringify(record), extra);
  const { client, reseller } = owner;
  service.store.insert({
    entity: 'areaGroup',
    id: String(id),
    doc,
    client,
    reseller,
    updated: call.nowMs,
  });
  return { as: 'one', text: doc, status: 201, id: String(id) };
}

function updateGroup(service: Service, call: Call): Answer {
  const row = need(service, call, 'areaGroup', 'groupId', GROUP);
  const { known, extra } = readBody(areaGroupUpdate, call.bodyText, 'areaGroup');
  const changed = withValues(row.doc, { ...given(known), updatedAt: iso(call.nowMs) });
  const doc = setJsonMembers(changed, extra);
  service.store.change(row, { doc }, call.nowMs);
  const { name } = known;
  // Its areas show the name: another one changes them, too.
  if (name !== undefined && name !== textOf(row.doc, 'name')) {
    changeMembers(service, row, call.nowMs, name);
  }
  return { as: 'one', text: doc };
}

/** Section 4.6: geofences. */
export function areaHandlers(service: Service): HandlersFor<typeof areas> {
  const { store } = service;
  const area = (call: Call) => need(service, call, 'area', 'areaId', AREA);
  const group = (call: Call) => need(service, call, 'areaGroup', 'groupId', GROUP);
  return {
    listAreas: (call) =>
      pageOf(store, call, { entity: 'area', scope: signedIn(call.account).scope }),
    getArea: (call) => ({ as: 'one', text: area(call).doc }),
    createArea: (call) => createArea(service, call),
    updateArea: (call) => updateArea(service, call),
    archiveArea: (call) => archive(service, area(call), call.nowMs),
    restoreArea: (call) => restore(service, area(call), call.nowMs, 'active', AREA),
    deleteArea(call) {
      store.remove(area(call));
      return { as: 'empty' };
    },
    listAreaGroups: (call) =>
      listOf(store, call, { entity: 'areaGroup', scope: signedIn(call.account).scope }),
    getAreaGroup: (call) => ({ as: 'one', text: group(call).doc }),
    createAreaGroup: (call) => createGroup(service, call),
    updateAreaGroup: (call) => updateGroup(service, call),
    archiveAreaGroup: (call) => archive(service, group(call), call.nowMs),
    restoreAreaGroup: (call) => restore(service, group(call), call.nowMs, 'active', GROUP),
    deleteAreaGroup(call) {
      const row = group(call);
      changeMembers(service, row, call.nowMs, undefined);
      store.remove(row);
      return { as: 'empty' };
    },
  };
}

import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteRule } from '../../../../shared/api/endpoint.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { archivedMembers, restoredMembers } from '../../../../shared/rules/archived.ts';
import {
  jsonElements,
  jsonMember,
  jsonMembers,
  jsonObject,
  setJsonMembers,
} from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { linkedId, readAsOf, ruleOf } from './rule.ts';

/** A write as far as its effect on a record goes. */
export interface EffectInput {
  endpoint: WriteName;
  params: Readonly<Record<string, string>>;
  /** Body fields, JSON object text. */
  patch: string;
  /** When the person asked for it, ms since 1970. */
  createdAt: number;
}

/** What the interface has no list of: its names are known from the records that belong to it. */
export type Part = 'depot' | 'vehicleGroup' | 'deviceModel';
const PARTS: ReadonlySet<string> = new Set<Part>(['depot', 'vehicleGroup', 'deviceModel']);

/** Whether it has no records of its own. */
export function isPart(kind: Entity | Part): kind is Part {
  return PARTS.has(kind);
}

/** The text of another record as the desk shows it, or null. */
export type Lookup = (kind: Entity | Part, id: string) => string | null;

export interface Effect {
  text: string;
  /** Read names of the fields that it set. */
  changed: string[];
}

/** What a permanent delete leaves: nothing to show, the row waits for the service. */
export type Outcome = Effect | 'deleted';

/** Fields by which a summary inside another record names it. */
const SUMMARY_FIELDS = [
  'id',
  'fullName',
  'name',
  'surname',
  'regNo',
  'defaultLabel',
  'imei',
  'serial',
];

/** Where the names of references come from, by their sent names. */
const REFERENCES: ReadonlyMap<string, Entity> = new Map([
  ['vendorId', 'vendor'],
  ['roleId', 'role'],
]);

/** The effect of a write on its target: what the desk shows until the service says otherwise. */
export function effectOnTarget(text: string, op: EffectInput, lookup: Lookup): Outcome {
  const rule = ruleOf(op.endpoint);
  switch (rule.does) {
    case 'delete':
      return 'deleted';
    case 'archive':
      return change(text, archivedMembers(jsonMembers(text), new Date(op.createdAt).toISOString()));
    case 'restore':
      return change(text, restoredMembers(jsonMembers(text)));
    case 'assign':
    case 'unassign':
      return change(text, linked(rule, op, text, lookup));
    case 'create':
    case 'update':
      return change(text, patched(rule, op.patch, text, lookup));
    case 'append':
      // A reading is a document of its own; the record does not show it.
      return { text, changed: [] };
  }
}

/** The effect on the second record of an assignment, where one shows there. */
export function effectOnOther(
  text: string,
  op: EffectInput,
  targetId: string,
  lookup: Lookup,
): Effect {
  const rule = ruleOf(op.endpoint);
  const back = rule.link?.back;
  if (back === undefined) return { text, changed: [] };
  if (rule.does === 'unassign') {
    const there = referenceId(jsonMember(text, back));
    // Another one that was put there since stays.
    const isAnother = there !== null && there !== targetId;
    return isAnother ? { text, changed: [] } : change(text, [[back, 'null']]);
  }
  return change(text, [[back, idLiteral(rule.target.entity, targetId, lookup)]]);
}

/** The text of a record that exists only on this computer. */
export function temporaryRecord(id: string): string {
  return jsonObject([['id', JSON.stringify(id)]]);
}

function change(text: string, changes: (readonly [string, string | null])[]): Effect {
  return { text: setJsonMembers(text, new Map(changes)), changed: changes.map(([field]) => field) };
}

function linked(
  rule: WriteRule,
  op: EffectInput,
  text: string,
  lookup: Lookup,
): (readonly [string, string | null])[] {
  const { link } = rule;
  if (link === undefined) return [];
  const id = rule.does === 'assign' ? linkedId(rule, op.params, op.patch) : null;
  const changes: (readonly [string, string | null])[] = [
    [link.object, id === null ? 'null' : summaryOf(link.entity, id, lookup)],
  ];
  if (link.id !== undefined) {
    changes.push([link.id, id === null ? 'null' : idLiteral(link.entity, id, lookup)]);
  }
  const since = jsonMember(op.patch, 'installedAt');
  if (since !== null && jsonMember(text, 'installDate') !== null)
    changes.push(['installDate', since]);
  return changes;
}

function patched(
  rule: WriteRule,
  patch: string,
  text: string,
  lookup: Lookup,
): (readonly [string, string | null])[] {
  const shown = jsonMembers(text);
  return [...jsonMembers(patch)].flatMap(([field, value]) => {
    const readAs = readAsOf(rule, field);
    const repeats = repeated(rule, field, value, lookup);
    if (readAs === undefined) return [[field, value] as const, ...repeats];
    const changes: (readonly [string, string])[] = [];
    if (shown.has(field)) changes.push([field, value]);
    changes.push([readAs, asRead(rule, field, value, shown.get(readAs), lookup)]);
    return [...changes, ...repeats];
  });
}

/**
 * What the service will repeat beside the ids of a field: rows show it, and lists are ordered,
 * filtered and counted by it. Of what is not known its id stands for its name.
 */
function repeated(
  rule: WriteRule,
  field: string,
  value: string,
  lookup: Lookup,
): (readonly [string, string])[] {
  const { repeats } = rule;
  const kind = namedBy(rule, field);
  if (repeats === undefined || kind === null || !Object.hasOwn(repeats, field)) return [];
  const fieldOf = (id: string, own: string): string | null => {
    const record = lookup(kind, id);
    if (record !== null) return jsonMember(record, own);
    return own === 'name' ? JSON.stringify(id) : null;
  };
  return Object.entries(repeats[field] ?? {}).map(([read, own]) => {
    if (!value.startsWith('[')) {
      const id = referenceId(value);
      return [read, (id === null ? null : fieldOf(id, own)) ?? 'null'] as const;
    }
    const texts = jsonElements(value).flatMap((element) => {
      const id = referenceId(element);
      return (id === null ? null : stringIn(fieldOf(id, own))) ?? [];
    });
    return [read, JSON.stringify(texts.join(', '))] as const;
  });
}

function stringIn(json: string | null): string | null {
  return json?.startsWith('"') === true ? (JSON.parse(json) as string) : json;
}

/** The value of a renamed field in the form in which records show it. */
function asRead(
  rule: WriteRule,
  field: string,
  value: string,
  shown: string | undefined,
  lookup: Lookup,
): string {
  const kind = namedBy(rule, field);
  if (field.endsWith('Ids') && value.startsWith('[')) {
    const known = new Map(
      shown?.startsWith('[') === true
        ? jsonElements(shown).map((element) => [referenceId(element) ?? element, element])
        : [],
    );
    const elements = jsonElements(value).map((element) => {
      const id = referenceId(element) ?? element;
      return known.get(id) ?? (kind === null ? element : summaryOf(kind, id, lookup, element));
    });
    return `[${elements.join(',')}]`;
  }
  const id = field.endsWith('Id') ? referenceId(value) : null;
  if (id === null) return value;
  const summary = kind === null ? null : summaryOf(kind, id, lookup, value);
  if (shown?.startsWith('"') === true && summary !== null)
    return jsonMember(summary, 'name') ?? value;
  return summary ?? jsonObject([['id', value]]);
}

/** The kind of record that a field of a write names by its id; null for any other field. */
export function referenced(rule: WriteRule, field: string): Entity | null {
  if (rule.link?.object === field) return rule.link.entity;
  if (field === 'groupIds' && rule.target.entity === 'area') return 'areaGroup';
  return REFERENCES.get(field) ?? null;
}

/** The same, and what has no list. */
function namedBy(rule: WriteRule, field: string): Entity | Part | null {
  const { entity } = rule.target;
  if (entity === 'vehicle') {
    if (field === 'depotId') return 'depot';
    if (field === 'groupIds') return 'vehicleGroup';
    if (field === 'typeId') return 'vehicleType';
  }
  if (entity === 'device' && field === 'typeId') return 'deviceModel';
  return referenced(rule, field);
}

/** The short form of a record inside another one. */
function summaryOf(
  kind: Entity | Part,
  id: string,
  lookup: Lookup,
  /** The id as the write spells it: a number stays a number. */
  spelled = JSON.stringify(id),
): string {
  const record = lookup(kind, id);
  if (record === null) return jsonObject([['id', spelled]]);
  const members = new Map([['id', spelled], ...jsonMembers(record)]);
  return jsonObject(
    SUMMARY_FIELDS.flatMap((field) => {
      const value = members.get(field);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/** An id in the spelling of the record's own `id` field: a number stays a number. */
function idLiteral(entity: Entity, id: string, lookup: Lookup): string {
  const record = lookup(entity, id);
  return (record === null ? null : jsonMember(record, 'id')) ?? JSON.stringify(id);
}

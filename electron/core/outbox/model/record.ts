import { endpoint, isEndpointName, isWriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { FieldConflict, Hold, OpState } from '../../../../shared/ipc/shapes.ts';
import { isEntity } from '../../../../shared/model/entity.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { AppError } from '../../../../shared/result.ts';
import { isJsonObject } from '../../../../shared/rules/jsonText.ts';
import { isFields, parsedJson } from '../../../../shared/rules/jsonValue.ts';

/** The version of what is kept of an op. A newer one is never interpreted. */
export const PAYLOAD_VERSION = 1;

/** An op as the database keeps it, decoded. */
export interface OpRecord {
  id: string;
  seq: number;
  endpoint: WriteName;
  entity: Entity;
  targetId: string;
  also: { entity: Entity; id: string } | null;
  params: Record<string, string>;
  /** Body fields with the tenant's own ones, JSON object text. */
  patch: string;
  /** The fields that it sets, as they were at the service when the write was made, JSON object text. */
  before: string;
  label: string;
  state: OpState;
  hold: Hold | null;
  holdUntil: number | null;
  attempts: number;
  dependsOn: string[];
  watch: Watch;
  /** What the service answered last; null where it never did. */
  lastStatus: number | null;
  error: AppError | null;
  conflicts: FieldConflict[];
  undoes: string | null;
  createdAt: number;
  updatedAt: number;
  sentAt: number | null;
}

/** What verification has seen so far; kept with the op, so that a restart goes on from it. */
export interface Watch {
  /** Name of the ids that were there before the first POST of a create; null where not known. */
  baseline: string | null;
  /** Name of those that were there before its latest POST, where that was not the first; null where not known. */
  latestBaseline: string | null;
  /** A person wants a create sent again, though what was there before is not known. */
  sendAnyway: boolean;
  /** Ids that a person has looked at: the create did not make them. */
  seenBefore: string[] | null;
  /** The reading as it was before an append, or before a change that was answered as done and not read since. */
  readBefore: string | null;
  /** Complete lists without a match since the last POST. */
  absences: number;
  /** Records that it may have become. */
  candidates: string[];
  /** When a person confirmed an op that had grown old. */
  approvedAt: number | null;
  /** When the record that its author saw was made, by its own word; null where it told none. */
  madeAt: number | null;
  /**
   * The record that a reply to a create named, and that the service did not know when asked for it; or that
   * it said it changed or deleted, and that could not be read afterwards.
   */
  named: string | null;
  /** Emptied fields that the reading before the request showed: of others one that lacks them proves nothing. */
  shown: string[];
  /** What the other record of an assignment was assigned to as its author saw it, and before earlier writes. */
  occupants: string[];
  /** The create by which a person made the record of this write anew; null where none did. */
  recreatedBy: string | null;
  /** Fields as they left before a person changed them, JSON object text: a copy may have been done. */
  leftBefore: string | null;
  /** Requests that were refused as too many: no attempts, and yet a copy of one may have been done. */
  refusals: number;
  /** Failures in a row, for the growing pause. */
  failures: number;
  /** Answers in a row that were about another record. */
  mixUps: number;
  /**
   * When complete lists were last searched for further records of a create, and how often; of a change how often
   * it went on by itself since its record was there again.
   */
  auditedAt: number | null;
  looks: number;
}

export const NO_WATCH: Watch = {
  baseline: null,
  latestBaseline: null,
  sendAnyway: false,
  seenBefore: null,
  readBefore: null,
  absences: 0,
  candidates: [],
  approvedAt: null,
  madeAt: null,
  shown: [],
  named: null,
  occupants: [],
  recreatedBy: null,
  leftBefore: null,
  refusals: 0,
  failures: 0,
  mixUps: 0,
  auditedAt: null,
  looks: 0,
};

/** Columns as SQLite gives them. */
export interface OpColumns {
  id: string;
  seq: number;
  payload_version: number;
  endpoint: string;
  entity: string;
  target_id: string;
  /** Whether the record is made by a write that still waits: it exists only here. */
  temporary: 0 | 1;
  also_entity: string | null;
  also_id: string | null;
  params: string;
  patch: string;
  before: string;
  label: string;
  state: OpState;
  hold: Hold | null;
  hold_until: number | null;
  attempts: number;
  depends_on: string;
  watch: string | null;
  last_status: number | null;
  error: string | null;
  conflicts: string | null;
  undoes: string | null;
  created_at: number;
  updated_at: number;
  sent_at: number | null;
}

/** What was there before the first request of a create, and before its latest one, by their names. */
export function baselinesOf({ baseline, latestBaseline }: Watch): readonly string[] {
  return [baseline, latestBaseline].filter((name) => name !== null);
}

/** How often a create was looked for since its last request. */
export function looksOf({ sentAt, watch }: Pick<OpRecord, 'sentAt' | 'watch'>): number {
  return watch.auditedAt !== null && watch.auditedAt >= (sentAt ?? 0) ? watch.looks : 0;
}

/** The op, or null where it can't be understood: then it is kept as bytes and asks a person. */
export function decodeOp(row: OpColumns): OpRecord | null {
  if (row.payload_version !== PAYLOAD_VERSION) return null;
  if (!isWriteName(row.endpoint) || !isEntity(row.entity) || !isJsonObject(row.patch)) return null;
  if (!isJsonObject(row.before)) return null;
  const params = parsedJson(row.params);
  const dependsOn = parsedJson(row.depends_on);
  const watch = row.watch === null ? {} : parsedJson(row.watch);
  const conflicts = row.conflicts === null ? [] : parsedJson(row.conflicts);
  if (!isTexts(params) || !isTextList(dependsOn) || !isFields(watch)) return null;
  if (!Array.isArray(conflicts)) return null;
  const alsoEntity = row.also_entity;
  if (alsoEntity !== null && !isEntity(alsoEntity)) return null;
  return {
    id: row.id,
    seq: row.seq,
    endpoint: row.endpoint,
    entity: row.entity,
    targetId: row.target_id,
    also:
      alsoEntity === null || row.also_id === null ? null : { entity: alsoEntity, id: row.also_id },
    params,
    patch: row.patch,
    before: row.before,
    label: row.label,
    state: row.state,
    hold: row.hold,
    holdUntil: row.hold_until,
    attempts: row.attempts,
    dependsOn,
    watch: { ...NO_WATCH, ...watch },
    lastStatus: row.last_status,
    error: errorOf(row.error),
    conflicts: conflicts as FieldConflict[],
    undoes: row.undoes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
  };
}

/** What is told of a write; null where nothing is, or where the disk has harmed it. */
export function errorOf(text: string | null): AppError | null {
  const error = text === null ? null : parsedJson(text);
  return isFields(error) && typeof error['message'] === 'string'
    ? (error as unknown as AppError)
    : null;
}

/** What a write is called; one that this Waybill does not know is kept too. */
export function titleOf(name: string): string {
  return isEndpointName(name) ? endpoint(name).title : 'A write that this Waybill does not know';
}

/** Whether a value holds texts by name, as the parameters of a path do. */
export function isTexts(value: unknown): value is Record<string, string> {
  return isFields(value) && Object.values(value).every((item) => typeof item === 'string');
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

import {
  blob,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import type { AnswerSource } from '../../../shared/ipc/answers.ts';
import type { Hold, OpState } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';

/**
 * The tables of one identity's database, as drizzle sees them. The migrations are the truth; a
 * test compares the two. Times are ms since 1970, flags 0 or 1.
 */

/** Facts about the database itself: version of the search texts, Unicode version, canary. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** The mirror. What the desk shows is `coalesce(overlay, base)`. */
export const record = sqliteTable(
  'record',
  {
    rowid: integer('rowid').primaryKey(),
    entity: text('entity').$type<Entity>().notNull(),
    id: text('id').notNull(),
    /** Of the view: 0 living, 1 archived, 2 being deleted (hidden from every list). */
    archived: integer('archived').notNull().default(0),
    temporary: integer('temporary').$type<0 | 1>().notNull().default(0),
    /** When the service last gave this very text. */
    readAt: integer('read_at'),
    /** 0 when the last complete scan did not hold it. */
    listed: integer('listed').notNull().default(1),
    /** Complete scans in a row that did not hold it. */
    absences: integer('absences').notNull().default(0),
    /** Pending ops that touch it. */
    pending: integer('pending').notNull().default(0),
    mark: text('mark', { enum: ['waiting', 'sending', 'needsYou'] }),
    /** JSON array of the field names that pending ops change. */
    changed: text('changed'),
    /** The service's own text of the record; null for one that exists only here. */
    base: text('base'),
    /** `base` with the pending writes applied; null where none changes it. */
    overlay: text('overlay'),
    /** 1 where only the list of archived records, or a write, tells that it is one. */
    listedArchived: integer('listed_archived').$type<0 | 1>().notNull().default(0),
  },
  (table) => [unique().on(table.entity, table.id)],
);

/** Grows whenever records of the entity change. */
export const revision = sqliteTable('revision', {
  entity: text('entity').$type<Entity>().primaryKey(),
  n: integer('n').notNull(),
});

/**
 * Records that changed in the running transaction, noted by triggers; empty when it has ended. The
 * tables of the lists follow from the table of kinds (`mirror/listTables.ts`).
 */
export const stale = sqliteTable(
  'stale',
  { rowid: integer('rowid').notNull(), entity: text('entity').notNull() },
  (table) => [primaryKey({ columns: [table.rowid, table.entity] })],
);

/** Values by which lists are filtered, with the numbers that stand for them there. */
export const filterValue = sqliteTable('filter_value', {
  n: integer('n').primaryKey(),
  text: text('text').notNull().unique(),
});

/** How many records have a value (-1: none of it), by field (empty: all), kind and `archived`. */
export const tally = sqliteTable(
  'tally',
  {
    entity: text('entity').notNull(),
    field: text('field').notNull(),
    value: integer('value').notNull(),
    archived: integer('archived').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.field, table.value, table.archived] })],
);

/** Searchable text by record; derived, may be rebuilt at any time. */
export const search = sqliteTable('search', {
  rowid: integer('rowid').primaryKey(),
  entity: text('entity').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
});

/** Intents: the outbox. */
export const op = sqliteTable('op', {
  id: text('id').primaryKey(),
  seq: integer('seq').notNull().unique(),
  payloadVersion: integer('payload_version').notNull(),
  endpoint: text('endpoint').notNull(),
  entity: text('entity').notNull(),
  targetId: text('target_id').notNull(),
  /** Whether the target exists only here. */
  temporary: integer('temporary').$type<0 | 1>().notNull().default(0),
  alsoEntity: text('also_entity'),
  alsoId: text('also_id'),
  params: text('params').notNull(),
  patch: text('patch').notNull(),
  before: text('before').notNull(),
  label: text('label').notNull(),
  state: text('state').$type<OpState>().notNull(),
  hold: text('hold').$type<Hold>(),
  holdUntil: integer('hold_until'),
  attempts: integer('attempts').notNull().default(0),
  dependsOn: text('depends_on').notNull().default('[]'),
  watch: text('watch'),
  lastStatus: integer('last_status'),
  lastBody: text('last_body'),
  error: text('error'),
  conflicts: text('conflicts'),
  undoes: text('undoes'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  sentAt: integer('sent_at'),
  raw: blob('raw', { mode: 'buffer' }),
});

/** Ids that a whole list held before creates were sent; an op names the one of its own. */
export const baseline = sqliteTable('baseline', {
  id: text('id').primaryKey(),
  takenAt: integer('taken_at').notNull(),
  /** When the newest of them was made, by the service. */
  newestAt: integer('newest_at'),
  /** The same, with those whose time lay ahead of this computer's. */
  latestAt: integer('latest_at'),
  /** Whether archived records are among them. */
  withArchived: integer('with_archived').$type<0 | 1>().notNull(),
  /** The highest `record.rowid` at that time: what the mirror saw first since then lies above. */
  newestRow: integer('newest_row').notNull(),
  /** JSON array. */
  ids: text('ids').notNull(),
});

/** Which ops concern a record: open ones block its lane, confirmed ones stay until it is read. */
export const opLane = sqliteTable(
  'op_lane',
  {
    entity: text('entity').$type<Entity>().notNull(),
    id: text('id').notNull(),
    seq: integer('seq').notNull(),
    blocks: integer('blocks').$type<0 | 1>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.id, table.seq] })],
);

export const opHistory = sqliteTable('op_history', {
  opId: text('op_id').notNull(),
  at: integer('at').notNull(),
  fromState: text('from_state'),
  toState: text('to_state').notNull(),
  reason: text('reason'),
});

export const idMap = sqliteTable(
  'id_map',
  {
    entity: text('entity').$type<Entity>().notNull(),
    temporaryId: text('temporary_id').notNull(),
    id: text('id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.temporaryId] })],
);

/** Answers that are kept whole, by endpoint, path and query. */
export const document = sqliteTable('document', {
  key: text('key').primaryKey(),
  endpoint: text('endpoint').notNull(),
  params: text('params').notNull(),
  query: text('query').notNull(),
  json: text('json').notNull(),
  readAt: integer('read_at').notNull(),
  /** Of a copy that was shortened to be shown: its points, and those of the whole. */
  pointsShown: integer('points_shown'),
  pointsAll: integer('points_all'),
});

/** What the desk asked to be remembered. */
export const desk = sqliteTable('desk', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** How the scans of an entity went. */
export const scan = sqliteTable('scan', {
  entity: text('entity').$type<Entity>().primaryKey(),
  /** Counts the scans; names what the running one has met. */
  generation: integer('generation').notNull(),
  startedAt: integer('started_at').notNull(),
  /** Null while it runs, or when it was cut short. */
  finishedAt: integer('finished_at'),
  total: integer('total'),
  complete: integer('complete').notNull(),
  /** Of the last complete scan: when it began (rows it held are at least that fresh) and ended. */
  seenFrom: integer('seen_from'),
  scannedAt: integer('scanned_at'),
});

/** What the account may use, learned from evidence. */
export const availability = sqliteTable('availability', {
  endpoint: text('endpoint').primaryKey(),
  available: integer('available').notNull(),
  why: text('why').notNull(),
  since: integer('since').notNull(),
});

/** Answers that were opened, by their folded text; filled by triggers from their documents. */
export const searchAnswer = sqliteTable('search_answer', {
  rowid: integer('rowid').primaryKey(),
  id: text('id').notNull(),
  document: text('document').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
});

/** PDFs of answers as the service drew them. */
export const pdf = sqliteTable('pdf', {
  answerId: text('answer_id').primaryKey(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  /** Of the bytes. */
  size: integer('size').notNull(),
  readAt: integer('read_at').notNull(),
});

/** What lists tell of an answer without reading it; filled by triggers from the documents. */
export const answerFact = sqliteTable('answer_fact', {
  id: text('id').primaryKey(),
  document: text('document').notNull(),
  readAt: integer('read_at').notNull(),
  formId: text('form_id'),
  title: text('title').notNull(),
  vehicleId: text('vehicle_id'),
  vehicle: text('vehicle').notNull(),
  driverId: text('driver_id'),
  driver: text('driver').notNull(),
  createdAt: integer('created_at'),
  failing: integer('failing').notNull(),
  missing: integer('missing').notNull(),
  /** What was answered, in short; null where it is not worked out yet. */
  digest: text('digest'),
  /** 1 when its form changed since. */
  stale: integer('stale').notNull().default(0),
});

/** Texts that forms had: an answer is laid out with the one that it was asked with. */
export const formVersion = sqliteTable('form_version', {
  n: integer('n').primaryKey(),
  formId: text('form_id').notNull(),
  /** When it stopped being the form's text. */
  until: integer('until').notNull(),
  json: text('json').notNull(),
});

/** Answers that somebody asked for, as they were asked for; long lists are several rows. */
export const answerRequest = sqliteTable('answer_request', {
  /** `<request>` or `<request>/<part>`. */
  id: text('id').primaryKey(),
  at: integer('at').notNull(),
  source: text('source').$type<AnswerSource['is']>().notNull(),
  label: text('label').notNull(),
  /** JSON array of texts. */
  ids: text('ids').notNull(),
  withFiles: integer('with_files').notNull(),
  withPdf: integer('with_pdf').notNull(),
  /** Whether what is here already is read anew. */
  again: integer('again').notNull(),
  state: text('state', { enum: ['open', 'paused'] }).notNull(),
});

/** What became of each answer that was asked for; follows from the requests. */
export const answerWanted = sqliteTable('answer_wanted', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull().unique(),
  /** The request as a whole, without its part. */
  request: text('request').notNull(),
  state: text('state', { enum: ['waiting', 'had', 'failed'] }).notNull(),
  withFiles: integer('with_files').notNull(),
  withPdf: integer('with_pdf').notNull(),
  again: integer('again').notNull(),
  attempts: integer('attempts').notNull().default(0),
  triedAt: integer('tried_at'),
  error: text('error'),
});

/** What people did to answers, event by event; never changed, never sent. */
export const reviewEvent = sqliteTable('review_event', {
  id: text('id').primaryKey(),
  answerId: text('answer_id').notNull(),
  at: integer('at').notNull(),
  by: text('by').notNull(),
  kind: text('kind').notNull(),
  /** JSON text. */
  value: text('value').notNull(),
  change: text('change').notNull(),
});

/** What the events of each answer come to; kept by a trigger. */
export const review = sqliteTable('review', {
  answerId: text('answer_id').primaryKey(),
  state: text('state').notNull(),
  /** JSON array. */
  tags: text('tags').notNull(),
  due: text('due'),
  assignee: text('assignee'),
  notes: integer('notes').notNull(),
  /** JSON array of the latest verdict of each person. */
  verdicts: text('verdicts').notNull(),
  at: integer('at'),
  by: text('by'),
});

/** Records that the service no longer has; kept for 30 days. */
export const trash = sqliteTable('trash', {
  entity: text('entity').$type<Entity>().notNull(),
  id: text('id').notNull(),
  json: text('json').notNull(),
  deletedAt: integer('deleted_at').notNull(),
  reason: text('reason').notNull(),
});

/** Bounding boxes of areas, degrees; an R*Tree keyed by `record.rowid`. */
export const areaBox = sqliteTable('area_box', {
  rowid: integer('rowid').primaryKey(),
  minLat: real('min_lat').notNull(),
  maxLat: real('max_lat').notNull(),
  minLng: real('min_lng').notNull(),
  maxLng: real('max_lng').notNull(),
});

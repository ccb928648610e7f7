import type { Migration } from './migration.ts';

/**
 * The form of the database with which Waybill is first released. What can be worked out of the
 * records (lists, counts, search texts) is made by `mirror/refresh.ts`; here are the tables that
 * hold it and belong to no list.
 */

/** The text that the desk shows: with the pending writes. */
const shown = (row: string): string => `coalesce(${row}.overlay, ${row}.base)`;

/** Answers are documents, not records, so they have a search table of their own, kept by triggers. */
const isAnswer = (row: string): string => `${row}.endpoint = 'getAnswer'`;
const putAnswer = (row: string): string => `
  INSERT INTO search_answer (id, document, title, body)
  SELECT ${row}.params ->> '$.answerId', ${row}.key, answer_title(${row}.json),
    answer_body(${row}.json)
  WHERE ${row}.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, title = excluded.title,
    body = excluded.body;`;

/**
 * What is told of each answer without reading it, kept by triggers too; `stale` marks those whose
 * form changed since.
 */
const formOf = (json: string): string =>
  `(SELECT coalesce(overlay, base) FROM record WHERE entity = 'form' AND id = answer_form(${json}))`;

/** @param form SQL of the text of the answer's form */
export const putFact = (row: string, form = formOf(`${row}.json`)): string => `
  INSERT INTO answer_fact (id, document, read_at, form_id, title, vehicle_id, vehicle,
    driver_id, driver, created_at, failing, missing, stale)
  SELECT ${row}.params ->> '$.answerId', ${row}.key, ${row}.read_at, fact ->> '$.formId',
    fact ->> '$.title', fact ->> '$.vehicleId', fact ->> '$.vehicle', fact ->> '$.driverId',
    fact ->> '$.driver', fact ->> '$.createdAt', fact ->> '$.failing', fact ->> '$.missing', 0
  FROM (SELECT answer_facts(${row}.json, ${form}) AS fact)
  WHERE ${row}.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
    form_id = excluded.form_id, title = excluded.title, vehicle_id = excluded.vehicle_id,
    vehicle = excluded.vehicle, driver_id = excluded.driver_id, driver = excluded.driver,
    created_at = excluded.created_at, failing = excluded.failing, missing = excluded.missing,
    stale = 0;`;

const MIRROR = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE record (
    rowid INTEGER PRIMARY KEY,
    entity TEXT NOT NULL,
    id TEXT NOT NULL,
    archived INTEGER NOT NULL DEFAULT 0,
    temporary INTEGER NOT NULL DEFAULT 0,
    read_at INTEGER,
    listed INTEGER NOT NULL DEFAULT 1,
    absences INTEGER NOT NULL DEFAULT 0,
    pending INTEGER NOT NULL DEFAULT 0,
    mark TEXT,
    changed TEXT,
    base TEXT,
    overlay TEXT,
    UNIQUE (entity, id)
  );
  CREATE INDEX record_pending ON record (entity, id) WHERE pending > 0;
  CREATE INDEX record_absent ON record (entity, absences, id) WHERE absences > 0;
  CREATE INDEX record_temporary ON record (entity, id) WHERE temporary = 1;

  CREATE TABLE revision (entity TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE scan (
    entity TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    total INTEGER,
    complete INTEGER NOT NULL,
    seen_from INTEGER,
    scanned_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE availability (
    endpoint TEXT PRIMARY KEY,
    available INTEGER NOT NULL,
    why TEXT NOT NULL,
    since INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE trash (
    entity TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    deleted_at INTEGER NOT NULL,
    reason TEXT NOT NULL
  );
  CREATE INDEX trash_age ON trash (deleted_at);
`;

/** A conflict clause would not do: that of the statement which fires the trigger overrides it. */
const noteStale = (row: string): string =>
  `INSERT INTO stale SELECT ${row}.rowid, ${row}.entity WHERE NOT EXISTS (
     SELECT 1 FROM stale WHERE rowid = ${row}.rowid AND entity = ${row}.entity);`;

const DERIVED = `
  CREATE TABLE stale (
    rowid INTEGER NOT NULL,
    entity TEXT NOT NULL,
    PRIMARY KEY (rowid, entity)
  ) WITHOUT ROWID;
  CREATE TRIGGER record_stale_insert AFTER INSERT ON record BEGIN
    ${noteStale('new')}
  END;
  CREATE TRIGGER record_stale_update AFTER UPDATE OF rowid, entity, id, archived, base, overlay
  ON record
  WHEN new.rowid <> old.rowid OR new.entity <> old.entity OR new.id <> old.id
    OR new.archived <> old.archived OR ${shown('new')} IS NOT ${shown('old')}
  BEGIN
    ${noteStale('old')}
    ${noteStale('new')}
  END;
  CREATE TRIGGER record_stale_delete AFTER DELETE ON record BEGIN
    ${noteStale('old')}
  END;

  CREATE TABLE filter_value (n INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE tally (
    entity TEXT NOT NULL,
    field TEXT NOT NULL,
    value INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (entity, field, value, archived)
  ) WITHOUT ROWID;

  CREATE TABLE search (
    rowid INTEGER PRIMARY KEY,
    entity TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE VIRTUAL TABLE search_text USING fts5 (
    body, content = 'search', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
  );
  CREATE VIRTUAL TABLE area_box USING rtree (rowid, min_lat, max_lat, min_lng, max_lng);
`;

const OUTBOX = `
  CREATE TABLE op (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    payload_version INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    entity TEXT NOT NULL,
    target_id TEXT NOT NULL,
    temporary INTEGER NOT NULL DEFAULT 0,
    also_entity TEXT,
    also_id TEXT,
    params TEXT NOT NULL,
    patch TEXT NOT NULL,
    before TEXT NOT NULL,
    label TEXT NOT NULL,
    state TEXT NOT NULL,
    hold TEXT,
    hold_until INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    depends_on TEXT NOT NULL DEFAULT '[]',
    watch TEXT,
    last_status INTEGER,
    last_body TEXT,
    error TEXT,
    conflicts TEXT,
    undoes TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    sent_at INTEGER,
    raw BLOB
  );
  CREATE INDEX op_state ON op (state, seq);
  CREATE INDEX op_target ON op (entity, target_id, seq);
  CREATE INDEX op_also ON op (also_entity, also_id, seq) WHERE also_id IS NOT NULL;
  CREATE INDEX op_waiting ON op (state, hold_until);

  CREATE TABLE op_lane (
    entity TEXT NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    PRIMARY KEY (entity, id, seq)
  ) WITHOUT ROWID;
  CREATE INDEX op_lane_seq ON op_lane (seq);

  CREATE TABLE op_history (
    op_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    from_state TEXT,
    to_state TEXT NOT NULL,
    reason TEXT
  );
  CREATE INDEX op_history_op ON op_history (op_id, at);

  CREATE TABLE id_map (
    entity TEXT NOT NULL,
    temporary_id TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (entity, temporary_id)
  ) WITHOUT ROWID;

  CREATE TABLE baseline (
    id TEXT PRIMARY KEY,
    taken_at INTEGER NOT NULL,
    newest_at INTEGER,
    with_archived INTEGER NOT NULL,
    newest_row INTEGER NOT NULL,
    ids TEXT NOT NULL
  );
`;

const DOCUMENTS = `
  CREATE TABLE document (
    key TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    params TEXT NOT NULL,
    query TEXT NOT NULL,
    json TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    points_shown INTEGER,
    points_all INTEGER
  );
  CREATE INDEX document_endpoint ON document (endpoint, read_at);

  CREATE TABLE search_answer (
    rowid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE VIRTUAL TABLE search_answer_text USING fts5 (
    body, content = 'search_answer', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
  );
  CREATE TRIGGER search_answer_insert AFTER INSERT ON search_answer BEGIN
    INSERT INTO search_answer_text (rowid, body) VALUES (new.rowid, new.body);
  END;
  CREATE TRIGGER search_answer_update AFTER UPDATE OF body ON search_answer
  WHEN new.body IS NOT old.body BEGIN
    INSERT INTO search_answer_text (search_answer_text, rowid, body)
      VALUES ('delete', old.rowid, old.body);
    INSERT INTO search_answer_text (rowid, body) VALUES (new.rowid, new.body);
  END;
  CREATE TRIGGER search_answer_delete AFTER DELETE ON search_answer BEGIN
    INSERT INTO search_answer_text (search_answer_text, rowid, body)
      VALUES ('delete', old.rowid, old.body);
  END;
  CREATE TRIGGER document_answer_insert AFTER INSERT ON document WHEN ${isAnswer('new')} BEGIN
    ${putAnswer('new')}
  END;
  CREATE TRIGGER document_answer_update AFTER UPDATE OF json ON document
  WHEN ${isAnswer('new')} AND new.json IS NOT old.json BEGIN
    ${putAnswer('new')}
  END;
  CREATE TRIGGER document_answer_delete AFTER DELETE ON document WHEN ${isAnswer('old')} BEGIN
    DELETE FROM search_answer WHERE document = old.key;
  END;

  CREATE TABLE pdf (
    answer_id TEXT PRIMARY KEY,
    bytes BLOB NOT NULL,
    size INTEGER NOT NULL,
    read_at INTEGER NOT NULL
  );
  CREATE INDEX pdf_age ON pdf (read_at, size);

  CREATE TABLE desk (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

const ANSWERS = `
  CREATE TABLE answer_fact (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    form_id TEXT,
    title TEXT NOT NULL,
    vehicle_id TEXT,
    vehicle TEXT NOT NULL,
    driver_id TEXT,
    driver TEXT NOT NULL,
    created_at INTEGER,
    failing INTEGER NOT NULL,
    missing INTEGER NOT NULL,
    stale INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX answer_fact_created ON answer_fact (created_at);
  CREATE INDEX answer_fact_form ON answer_fact (form_id, created_at);
  CREATE INDEX answer_fact_vehicle ON answer_fact (vehicle_id, created_at);
  CREATE INDEX answer_fact_stale ON answer_fact (id) WHERE stale = 1;

  CREATE TRIGGER document_fact_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer'
  BEGIN ${putFact('new')} END;
  CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
  WHEN new.endpoint = 'getAnswer' BEGIN ${putFact('new')} END;
  CREATE TRIGGER document_fact_delete AFTER DELETE ON document WHEN old.endpoint = 'getAnswer'
  BEGIN DELETE FROM answer_fact WHERE document = old.key; END;
  CREATE TRIGGER form_fact_insert AFTER INSERT ON record WHEN new.entity = 'form' BEGIN
    UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;
  CREATE TRIGGER form_fact_update AFTER UPDATE OF base, overlay ON record
  WHEN new.entity = 'form' AND
    coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base) BEGIN
    UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;

  CREATE TABLE answer_request (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    label TEXT NOT NULL,
    ids TEXT NOT NULL,
    with_files INTEGER NOT NULL,
    with_pdf INTEGER NOT NULL,
    again INTEGER NOT NULL,
    state TEXT NOT NULL
  );
  CREATE TABLE answer_wanted (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    with_files INTEGER NOT NULL,
    with_pdf INTEGER NOT NULL,
    again INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    tried_at INTEGER,
    error TEXT
  );
  CREATE INDEX answer_wanted_request ON answer_wanted (request, state);
  CREATE INDEX answer_wanted_state ON answer_wanted (state, attempts, seq);
`;

export const migration: Migration = {
  version: 13,
  name: 'first form',
  up(db) {
    for (const tables of [MIRROR, DERIVED, OUTBOX, DOCUMENTS, ANSWERS]) db.exec(tables);
  },
};

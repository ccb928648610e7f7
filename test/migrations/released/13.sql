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
CREATE TABLE stale (
    rowid INTEGER NOT NULL,
    entity TEXT NOT NULL,
    PRIMARY KEY (rowid, entity)
  ) WITHOUT ROWID;
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
CREATE TABLE op_lane (
    entity TEXT NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    PRIMARY KEY (entity, id, seq)
  ) WITHOUT ROWID;
CREATE TABLE op_history (
    op_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    from_state TEXT,
    to_state TEXT NOT NULL,
    reason TEXT
  );
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
CREATE TABLE pdf (
    answer_id TEXT PRIMARY KEY,
    bytes BLOB NOT NULL,
    size INTEGER NOT NULL,
    read_at INTEGER NOT NULL
  );
CREATE TABLE desk (key TEXT PRIMARY KEY, value TEXT NOT NULL);
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
CREATE INDEX record_pending ON record (entity, id) WHERE pending > 0;
CREATE INDEX record_absent ON record (entity, absences, id) WHERE absences > 0;
CREATE INDEX record_temporary ON record (entity, id) WHERE temporary = 1;
CREATE INDEX trash_age ON trash (deleted_at);
CREATE TRIGGER record_stale_insert AFTER INSERT ON record BEGIN
    INSERT INTO stale SELECT new.rowid, new.entity WHERE NOT EXISTS (
     SELECT 1 FROM stale WHERE rowid = new.rowid AND entity = new.entity);
  END;
CREATE TRIGGER record_stale_update AFTER UPDATE OF rowid, entity, id, archived, base, overlay
  ON record
  WHEN new.rowid <> old.rowid OR new.entity <> old.entity OR new.id <> old.id
    OR new.archived <> old.archived OR coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base)
  BEGIN
    INSERT INTO stale SELECT old.rowid, old.entity WHERE NOT EXISTS (
     SELECT 1 FROM stale WHERE rowid = old.rowid AND entity = old.entity);
    INSERT INTO stale SELECT new.rowid, new.entity WHERE NOT EXISTS (
     SELECT 1 FROM stale WHERE rowid = new.rowid AND entity = new.entity);
  END;
CREATE TRIGGER record_stale_delete AFTER DELETE ON record BEGIN
    INSERT INTO stale SELECT old.rowid, old.entity WHERE NOT EXISTS (
     SELECT 1 FROM stale WHERE rowid = old.rowid AND entity = old.entity);
  END;
CREATE INDEX op_state ON op (state, seq);
CREATE INDEX op_target ON op (entity, target_id, seq);
CREATE INDEX op_also ON op (also_entity, also_id, seq) WHERE also_id IS NOT NULL;
CREATE INDEX op_waiting ON op (state, hold_until);
CREATE INDEX op_lane_seq ON op_lane (seq);
CREATE INDEX op_history_op ON op_history (op_id, at);
CREATE INDEX document_endpoint ON document (endpoint, read_at);
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
CREATE TRIGGER document_answer_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer' BEGIN
    
  INSERT INTO search_answer (id, document, title, body)
  SELECT new.params ->> '$.answerId', new.key, answer_title(new.json),
    answer_body(new.json)
  WHERE new.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, title = excluded.title,
    body = excluded.body;
  END;
CREATE TRIGGER document_answer_update AFTER UPDATE OF json ON document
  WHEN new.endpoint = 'getAnswer' AND new.json IS NOT old.json BEGIN
    
  INSERT INTO search_answer (id, document, title, body)
  SELECT new.params ->> '$.answerId', new.key, answer_title(new.json),
    answer_body(new.json)
  WHERE new.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, title = excluded.title,
    body = excluded.body;
  END;
CREATE TRIGGER document_answer_delete AFTER DELETE ON document WHEN old.endpoint = 'getAnswer' BEGIN
    DELETE FROM search_answer WHERE document = old.key;
  END;
CREATE INDEX pdf_age ON pdf (read_at, size);
CREATE INDEX answer_fact_created ON answer_fact (created_at);
CREATE INDEX answer_fact_form ON answer_fact (form_id, created_at);
CREATE INDEX answer_fact_vehicle ON answer_fact (vehicle_id, created_at);
CREATE INDEX answer_fact_stale ON answer_fact (id) WHERE stale = 1;
CREATE TRIGGER document_fact_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer'
  BEGIN 
  INSERT INTO answer_fact (id, document, read_at, form_id, title, vehicle_id, vehicle,
    driver_id, driver, created_at, failing, missing, stale)
  SELECT new.params ->> '$.answerId', new.key, new.read_at, fact ->> '$.formId',
    fact ->> '$.title', fact ->> '$.vehicleId', fact ->> '$.vehicle', fact ->> '$.driverId',
    fact ->> '$.driver', fact ->> '$.createdAt', fact ->> '$.failing', fact ->> '$.missing', 0
  FROM (SELECT answer_facts(new.json, (SELECT coalesce(overlay, base) FROM record WHERE entity = 'form' AND id = answer_form(new.json))) AS fact)
  WHERE new.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
    form_id = excluded.form_id, title = excluded.title, vehicle_id = excluded.vehicle_id,
    vehicle = excluded.vehicle, driver_id = excluded.driver_id, driver = excluded.driver,
    created_at = excluded.created_at, failing = excluded.failing, missing = excluded.missing,
    stale = 0; END;
CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
  WHEN new.endpoint = 'getAnswer' BEGIN 
  INSERT INTO answer_fact (id, document, read_at, form_id, title, vehicle_id, vehicle,
    driver_id, driver, created_at, failing, missing, stale)
  SELECT new.params ->> '$.answerId', new.key, new.read_at, fact ->> '$.formId',
    fact ->> '$.title', fact ->> '$.vehicleId', fact ->> '$.vehicle', fact ->> '$.driverId',
    fact ->> '$.driver', fact ->> '$.createdAt', fact ->> '$.failing', fact ->> '$.missing', 0
  FROM (SELECT answer_facts(new.json, (SELECT coalesce(overlay, base) FROM record WHERE entity = 'form' AND id = answer_form(new.json))) AS fact)
  WHERE new.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
    form_id = excluded.form_id, title = excluded.title, vehicle_id = excluded.vehicle_id,
    vehicle = excluded.vehicle, driver_id = excluded.driver_id, driver = excluded.driver,
    created_at = excluded.created_at, failing = excluded.failing, missing = excluded.missing,
    stale = 0; END;
CREATE TRIGGER document_fact_delete AFTER DELETE ON document WHEN old.endpoint = 'getAnswer'
  BEGIN DELETE FROM answer_fact WHERE document = old.key; END;
CREATE TRIGGER form_fact_insert AFTER INSERT ON record WHEN new.entity = 'form' BEGIN
    UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;
CREATE TRIGGER form_fact_update AFTER UPDATE OF base, overlay ON record
  WHEN new.entity = 'form' AND
    coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base) BEGIN
    UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;
CREATE INDEX answer_wanted_request ON answer_wanted (request, state);
CREATE INDEX answer_wanted_state ON answer_wanted (state, attempts, seq);
INSERT INTO record (entity, id, archived, temporary, read_at, listed, absences, pending, mark, changed, base, overlay) VALUES ('vehicle', '1', 0, 0, 5, 1, 0, 6, NULL, NULL, '{"id":1,"regNo":"AB 1","n":12345678901234567890.10,"__proto__":{"x":1}}', NULL);
INSERT INTO record (entity, id, archived, temporary, read_at, listed, absences, pending, mark, changed, base, overlay) VALUES ('area', 'tmp-2', 0, 1, NULL, 1, 0, 1, NULL, NULL, NULL, NULL);
INSERT INTO availability (endpoint, available, why, since) VALUES ('getMe', 1, 'answered', 6);
INSERT INTO trash (entity, id, json, deleted_at, reason) VALUES ('area', '3', '{"id":3}', 1, 'gone');
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-QUEUED', 1, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'QUEUED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-SENDING', 2, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'SENDING', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-UNCERTAIN', 3, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'UNCERTAIN', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-VERIFYING', 4, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'VERIFYING', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-REJECTED', 5, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'REJECTED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-NEEDS_USER', 6, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'NEEDS_USER', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-CONFIRMED', 7, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'CONFIRMED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-CANCELLED', 8, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'CANCELLED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-DISCARDED', 9, 1, 'updateVehicle', 'vehicle', '1', 0, NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', '{}', 'AB 1', 'DISCARDED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id, params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-create', 10, 1, 'createArea', 'area', 'tmp-2', 1, NULL, NULL, '{}', '{"name":"Yard"}', '{}', 'AB 1', 'QUEUED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('area', 'tmp-2', 10, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 1, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 2, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 3, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 4, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 5, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 6, 1);
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-QUEUED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-QUEUED', 10, 'QUEUED', 'QUEUED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-SENDING', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-SENDING', 10, 'QUEUED', 'SENDING', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-UNCERTAIN', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-UNCERTAIN', 10, 'QUEUED', 'UNCERTAIN', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-VERIFYING', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-VERIFYING', 10, 'QUEUED', 'VERIFYING', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-REJECTED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-REJECTED', 10, 'QUEUED', 'REJECTED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-NEEDS_USER', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-NEEDS_USER', 10, 'QUEUED', 'NEEDS_USER', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CONFIRMED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CONFIRMED', 10, 'QUEUED', 'CONFIRMED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CANCELLED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CANCELLED', 10, 'QUEUED', 'CANCELLED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-DISCARDED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-DISCARDED', 10, 'QUEUED', 'DISCARDED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-create', 10, NULL, 'QUEUED', 'asked for');
INSERT INTO id_map (entity, temporary_id, id) VALUES ('area', 'tmp-1', '99');
INSERT INTO document (key, endpoint, params, query, json, read_at, points_shown, points_all) VALUES ('k', 'getMe', '{}', '{}', '{"id":7}', 6, NULL, NULL);
INSERT INTO desk (key, value) VALUES ('theme', '"dark"');
INSERT INTO desk (key, value) VALUES ('draft.note', '"half a sentence"');
PRAGMA user_version = 13;

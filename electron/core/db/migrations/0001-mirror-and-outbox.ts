import type { Migration } from './migration.ts';

/**
 * The first form of the database. Lists are sorted and filtered by expressions over the shown
 * text; the index expressions must be spelled exactly as `queries/view.ts` spells them, which
 * tests of the query plans check.
 */
const shown = 'coalesce(overlay, base)';

function sortIndex(entity: string, field: string): string {
  return `CREATE INDEX "record_${entity}_${field}" ON record
    (natural_key(${shown} ->> '$.${field}'), id, archived) WHERE entity = '${entity}';`;
}

function filterIndex(entity: string, field: string): string {
  return `CREATE INDEX "record_${entity}_${field}_is" ON record
    (CAST(${shown} ->> '$.${field}' AS TEXT), archived) WHERE entity = '${entity}';`;
}

/** Degrees that a circle's radius (metres) spans from its centre; a little too much is harmless. */
function radiusLat(json: string): string {
  return `coalesce(${json} ->> '$.radius', 0) / 111000.0`;
}

/** The box of an area's coordinates as (min_lat, max_lat, min_lng, max_lng). */
function boxOf(json: string): string {
  const lat = radiusLat(json);
  return `SELECT new.rowid,
      min(point.value ->> '$.lat') - ${lat}, max(point.value ->> '$.lat') + ${lat},
      min(point.value ->> '$.lng') - (${lat}) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat'))))),
      max(point.value ->> '$.lng') + (${lat}) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat')))))
    FROM json_each(${json}, '$.coordinates') AS point
    WHERE json_type(${json}, '$.coordinates') = 'array' AND point.type = 'object'
      AND typeof(point.value ->> '$.lat') IN ('integer', 'real')
      AND typeof(point.value ->> '$.lng') IN ('integer', 'real')
    HAVING count(*) > 0`;
}

const newShown = 'coalesce(new.overlay, new.base)';
const oldShown = 'coalesce(old.overlay, old.base)';

export const migration: Migration = {
  version: 1,
  name: 'mirror and outbox',
  up(db) {
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE record (
        rowid INTEGER PRIMARY KEY,
        entity TEXT NOT NULL,
        id TEXT NOT NULL,
        base TEXT,
        overlay TEXT,
        archived INTEGER NOT NULL DEFAULT 0,
        temporary INTEGER NOT NULL DEFAULT 0,
        read_at INTEGER,
        listed INTEGER NOT NULL DEFAULT 1,
        absences INTEGER NOT NULL DEFAULT 0,
        pending INTEGER NOT NULL DEFAULT 0,
        mark TEXT,
        changed TEXT,
        UNIQUE (entity, id)
      );
      CREATE INDEX record_archived ON record (entity, archived, id);
      CREATE INDEX record_pending ON record (entity, id) WHERE pending > 0;
      CREATE INDEX record_absent ON record (entity, absences, id) WHERE absences > 0;
      ${['regNo', 'defaultLabel', 'status', 'driver.fullName', 'depotName', 'typeName', 'makeModel', 'lastLoggedAt', 'todayData.distance'].map((field) => sortIndex('vehicle', field)).join('\n')}
      ${['status', 'typeName', 'depotName'].map((field) => filterIndex('vehicle', field)).join('\n')}
      ${sortIndex('driver', 'fullName')}
      ${sortIndex('area', 'name')}
      ${filterIndex('area', 'type')}
      ${sortIndex('device', 'imei')}
      ${filterIndex('device', 'status')}
      ${sortIndex('user', 'fullName')}
      ${sortIndex('fuelTransaction', 'transactionDate')}
      ${sortIndex('cameraEvent', 'occurredAt')}

      CREATE TABLE revision (entity TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;

      CREATE TABLE search (
        rowid INTEGER PRIMARY KEY,
        entity TEXT NOT NULL,
        title TEXT NOT NULL,
        body TEXT NOT NULL
      );
      CREATE INDEX search_title ON search (title, entity);
      CREATE VIRTUAL TABLE search_text USING fts5 (
        body, content = 'search', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
      );
      CREATE TRIGGER search_text_insert AFTER INSERT ON search BEGIN
        INSERT INTO search_text (rowid, body) VALUES (new.rowid, new.body);
      END;
      CREATE TRIGGER search_text_update AFTER UPDATE OF body ON search
      WHEN new.body IS NOT old.body BEGIN
        INSERT INTO search_text (search_text, rowid, body) VALUES ('delete', old.rowid, old.body);
        INSERT INTO search_text (rowid, body) VALUES (new.rowid, new.body);
      END;
      CREATE TRIGGER search_text_delete AFTER DELETE ON search BEGIN
        INSERT INTO search_text (search_text, rowid, body) VALUES ('delete', old.rowid, old.body);
      END;

      CREATE TRIGGER record_search_insert AFTER INSERT ON record BEGIN
        INSERT INTO search (rowid, entity, title, body) VALUES (
          new.rowid, new.entity,
          search_title(new.entity, ${newShown}), search_body(new.entity, ${newShown})
        );
      END;
      CREATE TRIGGER record_search_update AFTER UPDATE OF base, overlay ON record
      WHEN ${newShown} IS NOT ${oldShown} BEGIN
        INSERT INTO search (rowid, entity, title, body) VALUES (
          new.rowid, new.entity,
          search_title(new.entity, ${newShown}), search_body(new.entity, ${newShown})
        )
        ON CONFLICT (rowid) DO UPDATE SET title = excluded.title, body = excluded.body
          WHERE search.title IS NOT excluded.title OR search.body IS NOT excluded.body;
      END;
      CREATE TRIGGER record_search_delete AFTER DELETE ON record BEGIN
        DELETE FROM search WHERE rowid = old.rowid;
      END;

      CREATE VIRTUAL TABLE area_box USING rtree (rowid, min_lat, max_lat, min_lng, max_lng);
      CREATE TRIGGER record_box_insert AFTER INSERT ON record WHEN new.entity = 'area' BEGIN
        INSERT INTO area_box ${boxOf(newShown)};
      END;
      CREATE TRIGGER record_box_update AFTER UPDATE OF base, overlay ON record
      WHEN new.entity = 'area' AND ${newShown} IS NOT ${oldShown} BEGIN
        DELETE FROM area_box WHERE rowid = old.rowid;
        INSERT INTO area_box ${boxOf(newShown)};
      END;
      CREATE TRIGGER record_box_delete AFTER DELETE ON record WHEN old.entity = 'area' BEGIN
        DELETE FROM area_box WHERE rowid = old.rowid;
      END;

      CREATE TABLE op (
        id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL UNIQUE,
        payload_version INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        entity TEXT NOT NULL,
        target_id TEXT NOT NULL,
        also_entity TEXT,
        also_id TEXT,
        params TEXT NOT NULL,
        patch TEXT NOT NULL,
        extra TEXT,
        before TEXT NOT NULL,
        label TEXT NOT NULL,
        state TEXT NOT NULL,
        hold TEXT,
        hold_until INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        depends_on TEXT NOT NULL DEFAULT '[]',
        seen_before TEXT,
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

      CREATE TABLE document (
        key TEXT PRIMARY KEY,
        endpoint TEXT NOT NULL,
        params TEXT NOT NULL,
        query TEXT NOT NULL,
        json TEXT NOT NULL,
        read_at INTEGER NOT NULL
      );
      CREATE INDEX document_endpoint ON document (endpoint, read_at);

      CREATE TABLE desk (key TEXT PRIMARY KEY, value TEXT NOT NULL);

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

      CREATE TABLE staging (
        entity TEXT NOT NULL,
        generation INTEGER NOT NULL,
        id TEXT NOT NULL,
        page INTEGER NOT NULL,
        PRIMARY KEY (entity, generation, id)
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
    `);
  },
};

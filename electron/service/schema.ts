import type { Database } from 'better-sqlite3';

/**
 * Every record of every tenant in one table: `doc` is the JSON text that the interface answers,
 * in the spelling that it came in; the other columns are what the service must find and order by.
 *
 * - `client`, `reseller`: who owns it and so who may see it; NULL belongs to the platform
 * - `state`: 0 active, 1 archived, 2 deleted but restorable (scheduled reports)
 * - `kind`: a coarse class inside the entity (the role of a user)
 * - `natural`: what must not occur twice (an e-mail address, an IMEI)
 * - `link`: the record that it is assigned to (driver of a vehicle, vehicle of a device, …)
 * - `sim`: index of the simulated vehicle behind it
 * - `at`: ms since the epoch, for records with an instant of their own
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS record (
    seq INTEGER PRIMARY KEY,
    entity TEXT NOT NULL,
    id TEXT NOT NULL,
    client TEXT,
    reseller TEXT,
    state INTEGER NOT NULL DEFAULT 0,
    kind TEXT,
    natural TEXT,
    link TEXT,
    sim INTEGER,
    at INTEGER,
    search TEXT NOT NULL DEFAULT '',
    updated INTEGER NOT NULL,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS record_id ON record (entity, id);
  CREATE INDEX IF NOT EXISTS record_client ON record (entity, client, state, seq);
  CREATE INDEX IF NOT EXISTS record_link ON record (entity, link, state);
  CREATE INDEX IF NOT EXISTS record_natural ON record (entity, natural) WHERE natural IS NOT NULL;
  -- Which devices a vehicle had: a fuel summary asks it twice for each.
  CREATE INDEX IF NOT EXISTS record_in_vehicle ON record (CAST(doc ->> '$.vehicleId' AS TEXT))
    WHERE entity = 'installation';
  CREATE TABLE IF NOT EXISTS account (
    user TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    otp_secret TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    refresh_hash TEXT NOT NULL,
    expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS session_refresh ON session (refresh_hash);
`;

/** Creates what is missing and sets the pragmas of the service's own database. */
export function prepareDatabase(db: Database): void {
  db.pragma('journal_mode = WAL');
  // The service stands for a foreign one; after a power cut its demo data may lose a moment.
  db.pragma('synchronous = NORMAL');
  db.pragma('temp_store = MEMORY');
  db.exec(TABLES);
}

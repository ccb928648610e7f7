import type { Database as Connection } from 'better-sqlite3';
import { OP_STATES } from '../../shared/rules/opStates.ts';

/** Text of a record with what a careless reader would lose. */
export const RECORD = '{"id":1,"regNo":"AB 1","n":12345678901234567890.10,"__proto__":{"x":1}}';

/**
 * Fills a database of any version with a record, a write in every state with its history, and one
 * of everything else that can't be fetched again, in the form of the first version.
 */
export function fill(db: Connection): void {
  db.prepare(
    "INSERT INTO record (entity, id, base, read_at, pending) VALUES ('vehicle', '1', ?, 5, 6)",
  ).run(RECORD);
  db.exec(`
    INSERT INTO record (entity, id, temporary, pending) VALUES ('area', 'tmp-2', 1, 1);
    INSERT INTO document (key, endpoint, params, query, json, read_at)
      VALUES ('k', 'getMe', '{}', '{}', '{"id":7}', 6);
    INSERT INTO desk VALUES ('theme', '"dark"'), ('draft.note', '"half a sentence"');
    INSERT INTO id_map VALUES ('area', 'tmp-1', '99');
    INSERT INTO availability VALUES ('getMe', 1, 'answered', 6);
    INSERT INTO trash VALUES ('area', '3', '{"id":3}', 1, 'gone');
  `);
  const op = db.prepare(`
    INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, params, patch, before,
      label, state, created_at, updated_at)
    VALUES (?, ?, 1, ?, ?, ?, ?, ?, '{}', 'AB 1', ?, 10, 10)`);
  const history = db.prepare('INSERT INTO op_history VALUES (?, ?, ?, ?, ?)');
  const lane = db.prepare('INSERT INTO op_lane VALUES (?, ?, ?, 1)');
  const settled = ['CONFIRMED', 'CANCELLED', 'DISCARDED'];
  for (const [index, state] of OP_STATES.entries()) {
    const target = ['updateVehicle', 'vehicle', '1', '{"vehicleId":"1"}', '{"vin":"9"}'];
    op.run(`op-${state}`, index + 1, ...target, state);
    history.run(`op-${state}`, 9, null, 'QUEUED', 'asked for');
    history.run(`op-${state}`, 10, 'QUEUED', state, 'test');
    if (!settled.includes(state)) lane.run('vehicle', '1', index + 1);
  }
  const create = ['createArea', 'area', 'tmp-2', '{}', '{"name":"Yard"}', 'QUEUED'];
  op.run('op-create', OP_STATES.length + 1, ...create);
  db.exec("UPDATE op SET temporary = 1 WHERE id = 'op-create'");
  history.run('op-create', 10, null, 'QUEUED', 'asked for');
  lane.run('area', 'tmp-2', OP_STATES.length + 1);
}

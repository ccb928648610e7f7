import { textOf, withValues } from './doc.ts';
import type { Row, Store } from './store.ts';

/** Remembers that a sensor came to a device; the device's sensor history is made of these. */
export function addPairing(store: Store, sensor: Row, deviceId: string, nowMs: number): void {
  const last = store.scalar(
    "SELECT max(at) FROM record WHERE entity = 'pairing' AND CAST(doc ->> '$.id' AS TEXT) = ?",
    sensor.id,
  );
  // Not before the last change, where the clock was put back since: it would come too late for ever.
  const atMs = Math.max(nowMs, Number(last ?? 0));
  store.insert({
    entity: 'pairing',
    id: String(store.next('pairing')),
    doc: withValues(sensor.doc, { pairedAt: new Date(atMs).toISOString() }),
    link: deviceId,
    client: sensor.client,
    reseller: sensor.reseller,
    at: atMs,
    updated: nowMs,
  });
}

/** Since when a sensor is on a device, as its history says it; null where it never came there. */
export function pairedAt(store: Store, sensor: Row, deviceId: string): string | null {
  const last = store.row(
    `SELECT * FROM record WHERE entity = 'pairing' AND link = ? AND CAST(doc ->> '$.id' AS TEXT) = ?
     ORDER BY at DESC, seq DESC LIMIT 1`,
    deviceId,
    sensor.id,
  );
  return last === undefined ? null : textOf(last.doc, 'pairedAt');
}

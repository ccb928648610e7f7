import { withValues } from './doc.ts';
import type { Row, Store } from './store.ts';

/** Remembers that a sensor came to a device; the device's sensor history is made of these. */
export function addPairing(store: Store, sensor: Row, deviceId: string, atMs: number): void {
  store.insert({
    entity: 'pairing',
    id: String(store.next('pairing')),
    doc: withValues(sensor.doc, { pairedAt: new Date(atMs).toISOString() }),
    link: deviceId,
    client: sensor.client,
    reseller: sensor.reseller,
    at: atMs,
    updated: atMs,
  });
}

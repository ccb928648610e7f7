import type { Entity } from '../../bridge.ts';
import type { PageName, Route } from '../../routes.ts';

/**
 * Pages that show a record which may be picked elsewhere, and its kind. Pages with drafts in the page
 * itself (areas, reports) are left out: a window that follows must not take a form away.
 */
const FOLLOWED: Partial<Readonly<Record<PageName, Entity>>> = {
  ...{ vehicles: 'vehicle', history: 'vehicle', drivers: 'driver', devices: 'device' },
  ...{ sensors: 'sensor', cameras: 'cameraEvent', fuel: 'fuelTransaction', forms: 'form' },
  ...{ users: 'user', clients: 'client', resellers: 'reseller' },
};

/** The kind of record that a page shows or would show; null where none is picked there. */
export function entityOn({ page, id }: Route): Entity | null {
  return id === 'new' ? null : (FOLLOWED[page] ?? null);
}

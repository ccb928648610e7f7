import { seedAnswers } from './answers.ts';
import { seedAreas } from './areas.ts';
import { seedDevices } from './devices.ts';
import { seedForms } from './forms.ts';
import { seedFuel } from './fuel.ts';
import { seedReference } from './reference.ts';
import { seedReports } from './reports.ts';
import { createSeeding, type SeedInput } from './seeding.ts';
import { seedSettings } from './settings.ts';
import { seedLogins, seedPeople, seedTenants } from './tenants.ts';
import { seedVehicles } from './vehicles.ts';

/** `demo`: a living fleet. `empty`: the same accounts, plans and settings, and no records. */
export type SeedKind = 'demo' | 'empty';

/** Fills a new data folder in one transaction: all of it is there, or none. */
export function seed(input: SeedInput & { readonly kind: SeedKind }): void {
  const { store } = input;
  store.transaction(() => {
    const seeding = createSeeding(input);
    store.setMeta('seedText', input.seedText);
    store.setMeta('simulated', String(input.fleet.count));
    seedReference(seeding);
    const tenants = seedTenants(seeding);
    seedLogins(seeding, tenants);
    seedSettings(seeding, tenants);
    if (input.kind === 'demo') {
      seedPeople(seeding, tenants);
      seedVehicles(seeding, tenants);
      seedAreas(seeding, tenants);
      seedDevices(seeding, tenants);
      seedFuel(seeding, tenants);
      seedReports(seeding, tenants);
      seedForms(seeding, tenants);
      seedAnswers(seeding, tenants);
    }
    store.setMeta('seeded', new Date(input.nowMs).toISOString());
  });
}

import { SETTINGS } from '../../../shared/model/reference.ts';
import { teamKey } from '../handlers/reference.ts';
import type { Seeding, Tenant } from './seeding.ts';

type SettingName = (typeof SETTINGS)[number];

/** Values by setting; speeds in km/h, durations in seconds. */
function valueOf(name: SettingName, index: number): Record<string, unknown> {
  switch (name) {
    case 'mapApiOptions':
      return { provider: 'local', clusters: true, maxZoom: 19, traffic: false };
    case 'provider':
      return { name: 'Waybill demo', supportEmail: 'support@waybill.example' };
    case 'digitalForm':
      return { enabled: true, photoMaxEdge: 1600, requireSignature: index === 0 };
    case 'ecoSpeed':
      return { enabled: true, speed: 85 - index * 5, tolerance: 5 };
    case 'excessiveIdling':
      return { enabled: true, duration: 300 + index * 60 };
  }
}

/** One record per setting and team: the platform, each reseller, each client. */
export function seedSettings(seeding: Seeding, tenants: readonly Tenant[]): void {
  const resellers = [...new Set(tenants.map(({ reseller }) => reseller))];
  const teams = [
    { key: teamKey(null, null), team: null, index: 0 },
    ...resellers.map((reseller) => ({ key: teamKey(null, reseller), team: null, index: 0 })),
    ...tenants.map(({ client, reseller, team }, index) => ({
      key: teamKey(client, reseller),
      team,
      index,
    })),
  ];
  let id = 1;
  teams.forEach(({ key, team, index }) => {
    for (const name of SETTINGS) {
      const record = { id, name, value: valueOf(name, index), role: null, team, user: null };
      const doc = JSON.stringify(record);
      seeding.insert({ entity: 'setting', id: `${key}/${name}`, doc });
      id += 1;
    }
  });
}

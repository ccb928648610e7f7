import type { reference } from '../../../shared/api/reference.ts';
import { planOf, signedIn } from '../auth.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { countryNames, timeZones } from '../countries.ts';
import { listOf } from '../list.ts';
import { narrowed } from '../madeRows.ts';
import { notFound } from '../refusal.ts';
import type { Stored } from '../searchText.ts';
import { roleScopes } from './accounts.ts';

const PLATFORM = { of: 'platform' } as const;

/** Settings and themes belong to a client, to a reseller, or to the platform. */
export function teamKey(client: string | null, reseller: string | null): string {
  if (client !== null) return `client-${client}`;
  return reseller === null ? 'platform' : `reseller-${reseller}`;
}

function keyOf(call: Call): string {
  const { clientId, resellerId } = signedIn(call.account);
  return teamKey(clientId, resellerId);
}

function setting(service: Service, call: Call, name: string): Answer {
  const row = service.store.find('setting', `${keyOf(call)}/${name}`, PLATFORM);
  if (row === undefined) throw notFound('The setting');
  return { as: 'one', text: row.doc };
}

/** Section 4.1: reference data and tenant settings. */
export function referenceHandlers(service: Service): HandlersFor<typeof reference> {
  const { store } = service;
  const all = (call: Call, entity: Stored) => listOf(store, call, { entity, scope: PLATFORM });
  return {
    listCountries: () => ({ as: 'object', text: JSON.stringify(countryNames()) }),
    listRoles(call) {
      const scopes = JSON.stringify(roleScopes(signedIn(call.account).teamType));
      const where = [{ sql: 'kind IN (SELECT value FROM json_each(?))', bind: [scopes] }];
      return listOf(store, call, { entity: 'role', scope: PLATFORM, where });
    },
    listPlans: (call) => all(call, 'plan'),
    listTimezones: (call) => ({
      as: 'list',
      rows: narrowed(
        call,
        timeZones(call.nowMs).map((zone) => JSON.stringify(zone)),
        ['name', 'label'],
      ),
    }),
    listThemes: (call) => all(call, 'theme'),
    listMyThemes(call) {
      const own = store.meta(`themes.${keyOf(call)}`) ?? '[]';
      const where = [{ sql: 'id IN (SELECT value FROM json_each(?))', bind: [own] }];
      return listOf(store, call, { entity: 'theme', scope: PLATFORM, where });
    },
    getPlanPermissions(call) {
      const account = signedIn(call.account);
      const keys = planOf(store, account.clientId) ?? account.permissions;
      return { as: 'object', text: JSON.stringify({ data: [...keys] }) };
    },
    getPlatformDomain(call) {
      const domain = store.meta(`domain.${keyOf(call)}`) ?? 'waybill.example';
      return { as: 'object', text: JSON.stringify({ domain }) };
    },
    listLanguages: (call) => all(call, 'language'),
    getMapApiOptions: (call) => setting(service, call, 'mapApiOptions'),
    getProvider: (call) => setting(service, call, 'provider'),
    getDigitalFormSetting: (call) => setting(service, call, 'digitalForm'),
    getEcoSpeed: (call) => setting(service, call, 'ecoSpeed'),
    getExcessiveIdling: (call) => setting(service, call, 'excessiveIdling'),
  };
}

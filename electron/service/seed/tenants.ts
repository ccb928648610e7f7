import { ARCHIVED } from '../store.ts';
import { userIdOf, type DemoName } from '../credentials.ts';
import { companyName, personName } from '../world/index.ts';
import { ADMIN_TEAM, RESELLER_TEAM } from '../handlers/records.ts';
import { teamKey } from '../handlers/reference.ts';
import { PLAN, ROLE } from './reference.ts';
import { DAY_MS, withRaw, type Seeding, type Tenant } from './seeding.ts';

/** Vehicles of each client beside the main one. */
export const SMALL_FLEET = 6;
const CLIENTS = [
  { clientId: 501, resellerId: 11, planId: PLAN.complete },
  { clientId: 502, resellerId: 12, planId: PLAN.essential },
  { clientId: 503, resellerId: 11, planId: PLAN.essential },
  { clientId: 504, resellerId: 12, planId: PLAN.complete },
  { clientId: 505, resellerId: 12, planId: PLAN.essential },
];
const RESELLERS = [11, 12];

/** Simulated vehicles in all, for so many of the main client. */
export function fleetSize(mainVehicles: number): number {
  return mainVehicles === 0 ? 0 : mainVehicles + (CLIENTS.length - 1) * SMALL_FLEET;
}

/** Fields that only some tenants have (section 1, rule 1), spelled as they send them. */
export function clientExtras(index: number): string {
  switch (index) {
    case 0:
      return '"contractNo":9007199254740993,"discount":0.10';
    case 1:
      return '"Kundennummer":"K-00017","mahnstufe":null';
    default:
      return '';
  }
}

function seedResellers(seeding: Seeding): void {
  RESELLERS.forEach((id, index) => {
    const domain = `reseller-${id}.waybill.example`;
    const record = {
      id,
      name: companyName(seeding.seedText, 40 + index),
      status: 'active',
      domain,
      createdAt: seeding.ago(900 * DAY_MS),
    };
    const doc = JSON.stringify(record);
    seeding.insert({ entity: 'reseller', id: String(id), doc, reseller: String(id) });
    seeding.store.setMeta(`domain.${teamKey(null, String(id))}`, domain);
  });
}

/** The five client accounts. */
export function seedTenants(seeding: Seeding): Tenant[] {
  seedResellers(seeding);
  return CLIENTS.map(({ clientId, resellerId, planId }, index) => {
    const name = companyName(seeding.seedText, index);
    const client = String(clientId);
    const reseller = String(resellerId);
    const record = {
      id: clientId,
      name,
      status: 'active',
      resellerId,
      planId,
      createdAt: seeding.ago((800 - index * 90) * DAY_MS),
      updatedAt: seeding.ago(20 * DAY_MS),
    };
    const doc = withRaw(record, clientExtras(index));
    seeding.insert({ entity: 'client', id: client, doc, client, reseller });
    const { store } = seeding;
    store.setMeta(`domain.${teamKey(client, reseller)}`, `client-${client}.waybill.example`);
    store.setMeta(
      `themes.${teamKey(client, reseller)}`,
      JSON.stringify([String(1 + (index % 4)), '3']),
    );
    if (index === 1) store.setMeta(`textualDistance.${client}`, '1');
    const main = index === 0;
    return {
      client,
      clientId,
      reseller,
      name,
      team: {
        id: clientId,
        type: 'client',
        clientId,
        clientName: name,
        resellerId,
        resellerName: companyName(seeding.seedText, 40 + RESELLERS.indexOf(resellerId)),
      },
      firstSim: main ? 0 : seeding.vehicles + (index - 1) * SMALL_FLEET,
      vehicles: main || seeding.vehicles === 0 ? seeding.vehicles : SMALL_FLEET,
    };
  });
}

interface Person {
  readonly id: number;
  readonly roleId: number;
  readonly role: string;
  readonly tenant: Tenant | undefined;
  readonly reseller: string | null;
  readonly email: string;
  readonly nameIndex: number;
  readonly archived?: boolean;
}

function insertPerson(seeding: Seeding, person: Person): void {
  const { id, roleId, role, tenant, email } = person;
  const name = personName(seeding.seedText, person.nameIndex);
  const draw = seeding.draw(`person/${id}`);
  const archivedAt = person.archived === true ? seeding.ago(12 * DAY_MS) : null;
  const team = tenant?.team ?? {
    id: person.reseller === null ? ADMIN_TEAM : RESELLER_TEAM,
    type: person.reseller === null ? 'admin' : 'reseller',
    clientId: null,
    resellerId: person.reseller === null ? null : Number(person.reseller),
  };
  const record = {
    id,
    email,
    fullName: name.fullName,
    name: name.firstName,
    surname: name.lastName,
    phone: `+000 555 ${String(draw.integer(0, 9999)).padStart(4, '0')}`,
    role,
    roleId,
    status: archivedAt === null ? 'active' : 'archived',
    archivedAt,
    dateFormat: 'dd.MM.yyyy',
    timezone: 'Etc/GMT-1',
    language: 'en',
    team,
    createdAt: seeding.ago(draw.integer(40, 700) * DAY_MS),
    updatedAt: seeding.ago(draw.integer(1, 30) * DAY_MS),
  };
  const isMain = tenant?.clientId === 501;
  const licence = roleId === ROLE.driver && isMain ? '"badge":9007199254740995,"rate":12.50' : '';
  seeding.insert({
    entity: 'user',
    id: String(id),
    doc: withRaw(record, licence),
    client: tenant?.client ?? null,
    reseller: tenant?.reseller ?? person.reseller,
    kind: roleId === ROLE.driver ? 'driver' : role,
    natural: email,
    state: archivedAt === null ? 0 : ARCHIVED,
  });
}

/** The people who can sign in. */
const LOGINS: Record<
  DemoName,
  { roleId: number; role: string; client: number | null; reseller: string | null }
> = {
  dispatcher: { roleId: ROLE.fleetAdmin, role: 'Fleet administrator', client: 0, reseller: '11' },
  viewer: { roleId: ROLE.viewer, role: 'Viewer', client: 0, reseller: '11' },
  otp: { roleId: ROLE.fleetAdmin, role: 'Fleet administrator', client: 0, reseller: '11' },
  neighbour: { roleId: ROLE.fleetAdmin, role: 'Fleet administrator', client: 1, reseller: '12' },
  reseller: {
    roleId: ROLE.resellerManager,
    role: 'Reseller manager',
    client: null,
    reseller: '11',
  },
  platform: {
    roleId: ROLE.platformAdmin,
    role: 'Platform administrator',
    client: null,
    reseller: null,
  },
};

export function seedLogins(seeding: Seeding, tenants: readonly Tenant[]): void {
  for (const [index, account] of seeding.accounts.entries()) {
    const { roleId, role, client, reseller } = LOGINS[account.name];
    const id = Number(userIdOf(account.name));
    const tenant = client === null ? undefined : tenants[client];
    insertPerson(seeding, {
      id,
      roleId,
      role,
      tenant,
      reseller,
      email: account.email,
      nameIndex: 900 + index,
    });
    // What they sign in with is filled in at every start where it is not there yet.
    const email = account.email.toLowerCase();
    seeding.store.run("INSERT INTO account VALUES (?, ?, '', '', NULL)", String(id), email);
  }
}

const DRIVERS = 40;
const COLLEAGUES = 5;
const DRIVERS_OF_SMALL = 3;

/** Drivers and colleagues; returns the ids of the main client's drivers. */
export function seedPeople(seeding: Seeding, tenants: readonly Tenant[]): void {
  let driverId = 3001;
  let colleagueId = 2101;
  tenants.forEach((tenant, index) => {
    const driver = { roleId: ROLE.driver, role: 'Driver', tenant, reseller: tenant.reseller };
    const count = index === 0 ? DRIVERS + 1 : DRIVERS_OF_SMALL;
    for (let i = 0; i < count; i += 1) {
      insertPerson(seeding, {
        ...driver,
        id: driverId,
        email: `driver-${driverId}@waybill.example`,
        nameIndex: driverId - 3001,
        // One has left, so that there is an archive to look into.
        archived: index === 0 && i === DRIVERS,
      });
      driverId += 1;
    }
    for (let i = 0; i < (index === 0 ? COLLEAGUES : 1); i += 1) {
      insertPerson(seeding, {
        ...driver,
        id: colleagueId,
        roleId: i % 2 === 0 ? ROLE.dispatcher : ROLE.viewer,
        role: i % 2 === 0 ? 'Dispatcher' : 'Viewer',
        email: `user-${colleagueId}@waybill.example`,
        nameIndex: 500 + colleagueId - 2101,
      });
      colleagueId += 1;
    }
  });
}

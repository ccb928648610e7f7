import type { accounts } from '../../../shared/api/accounts.ts';
import { userCreate, userUpdate } from '../../../shared/model/person.ts';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { noteDriver } from '../assignments.ts';
import { signedIn } from '../auth.ts';
import { readBody, type Body } from '../body.ts';
import type { Answer, Call, HandlersFor, Service } from '../context.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { listOf, pageOf, type ListOptions } from '../list.ts';
import { first } from '../query.ts';
import { conflict, forbidden, invalid, notFound } from '../refusal.ts';
import { driverSummary, renameDriver } from '../shownNames.ts';
import type { Row, Store } from '../store.ts';
import {
  archive,
  given,
  idText,
  need,
  ownerFor,
  refuseArchived,
  restore,
  teamOf,
  type Owner,
} from './records.ts';

const USER = 'The user';
const CLIENT = 'The client account';
export const DRIVER = 'driver';

/**
 * What a body says about a person. Reads call first and last name `name` and `surname`; a body may
 * do so, too.
 */
function personFields(
  service: Service,
  call: Call,
  { known, extra }: Pick<Body<Readonly<Record<string, unknown>>>, 'known' | 'extra'>,
  before: string,
): {
  fields: Record<string, unknown>;
  kind: string | null | undefined;
  /** Fields of the tenant; the two names are none, in either spelling. */
  own: ReadonlyMap<string, string>;
} {
  const own = new Map([...extra].filter(([key]) => key !== 'name' && key !== 'surname'));
  const { firstName, lastName, ...plain } = given(known);
  const fields: Record<string, unknown> = { ...plain };
  const nameOf = (sent: unknown, read: string): unknown => {
    const source = extra.get(read);
    const value: unknown = source === undefined ? sent : JSON.parse(source);
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw invalid({ [read]: ['Must be text.'] });
    }
    return sent === undefined ? value : sent;
  };
  const name = nameOf(firstName, 'name');
  const surname = nameOf(lastName, 'surname');
  if (name !== undefined) fields['name'] = name;
  if (surname !== undefined) fields['surname'] = surname;
  if (plain['fullName'] === undefined && (name !== undefined || surname !== undefined)) {
    const named = withValues(before, fields);
    const parts = [textOf(named, 'name'), textOf(named, 'surname')];
    fields['fullName'] = parts.filter((part) => part !== null && part !== '').join(' ');
  }
  const roleId = plain['roleId'];
  if (roleId === undefined) return { fields, kind: undefined, own };
  if (roleId === null) return { fields: { ...fields, role: null }, kind: null, own };
  const role = service.store.find('role', idText(roleId), { of: 'platform' });
  const visible = roleScopes(signedIn(call.account).teamType);
  if (role === undefined || !visible.includes(role.kind ?? '')) {
    throw invalid({ roleId: ['Does not exist.'] });
  }
  fields['roleId'] = valueOf(role.doc, 'id');
  fields['role'] = textOf(role.doc, 'name');
  return { fields, kind: textOf(role.doc, 'key'), own };
}

/** Scopes of the roles that a team may see and give. */
export function roleScopes(teamType: 'admin' | 'reseller' | 'client'): readonly string[] {
  switch (teamType) {
    case 'admin':
      return ['platform', 'reseller', 'client'];
    case 'reseller':
      return ['reseller', 'client'];
    case 'client':
      return ['client'];
  }
}

function refuseTakenEmail(service: Service, email: string, except?: Row): void {
  const taken = service.store.row(
    "SELECT * FROM record WHERE entity = 'user' AND natural = ?",
    email.toLowerCase(),
  );
  if (taken !== undefined && taken.id !== except?.id) {
    throw invalid({ email: ['Is already used by another user.'] });
  }
}

function createUser(service: Service, call: Call, ownerOf: (clientId: unknown) => Owner): Answer {
  const { known, extra, clientId } = readBody(userCreate, call.bodyText, 'user');
  const owner = ownerOf(clientId);
  refuseTakenEmail(service, known.email);
  const id = 20_000 + service.store.next('user');
  const now = iso(call.nowMs);
  const blank = JSON.stringify({
    id,
    email: known.email,
    fullName: null,
    name: null,
    surname: null,
    phone: null,
    role: null,
    roleId: null,
    status: 'active',
    archivedAt: null,
    team: owner.team,
    createdAt: now,
    updatedAt: now,
  });
  const { fields, kind = null, own } = personFields(service, call, { known, extra }, blank);
  const doc = setJsonMembers(withValues(blank, fields), own);
  service.store.insert({
    entity: 'user',
    id: String(id),
    doc,
    kind,
    natural: known.email.toLowerCase(),
    client: owner.client,
    reseller: owner.reseller,
    updated: call.nowMs,
  });
  return { as: 'one', text: doc, status: 201, id: String(id) };
}

function updateUser(service: Service, call: Call, row: Row): Answer {
  const { known, extra } = readBody(userUpdate, call.bodyText, 'user');
  if (known.email !== undefined) refuseTakenEmail(service, known.email, row);
  const { fields, kind = row.kind, own } = personFields(service, call, { known, extra }, row.doc);
  const isOther = 'roleId' in fields && fields['roleId'] !== valueOf(row.doc, 'roleId');
  if (isOther && row.id === signedIn(call.account).userId) {
    throw invalid({ roleId: ['Your own role is changed by somebody else.'] });
  }
  const stamped = withValues(row.doc, { ...fields, updatedAt: iso(call.nowMs) });
  const doc = setJsonMembers(stamped, own);
  const natural = known.email === undefined ? row.natural : known.email.toLowerCase();
  service.store.change(row, { doc, kind, natural }, call.nowMs);
  // Who signs in does so by the address that is shown.
  if (natural !== null) {
    service.store.run('UPDATE account SET email = ? WHERE user = ?', natural, row.id);
  }
  const changed = { ...row, doc };
  if (JSON.stringify(driverSummary(changed)) !== JSON.stringify(driverSummary(row))) {
    renameDriver(service, changed, call.nowMs);
  }
  return { as: 'one', text: doc };
}

/** The client that the path names, which must be the account's own or one below it. */
function clientOf(service: Service, call: Call): Row {
  const { scope } = signedIn(call.account);
  const client = service.store.find('client', call.params['clientId'] ?? '', scope);
  if (client === undefined) throw notFound(CLIENT);
  return client;
}

function userOfClient(service: Service, call: Call): Row {
  const client = clientOf(service, call);
  const user = need(service, call, 'user', 'userId', USER);
  if (user.client !== client.id) throw notFound(USER);
  return user;
}

/** `role` of a list of people: those with that role alone; 422 for what no role is called. */
function roleWhere(store: Store, call: Call): NonNullable<ListOptions['where']> {
  const key = first(call.query, 'role');
  if (key === undefined) return [];
  const sql = "SELECT id FROM record WHERE entity = 'role' AND doc ->> '$.key' = ?";
  const id = store.scalar(sql, key);
  if (id === undefined) throw invalid({ role: ['Does not exist.'] });
  return [{ sql: "doc ->> '$.roleId' = CAST(? AS INTEGER)", bind: [id] }];
}

/** People of a client are shown to its own users and to whoever may list users at all. */
function readableClient(service: Service, call: Call): Row {
  const account = signedIn(call.account);
  const client = clientOf(service, call);
  if (account.clientId === null && !account.permissions.has('users.read')) {
    throw forbidden('The account lacks the permission users.read.');
  }
  return client;
}

function clientUsers(service: Service, call: Call): Answer {
  const client = readableClient(service, call);
  return pageOf(service.store, call, {
    entity: 'user',
    scope: { of: 'client', client: client.id },
    where: roleWhere(service.store, call),
  });
}

function setDriver(service: Service, call: Call): Answer {
  const vehicle = need(service, call, 'vehicle', 'vehicleId', 'The vehicle');
  const driver = need(service, call, 'user', 'driverId', 'The driver');
  // The same pair is no new one, whatever role they have by now.
  if (vehicle.link === driver.id) return { as: 'empty' };
  if (driver.kind !== DRIVER || driver.client !== vehicle.client) throw notFound('The driver');
  refuseArchived(vehicle, 'The vehicle');
  refuseArchived(driver, 'The driver');
  const doc = withValues(vehicle.doc, {
    driver: driverSummary(driver),
    driverId: valueOf(driver.doc, 'id'),
    updatedAt: iso(call.nowMs),
  });
  noteDriver(service.store, vehicle, driver.id, call.nowMs);
  service.store.change(vehicle, { doc, link: driver.id }, call.nowMs);
  return { as: 'empty' };
}

function unsetDriver(service: Service, call: Call): Answer {
  const vehicle = need(service, call, 'vehicle', 'vehicleId', 'The vehicle');
  // Somebody who has another role by now still sits in the vehicle.
  const driver = need(service, call, 'user', 'driverId', 'The driver');
  if (vehicle.link !== driver.id) throw conflict('The driver is not assigned to the vehicle.');
  const doc = withValues(vehicle.doc, {
    driver: null,
    driverId: null,
    updatedAt: iso(call.nowMs),
  });
  noteDriver(service.store, vehicle, null, call.nowMs);
  service.store.change(vehicle, { doc, link: null }, call.nowMs);
  return { as: 'empty' };
}

/** Section 4.3: accounts, users, drivers, resellers. */
export function accountHandlers(service: Service): HandlersFor<typeof accounts> {
  const { store } = service;
  const user = (call: Call) => need(service, call, 'user', 'userId', USER);
  const scopeOf = (call: Call) => signedIn(call.account).scope;
  /** A client account and a reseller account see themselves and what is above or below them. */
  const resellers = (call: Call): ListOptions => {
    const { resellerId, teamType } = signedIn(call.account);
    const where: ListOptions['where'] =
      teamType === 'admin' ? [] : [{ sql: 'id = ?', bind: [resellerId ?? ''] }];
    return { entity: 'reseller', scope: { of: 'platform' }, where };
  };
  return {
    listUsers: (call) =>
      pageOf(store, call, {
        entity: 'user',
        scope: scopeOf(call),
        where: roleWhere(store, call),
      }),
    getUser: (call) => ({ as: 'one', text: user(call).doc }),
    createUser: (call) =>
      createUser(service, call, (clientId) => {
        const account = signedIn(call.account);
        // Above the clients, a user without `clientId` joins the account's own team.
        return account.clientId === null && clientId === null
          ? teamOf(service, undefined, account)
          : ownerFor(service, call, clientId);
      }),
    updateUser: (call) => updateUser(service, call, user(call)),
    archiveUser(call) {
      const row = user(call);
      if (row.id === signedIn(call.account).userId) throw conflict('Nobody archives themselves.');
      return archive(service, row, call.nowMs);
    },
    restoreUser: (call) => restore(service, user(call), call.nowMs, 'active', USER),
    listClients: (call) => pageOf(store, call, { entity: 'client', scope: scopeOf(call) }),
    getClient: (call) => ({ as: 'one', text: clientOf(service, call).doc }),
    listClientUsers: (call) => clientUsers(service, call),
    getClientUser(call) {
      readableClient(service, call);
      return { as: 'one', text: userOfClient(service, call).doc };
    },
    createClientUser(call) {
      const client = clientOf(service, call);
      return createUser(service, call, () => teamOf(service, client));
    },
    updateClientUser: (call) => updateUser(service, call, userOfClient(service, call)),
    listDrivers: (call) =>
      pageOf(store, call, {
        entity: 'user',
        scope: scopeOf(call),
        where: [{ sql: 'kind = ?', bind: [DRIVER] }, ...roleWhere(store, call)],
      }),
    listClientDrivers: (call) => clientUsers(service, call),
    setDriver: (call) => setDriver(service, call),
    unsetDriver: (call) => unsetDriver(service, call),
    listResellers: (call) => listOf(store, call, resellers(call)),
    getReseller(call) {
      const id = call.params['resellerId'] ?? '';
      const { resellerId, teamType } = signedIn(call.account);
      const row = store.find('reseller', id, { of: 'platform' });
      if (row === undefined || (teamType !== 'admin' && resellerId !== id)) {
        throw notFound('The reseller');
      }
      return { as: 'one', text: row.doc };
    },
  };
}

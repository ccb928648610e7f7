import type { Account, Answer, Call, Service } from '../context.ts';
import { signedIn } from '../auth.ts';
import { textOf, valueOf, withValues, iso } from '../doc.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { ACTIVE, ARCHIVED, DELETED, type Row } from '../store.ts';
import type { Stored } from '../searchText.ts';

/** Steps that the handlers of all areas share. */

/** An identifier of a body as text; empty for what is none, which no record has. */
export function idText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The record that a path parameter names, in any state. Other tenants' records are 404, too. */
export function need(
  service: Service,
  call: Call,
  entity: Stored,
  param: string,
  what: string,
): Row {
  const { scope } = signedIn(call.account);
  const row = service.store.find(entity, call.params[param] ?? '', scope);
  if (row === undefined || row.state === DELETED) throw notFound(what);
  return row;
}

/** The record that a body field names; refused with 422 at that field where there is none. */
export function needInBody(
  service: Service,
  call: Call,
  entity: Stored,
  field: string,
  id: string | number,
): Row {
  const row = service.store.find(entity, String(id), signedIn(call.account).scope);
  if (row === undefined || row.state === DELETED) throw invalid({ [field]: ['Does not exist.'] });
  return row;
}

export function refuseArchived(row: Row, what: string): void {
  if (row.state !== ACTIVE) throw conflict(`${what} is archived.`);
}

/** Archives; archiving twice succeeds and changes nothing. */
export function archive(service: Service, row: Row, nowMs: number): Answer {
  if (row.state === ACTIVE) {
    const at = iso(nowMs);
    const doc = withValues(row.doc, { status: 'archived', archivedAt: at, updatedAt: at });
    service.store.change(row, { doc, state: ARCHIVED }, nowMs);
  }
  return { as: 'empty' };
}

/** Restores; 409 for what is not archived. */
export function restore(
  service: Service,
  row: Row,
  nowMs: number,
  status: string,
  what: string,
): Answer {
  if (row.state !== ARCHIVED) throw conflict(`${what} is not archived.`);
  const doc = withValues(row.doc, { status, archivedAt: null, updatedAt: iso(nowMs) });
  service.store.change(row, { doc, state: ACTIVE }, nowMs);
  return { as: 'empty' };
}

/** Who will own a new record. */
export interface Owner {
  readonly client: string | null;
  readonly reseller: string | null;
  readonly team: Record<string, unknown>;
}

/** Teams above the clients, which are called by their kind. */
export const ADMIN_TEAM = 1;
export const RESELLER_TEAM = 2;

/** The owning team as records carry it (section 2.1). */
export function teamOf(service: Service, client: Row | undefined, account?: Account): Owner {
  const resellerId = client === undefined ? (account?.resellerId ?? null) : client.reseller;
  const reseller =
    resellerId === null
      ? undefined
      : service.store.find('reseller', resellerId, { of: 'platform' });
  if (client === undefined) {
    const type = reseller === undefined ? 'admin' : 'reseller';
    const team = {
      id: reseller === undefined ? ADMIN_TEAM : RESELLER_TEAM,
      type,
      clientId: null,
      resellerId: reseller === undefined ? null : valueOf(reseller.doc, 'id'),
    };
    return { client: null, reseller: resellerId, team };
  }
  const id = valueOf(client.doc, 'id');
  return {
    client: client.id,
    reseller: client.reseller,
    team: {
      id,
      type: 'client',
      clientId: id,
      clientName: textOf(client.doc, 'name'),
      resellerId: reseller === undefined ? null : valueOf(reseller.doc, 'id'),
      resellerName: reseller === undefined ? null : textOf(reseller.doc, 'name'),
    },
  };
}

/**
 * The owner of what an account creates: the client that the body names under `clientId`, which
 * whoever stands above the clients has to name, or the account's own.
 */
export function ownerFor(service: Service, call: Call, named: unknown): Owner {
  const account = signedIn(call.account);
  const id = named === null ? (account.clientId ?? '') : idText(named);
  if (id === '') throw invalid({ clientId: ['Name the client that will own the record.'] });
  const client = service.store.find('client', id, account.scope);
  if (client === undefined) throw invalid({ clientId: ['Does not exist.'] });
  return teamOf(service, client);
}

/** What of a parsed body was really sent: absent fields leave a record alone. */
export function given(known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

import type { HttpFailure, HttpReply, HttpRequest, Http } from '../../electron/core/ports.ts';
import { jsonElements, jsonMember, setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { World } from './world.ts';

/** What comes back over the line of a desk. */
export type Sent = Awaited<ReturnType<Http['send']>>;

/** The id of the record in an answer, in whatever envelope. */
export function idIn(answerText: string): string {
  const record = ['data', 'result'].reduce(
    (found, key) => (jsonMember(found, 'id') === null ? (jsonMember(found, key) ?? found) : found),
    answerText,
  );
  return (jsonMember(record, 'id') ?? '').replaceAll('"', '');
}

/** The body of an answer. */
export function text(reply: HttpReply): string {
  return Buffer.from(reply.body).toString('utf8');
}

/** An answer that the service did not give. */
export function answer(status: number, body: string, retryAfterS?: number): Sent {
  const type = body.startsWith('<') ? 'text/html' : 'application/json';
  const headers: Record<string, string> = { 'content-type': type };
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
  return { ok: true, reply: { status, headers, body: Buffer.from(body) } };
}

function failure(why: HttpFailure['why'], detail: string): Sent {
  return { ok: false, failure: { why, detail } };
}

export const broken = (detail: string): Sent => failure('broken', detail);
export const notSent = (detail: string): Sent => failure('notSent', detail);

/** Asks the service of a world. `path` is that of the request behind the service's address. */
export async function ask(
  { service }: World,
  { method, body }: HttpRequest,
  token: string,
  path: string,
): Promise<Sent> {
  const reply = await service.handle({
    method,
    path: `/api${path}`,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { ok: true, reply: { status: reply.status, headers: reply.headers, body: reply.body } };
}

/** Where a list's answer has its rows. */
function listIn(whole: string): { holder: string; key: string | undefined; rows: string | null } {
  const inner = jsonMember(whole, 'result');
  const holder = inner !== null && inner.startsWith('{') ? inner : whole;
  const key = ['data', 'areas'].find((name) => jsonMember(holder, name) !== null);
  return { holder, key, rows: key === undefined ? null : jsonMember(holder, key) };
}

/** Ids of a list's rows, of an answer that may be none. */
export function idsIn(reply: HttpReply): string[] {
  const known = IDS.get(reply);
  if (known !== undefined) return known;
  const { rows } = listIn(text(reply));
  const ids = rows === null ? [] : jsonElements(rows).map(idIn);
  IDS.set(reply, ids);
  return ids;
}

/** Answers come out of a cache more than once. */
const IDS = new WeakMap<HttpReply, string[]>();

/** A list's answer with other rows, and the total that it then promises. */
export function withRows(
  reply: HttpReply,
  pick: (rows: string[]) => string[],
  count: (total: number, rows: string[]) => number | null,
  page?: string,
  limit?: string,
): Sent {
  const whole = text(reply);
  const { holder, key, rows } = listIn(whole);
  if (key === undefined || rows === null) return { ok: true, reply };
  const all = jsonElements(rows);
  const kept = pick(all);
  // Some lists tell of their pages in a place apart.
  const meta = jsonMember(holder, 'meta');
  const told = jsonMember(meta ?? holder, 'total');
  const paging = new Map<string, string | null>();
  const counted = count(Number(told ?? all.length), all);
  if (told !== null) paging.set('total', counted === null ? null : String(counted));
  if (page !== undefined) paging.set('page', page);
  if (limit !== undefined) paging.set('limit', limit);
  const changes = new Map<string, string | null>([
    [key, `[${kept.join(',')}]`],
    ...(meta === null ? paging : [['meta', setJsonMembers(meta, paging)] as const]),
  ]);
  const changed = setJsonMembers(holder, changes);
  const body = holder === whole ? changed : setJsonMembers(whole, new Map([['result', changed]]));
  return { ok: true, reply: { ...reply, body: Buffer.from(body) } };
}

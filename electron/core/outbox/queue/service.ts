import { endpoint, endpointNames, isEndpointName } from '../../../../shared/api/catalogue.ts';
import type { EndpointName, ReadName, WriteName } from '../../../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../../../shared/api/endpoint.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { AppError } from '../../../../shared/result.ts';
import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import type { Params, Query } from '../../api/types.ts';
import { askWho } from '../../who.ts';
import type { OutboxContext } from './context.ts';
import { isGone } from './context.ts';
import { FRESH_MS, completeList } from './lists.ts';
import type { Lists } from './lists.ts';
import { payloadOf } from '../../api/payload.ts';
import { narrowest } from '../model/narrowest.ts';
import type { OpRecord } from '../model/record.ts';
import { ANOTHER } from '../model/remedies.ts';
import { showsOtherRecord } from '../model/sameRecord.ts';
import { ruleOf } from '../model/rule.ts';

/** What the service says of a record now. */
export type Reading =
  { is: 'record'; text: string } | { is: 'gone' } | { is: 'failed'; error: AppError };

/**
 * Whether a reading after a write tells nothing yet. An account that may not see the record will never
 * be told more.
 */
export function couldNotBeRead(reading: Reading | null): boolean {
  return reading?.is === 'failed' && reading.error.kind !== 'denied';
}

function isReadName(name: EndpointName): name is ReadName {
  return methodOf(endpoint(name)) === 'GET';
}

/** The read that proves a write. Throws when the catalogue names none: a test checks it. */
export function verifierOf(name: WriteName): ReadName {
  const by = ruleOf(name).verifyBy;
  if (!isEndpointName(by) || !isReadName(by)) throw new Error(`${name} is verified by ${by}`);
  return by;
}

/**
 * Reads the target of a write: by id where there is such a read, else out of a list. One that shows
 * another record than the one that the write was made for is no reading of it.
 */
export async function readTarget(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Reading> {
  const reading = await readProof(context, lists, op);
  // A meter has neither a name nor a time of its own: what shows them there is a mixed-up answer.
  const isMeter = endpoint(verifierOf(op.endpoint)).mirror.as === 'document';
  const isOther = !isMeter && reading.is === 'record' && showsOtherRecord(op, reading.text);
  return isOther ? { is: 'failed', error: ANOTHER } : reading;
}

async function readProof(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Reading> {
  const by = verifierOf(op.endpoint);
  const row = endpoint(by);
  if (row.reply === 'page' || row.reply === 'list') {
    const since = await mustBeginAfterMs(context, op);
    const list = await completeList(context, lists, by, listParams(by, op.params), since);
    if (!list.ok) return { is: 'failed', error: list.error };
    const text = list.value.rows.get(op.targetId);
    return text === undefined ? { is: 'gone' } : { is: 'record', text };
  }
  return readMeter(context, op);
}

/**
 * A list that began before a write was asked for, or before an earlier one to its record arrived, is no fresh
 * reading: what others have set since would be replaced, and what that one left taken for theirs.
 */
async function mustBeginAfterMs(
  { ports, store }: OutboxContext,
  { entity, targetId: id, seq, updatedAt }: OpRecord,
): Promise<number> {
  const since = Math.max(updatedAt, ports.clock.now() - FRESH_MS);
  const earlier = await store.read('outbox.confirmedSince', { entity, id, seq, since });
  return Math.max(since, ...earlier.map((op) => op.updated_at));
}

/** Reads what proves a write by its own path; a meter as it was at the instant that the entry is for. */
export function readMeter(context: OutboxContext, op: OpRecord): Promise<Reading> {
  const by = verifierOf(op.endpoint);
  return readOne(context, by, op.params, asOf(by, op.patch));
}

/**
 * A meter is read as it was at the instant that the entry is for: a reading of now has run on since,
 * shows neither the entry's value nor its time, and would prove that it never arrived.
 */
function asOf(name: ReadName, patch: string): Query {
  if (endpoint(name).dates !== 'occurredAt') return {};
  const at = jsonMember(patch, 'occurredAt');
  return at?.startsWith('"') === true ? { occurredAt: JSON.parse(at) as string } : {};
}

/** Parameters of a read out of those of the write. */
export function listParams(name: ReadName, params: Params): Params {
  const wanted = paramNamesOf(endpoint(name));
  return Object.fromEntries(wanted.map((param) => [param, params[param] ?? '']));
}

async function readOne(
  context: OutboxContext,
  by: ReadName,
  params: Params,
  query: Query = {},
): Promise<Reading> {
  const reply = await context.api.read(by, {
    params: listParams(by, params),
    query,
    signal: context.signal,
  });
  if (!reply.ok) {
    return isGone(reply.error) ? { is: 'gone' } : { is: 'failed', error: reply.error };
  }
  return { is: 'record', text: payloadOf(reply.value) };
}

/** Reads a record by its id where the catalogue has such a row; null where it has none. */
export async function readRecord(
  context: OutboxContext,
  entity: Entity,
  id: string,
  params: Params,
): Promise<Reading | null> {
  const reads: ReadName[] = [];
  let known = params;
  for (const name of endpointNames) {
    if (!isReadName(name)) continue;
    const { mirror } = endpoint(name);
    if (mirror.as !== 'record' || mirror.entity !== entity) continue;
    reads.push(name);
    known = { ...known, [mirror.id]: id };
  }
  const name = narrowest(reads, known);
  return name === undefined ? null : readOne(context, name, known);
}

/**
 * Whether the service still knows who we are: a 404 proves a deletion only from the same tenant
 * and user. Null where it can't be told now.
 */
export async function canaryAnswers({ api, signal }: OutboxContext): Promise<boolean | null> {
  const who = await askWho(api, signal);
  if (who.ok) return true;
  return who.error.kind === 'auth' ? false : null;
}

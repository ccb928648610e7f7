import { call } from '../bridge.ts';
import type { BodyOf, Catalogue, Input, Op, ParamsOf, Result, WriteName } from '../bridge.ts';

export type WriteBody = NonNullable<Input<'outbox.write'>['body']>;

/** Queues a write whose path parameters and body the compiler checks against its endpoint. */
export async function write<N extends WriteName>(
  endpoint: N,
  params: ParamsOf<Catalogue[N]>,
  ...[body, seen]: BodyOf<Catalogue[N]> extends undefined
    ? []
    : [body: BodyOf<Catalogue[N]>, seen?: string | null]
): Promise<Result<Op>> {
  // A body's type is its schema's input: an object of JSON values.
  return writeByName(endpoint, params, body as WriteBody | undefined, seen);
}

/** Longer texts of what was seen stay behind: the core then goes by what its mirror holds. */
const MOST_SEEN = 1_000_000;

/**
 * The same for forms that are made from a table; the core checks the body against the endpoint.
 *
 * @param seen the record, or its fields in question, as the form showed it when it was opened
 */
export async function writeByName(
  endpoint: WriteName,
  params: Record<string, string>,
  body?: WriteBody,
  seen: string | null = null,
): Promise<Result<Op>> {
  const result = await call('outbox.write', {
    endpoint,
    params,
    ...(body === undefined ? {} : { body }),
    ...(seen === null || seen.length > MOST_SEEN ? {} : { seen }),
  });
  return result.ok ? { ok: true, value: result.value.op } : result;
}

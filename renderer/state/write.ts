import { call } from '../bridge.ts';
import type { BodyOf, Catalogue, Input, Op, ParamsOf, Result, WriteName } from '../bridge.ts';

export type WriteBody = NonNullable<Input<'outbox.write'>['body']>;

/** Queues a write whose path parameters and body the compiler checks against its endpoint. */
export async function write<N extends WriteName>(
  endpoint: N,
  params: ParamsOf<Catalogue[N]>,
  ...body: BodyOf<Catalogue[N]> extends undefined ? [] : [BodyOf<Catalogue[N]>]
): Promise<Result<Op>> {
  // A body's type is its schema's input: an object of JSON values.
  return writeByName(endpoint, params, body[0] as WriteBody | undefined);
}

/** The same for forms that are made from a table; the core checks the body against the endpoint. */
export async function writeByName(
  endpoint: WriteName,
  params: Record<string, string>,
  body?: WriteBody,
): Promise<Result<Op>> {
  const result = await call('outbox.write', {
    endpoint,
    params,
    ...(body === undefined ? {} : { body }),
  });
  return result.ok ? { ok: true, value: result.value.op } : result;
}

import { jsonMembers, jsonObject } from '../../shared/rules/jsonText.ts';
import { call } from '../bridge.ts';
import type {
  BodyOf,
  Catalogue,
  Input,
  Meant,
  Op,
  ParamsOf,
  Result,
  WriteName,
} from '../bridge.ts';

export type WriteBody = NonNullable<Input<'outbox.write'>['body']>;

type DoesOf<N extends WriteName> = Catalogue[N] extends { write: { does: infer D } } ? D : never;

/** What a write of this endpoint needs beside its path. */
type What<N extends WriteName> = (BodyOf<Catalogue[N]> extends undefined
  ? { body?: never }
  : { body: BodyOf<Catalogue[N]> }) &
  (DoesOf<N> extends 'create' | 'append' ? { seen?: never; seenAt?: never } : Seen);

interface Extra extends Meant {
  /** Fields that belong to the tenant, as JSON object text, sent beside the body. */
  extra?: string | null;
}

export interface Seen {
  /**
   * The record, or its fields in question, as the screen showed it when the person began: what the
   * mirror learns after that is somebody else's, and conflicts. Null where the screen shows nothing
   * of the record, so that the core goes by what its mirror holds.
   */
  seen: string | null;
  /**
   * When the screen began to show it, ms since 1970: own writes that ended before it are no reason for
   * what is otherwise by now. Null where nothing stays open: it was pressed on what is shown in that moment.
   */
  seenAt: number | null;
}

/**
 * Queues a write whose path parameters and body the compiler checks against its endpoint. One that
 * changes a record says what the person had seen of it; one of several, whose account they are for.
 */
export async function write<N extends WriteName>(
  endpoint: N,
  params: ParamsOf<Catalogue[N]>,
  { body, seen, seenAt, extra, account }: What<N> & Extra,
): Promise<Result<Op>> {
  // A body's type is its schema's input: an object of JSON values.
  return writeByName(endpoint, params, {
    ...{ body: body as WriteBody | undefined, seen: seen ?? null, seenAt: seenAt ?? null },
    ...{ extra: extra ?? null, account },
  });
}

/** A record that is longer travels without its longest members. */
const MOST_SEEN = 1_000_000;
const MOST_OF_MEMBER = 100_000;

/** What was seen as it travels. Of members that stay behind the core goes by what its mirror holds. */
function seenText(seen: string): string {
  if (seen.length <= MOST_SEEN) return seen;
  // Without its id it is no whole record, in which a member that is not there was seen to be absent.
  const travels = ([name, value]: [string, string]): boolean =>
    name !== 'id' && value.length <= MOST_OF_MEMBER;
  return jsonObject([...jsonMembers(seen)].filter(travels));
}

/** The same for forms that are made from a table; the core checks the body against the endpoint. */
export async function writeByName(
  endpoint: WriteName,
  params: Record<string, string>,
  { body, seen, seenAt, extra = null, account }: { body?: WriteBody | undefined } & Seen & Extra,
): Promise<Result<Op>> {
  const result = await call('outbox.write', {
    endpoint,
    params,
    ...(body === undefined ? {} : { body }),
    ...(account === undefined ? {} : { account }),
    ...(extra === null ? {} : { extra }),
    ...(seen === null ? {} : { seen: seenText(seen) }),
    ...(seenAt === null ? {} : { seenAt }),
  });
  return result.ok ? { ok: true, value: result.value.op } : result;
}

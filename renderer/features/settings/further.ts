import { ATTENTION_AT_FIRST, GROUND_CACHE_AT_FIRST } from '../../../shared/rules/delivered.ts';
import type { Input } from '../../bridge.ts';

/** Settings that are no preferences of the account: of the app, and of what is kept of map servers. */

type Attention = Input<'shell.setAttention'>;
type Cache = Input<'ground.setCache'>;

function differing<T extends object>(now: T | null, atFirst: T): (keyof T & string)[] {
  const keys = Object.keys(atFirst) as (keyof T & string)[];
  return now === null ? [] : keys.filter((key) => now[key] !== atFirst[key]);
}

/** What of the notifications is not as it was delivered; nothing where there are none. */
export function attentionModified(now: Attention | null): (keyof Attention)[] {
  return differing<Attention>(now, ATTENTION_AT_FIRST);
}

/** The same of the room and the age of what was fetched from map servers. */
export function cacheModified(now: Cache): (keyof Cache)[] {
  return differing<Cache>(now, GROUND_CACHE_AT_FIRST);
}

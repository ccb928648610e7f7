import { call } from '../bridge.ts';
import type { Entity } from '../bridge.ts';
import { formatCount } from '../state/format.ts';
import { Job, oneByOne } from '../state/job.svelte.ts';
import { notices } from '../state/notices.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { whose } from '../state/whose.svelte.ts';
import { text } from '../text/en.ts';

/** Records that are put back out of the trash; the desk shows how far it is. */
export const puttingBack = new Job();

/** Rows of the trash that are looked at together. */
const WINDOW = 500;

/** The keys of what went last of a kind: a removal that was just confirmed lies on top. */
async function latestOf(entity: Entity, count: number): Promise<number[]> {
  const keys: number[] = [];
  for (let offset = 0; keys.length < count; offset += WINDOW) {
    const page = await call('removals.trash', { offset, limit: WINDOW });
    if (!page.ok || page.value.rows.length === 0) break;
    keys.push(...page.value.rows.filter((row) => row.entity === entity).map(({ key }) => key));
  }
  return keys.slice(0, count);
}

/** Puts the records back that went last, and says how many; what is stopped leaves the rest in the trash. */
export async function putBackLatest(entity: Entity, count: number): Promise<void> {
  const account = whose.id;
  const keys = await latestOf(entity, count);
  const put = await puttingBack.run((way) =>
    oneByOne(keys, (key) => call('removals.putBack', { key, account }), way),
  );
  if (put === null) return;
  const { done, failed } = put;
  notices.tellFailed(failed);
  const what = done.length === 1 ? text.entity[entity] : text.entities[entity];
  toasts.say(text.removals.areBack(formatCount(done.length), what));
}

import { setImmediate as breathe } from 'node:timers/promises';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { partsOf } from './bodyShape.ts';
import type { ApiPage, ApiPageBody } from './types.ts';

/** Some rows of a page: the text that holds them, where, and their ids. */
export type PagePart = Pick<ApiPage, 'text' | 'path' | 'ids'>;

/**
 * Reads a page a part at a time, with the event loop free in between: of a long one no text of the
 * whole is ever made, and what is taken of each part is all that stays.
 *
 * @param take is given each part, in the order of the rows; `false` ends the reading
 * @returns what the page says of the list; null where `take` ended it
 */
export async function readParts(
  body: ApiPageBody,
  take: (part: PagePart) => boolean,
): Promise<Result<Pick<ApiPage, 'ids' | 'total' | 'last'> | null>> {
  const list = body.places.map((place) => body.lists.get(place)).find((one) => one !== undefined);
  if (list === undefined || list.cuts.length <= 1) {
    const whole = await body.read(body.bytes);
    if (!whole.ok) return whole;
    const { ids, total, last } = whole.value;
    return ok(take(whole.value) ? { ids, total, last } : null);
  }
  const ids: string[] = [];
  const { parts, around } = partsOf(body.bytes, list);
  for (const bytes of parts()) {
    const part = await body.readRows(bytes);
    if (!part.ok) return part;
    if (!take(part.value)) return ok(null);
    for (const id of part.value.ids) ids.push(id);
    await breathe();
  }
  const concluded = body.conclude({ ids, around: new TextDecoder().decode(around) });
  return concluded.ok ? ok({ ids, ...concluded.value }) : concluded;
}

/** The ids of a page and what it says of the list, without its rows. */
export async function readIds(
  body: ApiPageBody,
): Promise<Result<Pick<ApiPage, 'ids' | 'total' | 'last'>>> {
  const read = await readParts(body, () => true);
  if (!read.ok) return read;
  if (read.value === null) throw new Error('Every part was taken');
  return ok(read.value);
}

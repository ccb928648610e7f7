import * as z from 'zod/mini';
import type { GroundMap, GroundRegion } from '../../../shared/ipc/ground.ts';
import type { PackPart, PackWish } from '../../../shared/ipc/packs.ts';
import { appError } from '../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../shared/result.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { AccountContext } from '../accountContext.ts';
import { chosenOf, routeDaysOf } from './wish.ts';

/** What is here of a pack, part by part. */

export type MeasuringContext = Pick<AccountContext, 'store' | 'ground'>;

/** What things take where none is here to learn from. */
const USUAL_BYTES = { answer: 8_000, pdf: 120_000, route: 300_000, list: 200_000 };

function errorIn(text: string | null): AppError | null {
  const parsed = z.safeParse(appError, text === null ? null : parsedJson(text));
  return parsed.success ? parsed.data : null;
}

/**
 * Answers, PDFs, lists and routes; regions are told by the ground.
 *
 * @param brought how many records came with its file, by their list: how long a list is that was
 *   never read here
 */
export async function partsHere(
  { store }: MeasuringContext,
  wish: PackWish,
  brought: Readonly<Record<string, number>> = {},
): Promise<PackPart[]> {
  const parts: PackPart[] = [];
  const ids = wish.answers;
  if (ids.length > 0) {
    const here = await store.read('measure.answers', { ids });
    const { failed, error } = await store.read('measure.failures', { ids });
    const of = { failed, problem: errorIn(error) };
    parts.push({ is: 'answers', all: ids.length, ...here, ...of });
    if (wish.withPdf) {
      const pdfs = await store.read('measure.pdfs', { ids });
      parts.push({ is: 'pdfs', all: ids.length, ...pdfs, ...of });
    }
  }
  for (const entity of wish.lists) {
    const { listedAt, ...here } = await store.read('measure.records', { entity });
    const came = listedAt === null && Object.hasOwn(brought, entity) ? brought[entity] : undefined;
    const all = listedAt === null ? (came ?? null) : here.here;
    const oldestAt = came === undefined ? listedAt : here.oldestAt;
    parts.push({ is: entity, all, ...here, oldestAt, failed: 0, problem: null });
  }
  for (const { entity, ids } of chosenOf(wish)) {
    const { old: _, ...here } = await store.read('measure.chosen', { entity, ids, since: 0 });
    parts.push({ is: entity, all: ids.length, ...here, failed: 0, problem: null });
  }
  const days = routeDaysOf({ wish });
  if (days.length > 0) {
    const keys = days.map(({ key }) => key);
    const { old: _, ...here } = await store.read('measure.documents', { keys, since: 0 });
    parts.push({ is: 'routes', all: days.length, ...here, failed: 0, problem: null });
  }
  return parts;
}

/** As a region of the map stands in a pack. */
export function regionPart(region: GroundRegion): PackPart {
  const { tiles, done, failed, sizeBytes, oldestAt, problem } = region;
  return { is: 'region', all: tiles, here: done, failed, bytes: sizeBytes, oldestAt, problem };
}

/** As a map stands in a pack that it came with. */
export function mapPart(
  { id, tiles, oldestAt }: { id: string; tiles: number; oldestAt: number },
  maps: readonly GroundMap[],
): PackPart {
  const map = maps.find((each) => each.id === id);
  const here = { is: 'region', all: tiles, failed: 0 } as const;
  if (map === undefined) {
    return { ...here, here: 0, bytes: 0, oldestAt: null, problem: MAP_GONE };
  }
  return { ...here, here: tiles, bytes: map.sizeBytes, oldestAt, problem: map.problem };
}

const MAP_GONE: AppError = {
  kind: 'missing',
  code: 'packs.mapGone',
  message: 'The map that came with the pack was removed in the settings.',
  safe: 'Opening the file once more brings it back.',
  next: 'none',
};

/** The size of all of a pack, about; errors of a region stand with it. */
export async function estimated(
  context: MeasuringContext,
  wish: PackWish,
): Promise<{ parts: PackPart[]; bytes: number }> {
  const usual = await context.store.read('measure.usual', {});
  const eachOf = (is: PackPart['is']): number => {
    if (is === 'answers') return usual.answer ?? USUAL_BYTES.answer;
    if (is === 'pdfs') return usual.pdf ?? USUAL_BYTES.pdf;
    return is === 'routes' ? (usual.route ?? USUAL_BYTES.route) : 0;
  };
  const parts = (await partsHere(context, wish)).map((part): PackPart => {
    if (part.all === null) return { ...part, bytes: USUAL_BYTES.list };
    const missing = Math.max(0, part.all - part.here);
    return { ...part, bytes: Math.round(part.bytes + missing * eachOf(part.is)) };
  });
  for (const region of wish.regions) {
    const estimate = await context.ground.regions.estimate(region);
    const { tiles, here, bytes } = estimate.ok ? estimate.value : { tiles: 0, here: 0, bytes: 0 };
    const problem = estimate.ok ? null : estimate.error;
    parts.push({
      ...{ is: 'region', all: tiles, here, bytes, failed: 0, problem },
      oldestAt: null,
    });
  }
  return { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

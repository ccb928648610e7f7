import { entityPages } from '../../renderer/records/entities.ts';
import type { Store } from '../../electron/core/database.ts';
import type { ListView } from '../../shared/ipc/shapes.ts';
import { ENTITIES, entities, type Entity } from '../../shared/model/entity.ts';
import { median, p95, say, timed, type Figure } from './figure.ts';

/** Searches and first pages as the desk asks for them, through the reading thread. */

const PAGE_ROWS = 100;
/** Characters that a person has typed when the list first follows. */
const FIRST_TYPED = 2;

/** Sorts of the two pages that bring their own columns. */
const OWN_SORTS: Partial<Record<Entity, readonly string[]>> = {
  vehicle: [
    ...['regNo', 'defaultLabel', 'driver.fullName', 'lastLoggedAt', 'lastCoordinates.speed'],
    ...['todayData.distance', 'depotName', 'typeName', 'makeModel', 'vin'],
  ],
  area: ['name', 'type', 'updatedAt'],
};
const OWN_FACETS: Partial<Record<Entity, string>> = { vehicle: 'status', area: 'type' };

const sortsOf = (entity: Entity): readonly string[] =>
  OWN_SORTS[entity] ??
  entityPages[entity].columns.filter(({ unsorted }) => unsorted !== true).map(({ field }) => field);

interface Took {
  ms: number;
  what: string;
}

/** Every order and every single filter that the desk offers for the kinds of record there are. */
async function firstPages(store: Store): Promise<{ pages: Took[]; facets: Took[] }> {
  const pages: Took[] = [];
  const facets: Took[] = [];
  const ask = async (view: ListView): Promise<number> => {
    const { ms, value } = await timed(() =>
      store.read('records.window', { view, offset: 0, limit: PAGE_ROWS }),
    );
    pages.push({ ms, what: JSON.stringify(view) });
    if (value.rows.length !== Math.min(PAGE_ROWS, value.total)) throw new Error('A short page');
    return value.total;
  };
  for (const entity of ENTITIES) {
    if ((await ask({ entity })) === 0) continue;
    const facet = OWN_FACETS[entity] ?? entityPages[entity].facet?.field;
    let values: (string | null)[] = [];
    if (facet !== undefined) {
      const counted = await timed(() =>
        store.read('records.facets', { view: { entity }, field: facet }),
      );
      facets.push({ ms: counted.ms, what: entity });
      values = counted.value.counts.map(({ value }) => value);
    }
    for (const field of sortsOf(entity)) {
      for (const descending of [false, true]) {
        const sort = { field, descending };
        await ask({ entity, sort });
        await ask({ entity, sort, archived: 'only' });
        for (const value of facet === undefined ? [] : values) {
          await ask({ entity, sort, filters: [{ field: facet ?? '', oneOf: [value] }] });
        }
      }
    }
  }
  return { pages, facets };
}

/** Prefixes of words that records hold, as they grow under a person's fingers. */
function typedTexts(titles: readonly string[]): string[] {
  return titles.flatMap((title) => {
    const letters = Array.from(title);
    return letters
      .map((_, at) => letters.slice(0, at + 1).join(''))
      .filter((text) => text.length >= FIRST_TYPED);
  });
}

async function searches(store: Store): Promise<{ palette: Took[]; list: Took[] }> {
  const sample = await store.read('records.window', {
    view: { entity: 'vehicle', sort: { field: 'regNo' } },
    offset: 1000,
    limit: 12,
  });
  const titles = sample.rows.map(({ json }, index) => {
    const { regNo, defaultLabel } = JSON.parse(json) as { regNo: string; defaultLabel: string };
    return index % 2 === 0 ? regNo : defaultLabel;
  });
  const palette: Took[] = [];
  const list: Took[] = [];
  for (const text of typedTexts([...titles, ...sample.rows.map(({ id }) => id.slice(-4))])) {
    const found = await timed(() => store.read('records.search', { text, limit: 20 }));
    palette.push({ ms: found.ms, what: text });
    const view: ListView = { entity: 'vehicle', text };
    const shown = await timed(() =>
      store.read('records.window', { view, offset: 0, limit: PAGE_ROWS }),
    );
    list.push({ ms: shown.ms, what: text });
  }
  return { palette, list };
}

/** Each value of a filter of the vehicles, and each pair of two, with their counts. */
async function filters(store: Store): Promise<{ one: Took[]; two: Took[] }> {
  const entity = 'vehicle' as const;
  const [first = '', second = ''] = entities[entity].filters;
  const valuesOf = async (field: string): Promise<(string | null)[]> => {
    const { counts } = await store.read('records.facets', { view: { entity }, field });
    return counts.slice(0, 20).map(({ value }) => value);
  };
  const ask = async (filtered: NonNullable<ListView['filters']>): Promise<Took> => {
    const view: ListView = { entity, filters: filtered };
    const { ms } = await timed(() =>
      store.read('records.window', { view, offset: 0, limit: PAGE_ROWS }),
    );
    return { ms, what: JSON.stringify(filtered) };
  };
  const one: Took[] = [];
  const two: Took[] = [];
  for (const value of await valuesOf(first)) {
    const by = { field: first, oneOf: [value] };
    one.push(await ask([by]));
    for (const other of await valuesOf(second)) {
      two.push(await ask([by, { field: second, oneOf: [other] }]));
    }
  }
  return { one, two };
}

const times = (took: readonly Took[]): number[] => took.map(({ ms }) => ms);

function slowest(took: readonly Took[]): string {
  const worst = [...took].sort((a, b) => b.ms - a.ms)[0];
  return worst === undefined ? 'nothing asked' : `slowest ${say(worst.ms, 'ms')}: ${worst.what}`;
}

/** Lists and searches over a full mirror. */
export async function listFigures(store: Store, runs: number): Promise<Figure[]> {
  const echo: number[] = [];
  const pages: Took[] = [];
  const facets: Took[] = [];
  const palette: Took[] = [];
  const list: Took[] = [];
  const one: Took[] = [];
  const two: Took[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const shown = await firstPages(store);
    const found = await searches(store);
    const filtered = await filters(store);
    // The first round opens the pages of the file.
    if (run === 0) continue;
    pages.push(...shown.pages);
    facets.push(...shown.facets);
    palette.push(...found.palette);
    list.push(...found.list);
    one.push(...filtered.one);
    two.push(...filtered.two);
  }
  for (let count = 0; count < 200; count += 1) {
    echo.push((await timed(() => store.read('meta.get', { key: 'search' }))).ms);
  }
  const beside = (took: Took[]): string =>
    `median ${say(median(times(took)), 'ms')}; ${slowest(took)}; an empty question ${say(p95(echo), 'ms')}`;
  const figure = (name: string, took: Took[], mostMs: number): Figure => ({
    ...{ name, value: p95(times(took)), unit: 'ms', aim: { most: mostMs } },
    ...{ beside: beside(took), samples: took.length },
    more: {
      medianMs: median(times(took)),
      slowestMs: Math.max(...times(took)),
      emptyP95Ms: p95(echo),
    },
  });
  return [
    figure('search everything as you type, p95', palette, 6),
    figure('filter the vehicle list as you type, p95', list, 20),
    figure('first page of any list, sort and filter, p95', pages, 3),
    {
      name: 'first page of any list, sort and filter, slowest',
      value: Math.max(...times(pages)),
      ...{ unit: 'ms', aim: { most: 20 }, samples: pages.length },
      ...{ beside: slowest(pages), more: {} },
    },
    figure('one filter with its count, p95', one, 15),
    figure('two filters with their count, p95', two, 20),
    figure('counts on filter chips, p95', facets, 30),
  ];
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listsOf, readsById } from '../../electron/core/sync/plan.ts';
import { entityPages } from '../../renderer/records/entities.ts';
import { formsOf } from '../../renderer/records/forms.ts';
import { MOVES } from '../../renderer/records/moves.ts';
import { endpoint, endpointNames, type EndpointName } from '../../shared/api/catalogue.ts';
import { ENTITIES, entities } from '../../shared/model/entity.ts';

/**
 * Nothing of the interface may be reachable by tests only: each of its rows is followed from the
 * catalogue to what a person can open or press. Rows come out of the tables that the screens are
 * drawn from, and out of the calls that screens make themselves; comments and types do not count.
 */

const renderer = path.join(import.meta.dirname, '../../renderer');
const core = path.join(import.meta.dirname, '../../electron/core');

function sources(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')] as const),
  );
}
const screens = sources(renderer);
const all = [...screens.values()].join('\n');

/** Pages that the rail leads to, out of its own table. */
const railPages = [...(screens.get('features/shell/rail.ts') ?? '').matchAll(/page: '(\w+)'/g)].map(
  (match) => match[1] ?? '',
);

/** Endpoints that screens name in a call: `write('x'`, `act('x'` (which writes), `endpoint: 'x'`, `new MirroredDocument('x'`. */
const called = new Set(
  [...all.matchAll(/(?:\b(?:write|act)\(\s*|endpoint: |MirroredDocument\()'(\w+)'/g)].map(
    (match) => match[1] ?? '',
  ),
);

/** Screens whose write is decided by a condition: the names stand in the same expression. */
const chosen = new Set(
  [...all.matchAll(/\?\s*'(\w+)'\s*:\s*'(\w+)'/g)].flatMap((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]),
);

const byTables = new Map<EndpointName, string>();
for (const entity of ENTITIES) {
  const { page } = entityPages[entity];
  const inReference = entities[entity].tier === 'reference';
  if (!railPages.includes(page) || (page === 'reference' && !inReference)) continue;
  for (const name of listsOf(entity)) byTables.set(name, `list on ${page}`);
  for (const { name } of readsById(entity)) byTables.set(name, `detail on ${page}`);
  for (const at of ['list', 'record'] as const) {
    for (const [name] of formsOf(entity, at)) byTables.set(name, `action on ${page}`);
  }
}
for (const [kind, { archive, restore, delete: gone }] of Object.entries(MOVES)) {
  if (!new RegExp(`<Moves\\s[^>]*kind="${kind}"`).test(all)) continue;
  for (const name of [archive, restore, gone]) if (name !== null) byTables.set(name, kind);
}

/** Calls of the desk whose handler asks the service by itself. */
const throughCalls: Partial<Record<EndpointName, { call: string; handler: string }>> = {
  getAnswerPdf: { call: 'desk.exportAnswer', handler: 'forms/export.ts' },
};

function reached(name: EndpointName): boolean {
  const through = throughCalls[name];
  if (through !== undefined) {
    const handler = readFileSync(path.join(core, through.handler), 'utf8');
    return all.includes(`call('${through.call}'`) && handler.includes(`'${name}'`);
  }
  return byTables.has(name) || called.has(name) || chosen.has(name);
}

const rows = endpointNames.filter((name) => endpoint(name).section !== '5');

describe('every row of the interface can be reached from the desk', () => {
  test('the rail leads to pages that exist', () => {
    expect(railPages.length).toBeGreaterThan(10);
  });

  test('there are 95 rows', () => {
    expect(rows).toHaveLength(95);
  });

  test.each(rows)('%s', (name) => {
    expect(reached(name)).toBe(true);
  });

  test('a row that no screen uses is found out', () => {
    expect(reached('logout')).toBe(false);
  });

  test('each kind of record has a list and a detail on a page of the rail', () => {
    for (const entity of ENTITIES) expect(railPages).toContain(entityPages[entity].page);
  });

  test('what the service can not take back is said before it is sent', () => {
    for (const entity of ENTITIES) {
      for (const [name, form] of [...formsOf(entity, 'list'), ...formsOf(entity, 'record')]) {
        expect([name, form.irreversible]).toEqual([name, endpoint(name).write?.inverse === 'none']);
      }
    }
    expect(screens.get('records/parts/WriteDialog.svelte')).toContain('{#if form.irreversible}');
  });
});

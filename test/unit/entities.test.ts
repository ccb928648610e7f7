import { describe, expect, expectTypeOf, it } from 'vitest';
import { describe as described } from '../../electron/core/mirror/describe.ts';
import { listsOf, SCAN_ORDER } from '../../electron/core/sync/plan.ts';
import { entityPages } from '../../renderer/records/entities.ts';
import { nameOf, nameOfRow } from '../../renderer/state/record.ts';
import type { text } from '../../renderer/text/en.ts';
import { entities, ENTITIES, entitiesOf, isEntity } from '../../shared/model/entity.ts';
import type { Entity, EntityRow } from '../../shared/model/entity.ts';
import { client, driver, reseller, user } from '../../shared/model/person.ts';
import { getterOf, NAME_FIELDS, recordName, summaryName } from '../../shared/rules/recordName.ts';

describe('the table of entities', () => {
  it('compiles only while every row has every part, and the desk a page and words for each', () => {
    const { tier: _tier, ...untiered } = entities.vehicle;
    const { ids: _ids, ...unidentified } = entities.vehicle;
    const { name: _name, ...nameless } = entities.vehicle;
    const { detail: _detail, ...undetailed } = entities.vehicle;
    const { search: _search, ...unsearched } = entities.vehicle;
    const { sort: _sort, ...unsorted } = entities.vehicle;
    const { madeSince: _since, ...undated } = entities.vehicle;
    const { sorts: _sorts, ...unordered } = entities.vehicle;
    const { filters: _filters, ...unfiltered } = entities.vehicle;
    const { absences: _absences, ...unasked } = entities.vehicle;
    const lacking: EntityRow[] = [
      // @ts-expect-error nobody would know when it is read
      untiered,
      // @ts-expect-error its rows could not be told apart
      unidentified,
      // @ts-expect-error it would have no name
      nameless,
      // @ts-expect-error two of one name could not be told apart
      undetailed,
      // @ts-expect-error it would not be found
      unsearched,
      // @ts-expect-error its list would have no order
      unsorted,
      // @ts-expect-error what is new of it could not be asked for
      undated,
      // @ts-expect-error its lists could be ordered by one field alone
      unordered,
      // @ts-expect-error nothing of its lists could be counted
      unfiltered,
      // @ts-expect-error nobody would know what may lack
      unasked,
    ];
    expect(lacking).toHaveLength(Object.keys(entities.vehicle).length);
    expectTypeOf<keyof typeof entityPages>().toEqualTypeOf<Entity>();
    expectTypeOf<keyof typeof text.entity>().toEqualTypeOf<Entity>();
    expectTypeOf<keyof typeof text.entities>().toEqualTypeOf<Entity>();
  });

  it('gives every kind a list that fills it, once in the order of the scans', () => {
    expect([...SCAN_ORDER].sort()).toEqual([...ENTITIES].sort());
    for (const entity of ENTITIES) expect(listsOf(entity), entity).not.toHaveLength(0);
    expect(SCAN_ORDER.slice(0, 3)).toEqual(entitiesOf('reference').slice(0, 3));
    expect(SCAN_ORDER.slice(-2)).toEqual(entitiesOf('history'));
  });

  it('finds a phone number however its digits are grouped', () => {
    const found = (phone: string): string[] =>
      described('user', JSON.stringify({ id: 1, phone })).search.split('\n');
    expect(found('+000 555 2149')).toContain('+0005552149');
    expect(found('(030) 555-2149')).toContain('0305552149');
    expect(found('5552149')).toEqual(['1', '5552149']);
    // A name with a number in it is no phone.
    expect(found('Gate 12-14')).toEqual(['1', 'Gate 12-14']);
  });

  it('knows its kinds and nothing that every object has', () => {
    expect(ENTITIES.every(isEntity)).toBe(true);
    expect([isEntity('toString'), isEntity('answer'), isEntity(null)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('the pages of people', () => {
  it.each([
    ['driver', driver],
    ['user', user],
    ['client', client],
    ['reseller', reseller],
  ] as const)('tell of a %s every field that the interface knows', (entity, model) => {
    const told = entityPages[entity].columns
      .flatMap(({ field, or = [], names }) => [field, ...or, ...(names?.at ?? [])])
      .map((path) => path.split('.')[0]);
    const known = Object.keys(model.shape);
    expect(known).toContain('status');
    // The full name holds it.
    expect(known.filter((field) => field !== 'surname' && !told.includes(field))).toEqual([]);
  });
});

describe('the name of a record', () => {
  /** One record of each kind that bears all of its names. */
  const recordOf = (entity: Entity): Record<string, string> =>
    Object.fromEntries(
      entities[entity].name
        .flatMap((fields) => fields.split(' '))
        .map((field) => [field, `${field} of it`]),
    );

  it.each(ENTITIES)('of a %s is the same in the mirror and on the desk', (entity) => {
    const json = JSON.stringify({ id: 7, ...recordOf(entity) });
    const name = described(entity, json).title;
    expect(name).not.toBe('');
    expect(nameOfRow(entity, { id: '7', json })).toBe(name);
    expect(recordName(entity, getterOf(JSON.parse(json)))).toBe(name);
  });

  it('falls back to the id', () => {
    expect(described('vehicle', '{"id":7}').title).toBe('7');
    expect(nameOfRow('vehicle', { id: '7', json: '{"id":7}' })).toBe('7');
    expect(nameOfRow('vehicle', { id: '7', json: 'no JSON' })).toBe('7');
  });

  it('joins fields that are named together', () => {
    expect(recordName('driver', getterOf({ name: 'Jana', surname: 'Nováková' }))).toBe(
      'Jana Nováková',
    );
  });

  it('of a summary has one order of fields, whoever shows it', () => {
    const summary = Object.fromEntries(NAME_FIELDS.map((field) => [field, `${field} of it`]));
    const [best] = NAME_FIELDS;
    const name = `${best} of it`;
    expect(summaryName(getterOf(summary))).toBe(name);
    expect(nameOf({ id: 7, ...summary })).toBe(name);
    // The order of the members does not count.
    const turned = Object.fromEntries(Object.entries(summary).reverse());
    expect(summaryName(getterOf(turned))).toBe(name);
    expect(described('device', JSON.stringify({ imei: '1', vehicle: summary })).detail).toBe(name);
  });

  it('takes no field from what every object has', () => {
    expect(summaryName(getterOf(JSON.parse('{"__proto__":{"name":"x"}}')))).toBeNull();
    expect(summaryName(getterOf(['name']))).toBeNull();
    expect(summaryName(getterOf(null))).toBeNull();
  });
});

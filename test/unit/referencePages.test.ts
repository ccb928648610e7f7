import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../../renderer/features/reference/described.ts';
import { readingOf, themesIn } from '../../renderer/features/reference/reading.ts';
import { keysIn, modulesOf } from '../../renderer/records/permissions.ts';
import { endpoint, endpointNames } from '../../shared/api/catalogue.ts';
import { runs } from '../support/runs.ts';

type PageOf = (typeof referencePages)[number]['endpoint'];

function read(name: PageOf, document: string) {
  const page = referencePages.find((one) => one.endpoint === name);
  const found = readingOf(document, page?.fields ?? []);
  if (found === null) throw new Error('No object.');
  return {
    known: Object.fromEntries(found.known.map(({ field, source }) => [field.label, source])),
    further: Object.fromEntries(found.further.map(({ label, text }) => [label, text])),
  };
}

describe('a document of the account', () => {
  it('is told by one table, and what the table does not know stands beside it to the letter', () => {
    const document = `{"id":7,"name":"ecoSpeed","value":{"enabled":true,"speed":85,"tolerance":5,
      "graceTime":30,"Kundennummer":9007199254740993,"zones":["a","b"]},
      "role":null,"team":{"id":1,"type":"client","clientId":501,"clientName":"Ash Freight",
      "resellerId":null,"color":"#fff"},"user":null}`;
    expect(read('getEcoSpeed', document)).toEqual({
      known: {
        ...{ Switched: 'true', 'Economical up to': '85', Tolerance: '5' },
        ...{ 'Kind of team': 'client', 'Client account': 'Ash Freight' },
      },
      further: {
        ...{ 'Value · Grace time': '30', 'Value · Kundennummer': '9007199254740993' },
        ...{ 'Value · Zones': 'a, b', 'Team · Color': '#fff' },
      },
    });
  });

  it('is read out of an envelope, and where a value has another shape it is not lost', () => {
    expect(read('getPlatformDomain', '{"data":{"domain":"a.example","since":2020}}')).toEqual({
      known: { Domain: 'a.example' },
      further: { 'Data · Since': '2020' },
    });
    expect(read('getPlatformDomain', '{"domain":{"host":"a.example"}}')).toEqual({
      known: {},
      further: { 'Domain · Host': 'a.example' },
    });
    expect(readingOf('[1,2]', [])).toBeNull();
    expect(readingOf('no JSON', [])).toBeNull();
  });

  it('drops no value of any document, whatever the service sends', () => {
    const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean());
    const object = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(fc.constantFrom('value', 'team', 'speed', 'clientName', 'x'), tie('value'), {
          minKeys: 1,
          maxKeys: 3,
        }),
      ),
    })).value;
    const document = fc.dictionary(
      fc.constantFrom('value', 'team', 'role', 'user', 'domain', 'permissions', 'more'),
      object,
      { minKeys: 1 },
    );
    const leavesOf = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(leavesOf)
        : [String(value)];
    fc.assert(
      fc.property(document, fc.constantFrom(...referencePages), (sent, page) => {
        const found = readingOf(JSON.stringify(sent), page.fields);
        // What is kept quiet are ids and names of machines at paths that no value here has.
        const told = [
          ...(found?.known.flatMap(({ source, id }) => [source, id ?? '']) ?? []),
          ...(found?.further.map(({ text }) => text) ?? []),
        ];
        return leavesOf(sent).every((one) => told.includes(one));
      }),
      runs(300, 5_000),
    );
  });
});

describe('permissions', () => {
  it('of the whole interface have words, by the module that they belong to', () => {
    const keys = [...new Set(endpointNames.flatMap((name) => endpoint(name).permission ?? []))];
    const modules = modulesOf(keys);
    expect(modules.filter(({ further }) => further)).toEqual([]);
    const rights = modules.flatMap((module) => module.rights);
    for (const key of keys) {
      const right = rights.find((one) => one.key === key);
      expect([key, right?.included, right?.allows.includes(key)]).toEqual([key, true, false]);
    }
    // What no plan contains is told, too.
    expect(rights.filter(({ included }) => !included).map(({ key }) => key)).toContain(
      'feature.map',
    );
  });

  it('that the interface does not name are told in words of their own, and none is left out', () => {
    const modules = modulesOf(['vehicles.read', 'vehicles.export', 'tolls.cards.write', 'beta']);
    const vehicles = modules.find(({ key }) => key === 'vehicles');
    expect(vehicles?.rights.find(({ key }) => key === 'vehicles.export')?.allows).toBe('Export');
    const further = modules.filter((module) => module.further);
    expect(further.map(({ title, rights }) => [title, rights.map(({ allows }) => allows)])).toEqual(
      [
        ['Tolls', ['Add and change: Cards']],
        ['Beta', ['Beta']],
      ],
    );
    expect(keysIn(['a', 7, null])).toEqual(['a', '7', 'null']);
    expect(keysIn('none')).toEqual([]);
  });
});

it('themes are read as colours, also out of an envelope, with the rest beside them', () => {
  const themes = themesIn(
    '{"data":[{"id":2,"name":"Meadow","primary":"#14532d","dark":false,"logo":"m.svg",' +
      '"colors":{"accentSoft":"#fed"}}]}',
  );
  expect(themes).toEqual([
    {
      ...{ name: 'Meadow', dark: false },
      colours: [
        { label: 'Primary', colour: '#14532d' },
        { label: 'Colors · Accent soft', colour: '#fed' },
      ],
      further: [{ label: 'Logo', text: 'm.svg' }],
    },
  ]);
  expect(themesIn('nonsense')).toEqual([]);
});

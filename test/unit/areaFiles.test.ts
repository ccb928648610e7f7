import { Uint8ArrayWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test } from 'vitest';
import { differenceOf } from '../../renderer/features/areas/files/difference.ts';
import type { FileRow } from '../../renderer/features/areas/files/difference.ts';
import type { Found, FoundArea } from '../../renderer/features/areas/files/found.ts';
import { readAreaFile } from '../../renderer/features/areas/files/read.ts';
import type { AreaFile } from '../../renderer/features/areas/files/read.ts';
import { sayRefusal } from '../../renderer/features/areas/files/say.ts';
import { parts } from '../../renderer/features/areas/files/parts.ts';
import { parseXml } from '../../renderer/features/areas/files/xmlText.ts';
import {
  areasCsv,
  areasGeoJson,
  areasGpx,
  areasKml,
} from '../../renderer/features/areas/files/write.ts';
import type { AreaView } from '../../renderer/features/areas/area.ts';
import type { AreaShape } from '../../shared/rules/areaShape.ts';

const SHAPES: Readonly<Record<string, AreaShape>> = {
  Gate: { type: 'circle', centre: { lat: 41.0512345, lng: -2.3123456 }, radiusM: 200 },
  Yard: { type: 'rectangle', bounds: { south: 41.05, west: -2.32, north: 41.06, east: -2.31 } },
  Field: {
    type: 'polygon',
    ring: [
      { lat: 41.05, lng: -2.32 },
      { lat: 41.07, lng: -2.31 },
      { lat: 41.04, lng: -2.3 },
    ],
  },
  '=Road & <quay>': {
    type: 'polyline',
    line: [
      { lat: 41.05, lng: -2.32 },
      { lat: 41.07, lng: -2.31 },
    ],
    halfWidthM: 25,
  },
};
const GROUPS = [{ wireId: 7, name: 'Depots' }];

const existing: readonly AreaView[] = Object.entries(SHAPES).map(([name, shape], n) => ({
  ...{ id: `a${String(n)}`, name, type: shape.type, colour: '#0f7c8a', shape, readOnly: false },
  ...{ groupIds: n === 0 ? [7] : [], groupNames: n === 0 ? ['Depots'] : [], json: '{}' },
}));
const leaving = existing.map(({ id, name, colour, shape, groupNames }) => {
  if (shape === undefined) throw new Error('Every area here has a shape.');
  return { id, name, colour, shape, groups: groupNames };
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, file: string | Uint8Array): Promise<AreaFile> =>
  readAreaFile(name, typeof file === 'string' ? bytesOf(file) : file);
async function rowsOf(name: string, file: string | Uint8Array): Promise<FileRow[]> {
  const told = await read(name, file);
  if (!told.ok) throw new Error(told.reason);
  return differenceOf(told.found, existing, GROUPS, () => Promise.resolve());
}
const whyNot = async (name: string, file: string | Uint8Array): Promise<string> => {
  const told = await read(name, file);
  return told.ok ? '' : sayRefusal(told.reason);
};
async function kmz(kml: string, name = 'doc.kml'): Promise<Uint8Array> {
  const archive = new ZipWriter(new Uint8ArrayWriter());
  await archive.add(name, new TextReader(kml), { useWebWorkers: false });
  return archive.close();
}

const FILES = {
  geojson: areasGeoJson(leaving),
  kml: areasKml(leaving),
  gpx: areasGpx(leaving),
  csv: areasCsv(leaving),
};

describe('areas of a file', () => {
  test.each(Object.entries(FILES))('that left as %s come back as they were', async (kind, file) => {
    const rows = await rowsOf(`areas.${kind}`, file);
    expect(rows.map(({ name, fate, why }) => [name, fate, why])).toEqual(
      existing.map(({ name }) => [name, 'same', '']),
    );
  });

  test('a line that ends where it began stays a line in GPX', async () => {
    const ends = { lat: 41, lng: -2 };
    const line = [ends, { lat: 41, lng: -1 }, { lat: 42, lng: -1 }, ends];
    const shape: AreaShape = { type: 'polyline', line, halfWidthM: 0 };
    const [gate] = leaving;
    if (gate === undefined) throw new Error('There are four areas.');
    const rows = await rowsOf('round.gpx', areasGpx([{ ...gate, id: '', name: 'Round', shape }]));
    expect(rows[0]).toMatchObject({ body: { type: 'polyline', coordinates: line } });
  });

  test('also packed as KMZ', async () => {
    const rows = await rowsOf('areas.kmz', await kmz(FILES.kml));
    expect(rows.map(({ fate }) => fate)).toEqual(['same', 'same', 'same', 'same']);
  });

  test('are told from those that are here: new, changed with what differs, same', async () => {
    const other: AreaShape = { type: 'circle', centre: { lat: 41, lng: -2 }, radiusM: 90 };
    const [gate, yard, ...rest] = leaving;
    if (gate === undefined || yard === undefined) throw new Error('There are four areas.');
    const rows = await rowsOf(
      'areas.geojson',
      areasGeoJson([
        { ...gate, name: 'North gate' },
        { ...yard, shape: other, colour: '#112233', groups: ['Depots', 'Ports'] },
        { ...gate, id: 'elsewhere', name: 'Quarry', groups: ['depots'] },
        ...rest,
      ]),
    );
    expect(rows.map(({ fate }) => fate)).toEqual(['changed', 'changed', 'new', 'same', 'same']);
    expect(rows[0]).toMatchObject({ changes: { name: 'North gate' }, why: 'other name' });
    expect(rows[1]).toMatchObject({
      changes: { type: 'circle', radius: 90, color: '#112233', groupIds: [7] },
      why: 'other shape, other colour, other groups. There is no group Ports: left out.',
    });
    expect(rows[2]).toMatchObject({ body: { name: 'Quarry', radius: 200, groupIds: [7] } });
  });

  test('a circle whose outline was changed elsewhere is the polygon that it became', async () => {
    const file = JSON.parse(FILES.geojson) as {
      features: { geometry: { coordinates: [number, number][][] } }[];
    };
    const ring = file.features[0]?.geometry.coordinates[0];
    if (ring?.[20] === undefined) throw new Error('A circle has more corners than that.');
    ring[20][1] += 0.01;
    const [row] = await rowsOf('areas.geojson', JSON.stringify(file));
    expect(row).toMatchObject({ fate: 'changed', changes: { type: 'polygon' } });
  });

  const ring = (points: readonly (readonly [number, number])[]) => ({
    type: 'Feature',
    properties: { name: 'Odd' },
    geometry: { type: 'Polygon', coordinates: [points] },
  });
  test.each([
    [
      'crosses itself',
      ring([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
      /must not cross itself/,
    ],
    [
      'reaches over the date line',
      ring([
        [179, 0],
        [-179, 0],
        [-179, 1],
      ]),
      /date line/,
    ],
    [
      'lies off the globe',
      ring([
        [0, 0],
        [1, 91],
        [1, 0],
      ]),
      /Latitude 91, longitude 1/,
    ],
    [
      'has two corners',
      ring([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      /fewer than three/,
    ],
    [
      'has no position',
      { type: 'Feature', properties: { name: 'Odd' }, geometry: null },
      /no position/,
    ],
    [
      'is a point',
      {
        type: 'Feature',
        properties: { name: 'Odd' },
        geometry: { type: 'Point', coordinates: [0, 0] },
      },
      /without a radius/,
    ],
    [
      'has a radius that is none',
      {
        ...{ type: 'Feature', properties: { name: 'Odd', radius: 'wide' } },
        geometry: { type: 'Point', coordinates: [0, 0] },
      },
      /“wide” is no radius/,
    ],
    [
      'holds no numbers',
      ring([['a', 'b'] as unknown as [number, number], [1, 1], [1, 0]]),
      /is no position/,
    ],
  ])(
    'one that %s says so, and the others are read all the same',
    async (_what, feature, reason) => {
      const good = ring([
        [0, 0],
        [1, 0],
        [1, 1],
      ]);
      const features = [feature, { ...good, properties: { name: 'Good' } }];
      const rows = await rowsOf('a.json', JSON.stringify({ type: 'FeatureCollection', features }));
      expect(rows[0]).toMatchObject({ name: 'Odd', fate: 'broken' });
      expect(rows[0]?.why).toMatch(reason);
      expect(rows[1]).toMatchObject({ name: 'Good', fate: 'new' });
    },
  );

  test('one that is in the file twice is taken once', async () => {
    const [gate] = leaving;
    if (gate === undefined) throw new Error('There are four areas.');
    const rows = await rowsOf('a.geojson', areasGeoJson([gate, gate]));
    expect(rows.map(({ fate, why }) => [fate, why])).toEqual([
      ['same', ''],
      ['broken', 'It is in the file twice.'],
    ]);
  });

  test('without names are called after their file; parts of one are counted', async () => {
    const geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
        [
          [
            [2, 0],
            [3, 0],
            [3, 1],
          ],
          [
            [2.1, 0.1],
            [2.2, 0.1],
            [2.2, 0.2],
          ],
        ],
      ],
    };
    const rows = await rowsOf('gates.geojson', JSON.stringify(geometry));
    expect(rows.map(({ name, fate, why }) => [name, fate, why])).toEqual([
      ['gates 1 1', 'new', ''],
      ['gates 1 2', 'new', 'Its hole is left out.'],
    ]);
  });

  test('a table of circles needs a position and a radius, whatever separates its cells', async () => {
    const csv = 'Title;Lat;Lon;Radius\nQuarry;41,05;-2,31;150\nPit;41,05;;150\n';
    const rows = await rowsOf('circles.csv', csv);
    expect(rows[0]).toMatchObject({ fate: 'new', body: { type: 'circle', radius: 150 } });
    expect(rows[1]).toMatchObject({ fate: 'broken', name: 'Pit' });
  });

  test('a circle whose reach goes over the date line can be no area', async () => {
    const why = (radius: number): Promise<FileRow[]> =>
      rowsOf('c.csv', `name,lat,lng,radius\nIsland,10,179.9,${String(radius)}`);
    expect((await why(5_000))[0]?.fate).toBe('new');
    expect((await why(50_000))[0]?.why).toContain('date line');
  });

  test('a table may write decimals of coordinates with commas, and one that could be two numbers is none', async () => {
    const written = [
      ['Point', '41.05 -2.31', { lat: 41.05, lng: -2.31 }],
      ['Comma', '41,05 -2,31', { lat: 41.05, lng: -2.31 }],
      ['Both', '41,05, -2,31', { lat: 41.05, lng: -2.31 }],
      ['Apart', '41.05,-2.31', { lat: 41.05, lng: -2.31 }],
      ['Wide', '41.05 , -2.31', { lat: 41.05, lng: -2.31 }],
      ['Height', '41.05,-2.31,120', { lat: 41.05, lng: -2.31 }],
      ['Either', '41,05,-2,31', null],
      ['Three', '41,05,-2', null],
    ] as const;
    const lines = written.map(([name, place]) => `${name};circle;200;"${place}"`);
    const rows = await rowsOf('c.csv', ['name;type;radius;coordinates', ...lines].join('\n'));
    expect(
      rows.map((row) => (row.fate === 'new' ? [row.name, row.body.coordinates] : row.fate)),
    ).toEqual(written.map(([name, , at]) => (at === null ? 'broken' : [name, [at]])));
  });

  test('a file that is not what it says is refused with the reason', async () => {
    const unknown = 'This is no GeoJSON, KML, KMZ, GPX or CSV with coordinates.';
    expect(await whyNot('a.geojson', '{"type":"FeatureColl')).toBe(unknown);
    expect(await whyNot('a.kml', '<kml><Placemark></kml>')).toBe(unknown);
    expect(await whyNot('a.kml', '<html></html>')).toBe(unknown);
    expect(await whyNot('a.csv', 'name,phone\nA,1\n')).toBe(unknown);
    expect(await whyNot('a.png', Uint8Array.of(0x89, 0x50, 0, 1, 2))).toBe(unknown);
    expect(await whyNot('a.kmz', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBe(
      'This archive is damaged.',
    );
    expect(await whyNot('a.kmz', await kmz('{}', 'readme.txt'))).toBe('This archive holds no KML.');
    expect(await whyNot('a.geojson', '{"type":"FeatureCollection","features":[]}')).toBe(
      'This file holds no area.',
    );
    expect(await whyNot('a.csv', `lat,lng\n${'1,1\n'.repeat(5_001)}`)).toMatch(/more than 5000/);
    expect(await whyNot('a.csv', `lat,lng\n${'1,1\n'.repeat(100_000)}`)).toMatch(/more than 5000/);
    expect(await whyNot('a.kmz', await kmz(' '.repeat(17 * 1024 * 1024)))).toMatch(/16 MB/);
    expect(await whyNot('a.geojson', new Uint8Array(17 * 1024 * 1024))).toMatch(/16 MB/);
    expect(await whyNot('photo.kml', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16))).toBe(unknown);
  });

  test('an archive that says less than what comes out of it is left in time', async () => {
    const archive = await kmz(' '.repeat(17 * 1024 * 1024));
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
    // The list at its end says that a thousand bytes come out.
    for (let at = archive.byteLength - 4; at >= 0; at -= 1) {
      if (view.getUint32(at, true) !== 0x02014b50) continue;
      view.setUint32(at + 24, 1_000, true);
    }
    expect(await whyNot('a.kmz', archive)).not.toBe('');
  });

  test('a folder of two hundred thousand elements is read like any other', async () => {
    const many = '<Region/>'.repeat(200_000);
    expect(await whyNot('a.kml', `<kml><Folder>${many}</Folder></kml>`)).toBe(
      'This file holds no area.',
    );
  });

  test('what stands beside the root takes no longer than what stands in it', async () => {
    const notes = '<!-- made up -->'.repeat(200_000);
    const told = await whyNot('a.kml', `${notes}<kml><Folder/></kml>${notes}`);
    expect(told).toBe('This file holds no area.');
    const unknown = 'This is no GeoJSON, KML, KMZ, GPX or CSV with coordinates.';
    const closed = '<kml></kml>';
    for (const beside of ['></kml>'.repeat(200_000), 'text', closed.repeat(200_000)]) {
      expect(await whyNot('a.kml', `${closed}${beside}`)).toBe(unknown);
    }
  });

  test('a collection of millions is refused before it is gone through', async () => {
    const coordinates = `[${'[],'.repeat(2_000_000)}[]]`;
    const file = `{"type":"MultiPolygon","coordinates":${coordinates}}`;
    expect(await whyNot('a.geojson', file)).toMatch(/more than 5000/);
  });

  test('a table of quotation marks, and one of columns alone, are none', async () => {
    const unknown = 'This is no GeoJSON, KML, KMZ, GPX or CSV with coordinates.';
    expect(await whyNot('a.csv', `lat,lng\n${'"'.repeat(4_000_000)}`)).toBe(unknown);
    expect(await whyNot('a.csv', `lat,lng${',a'.repeat(100_000)}\n1,1`)).toBe(unknown);
  });

  test('what was found is handed over in parts that are soon taken in', () => {
    const ring = Array.from({ length: 3_000 }, (_, n) => ({ lat: n / 1e4, lng: 0 }));
    const area: FoundArea = {
      ...{ name: 'Large', id: null, shape: { type: 'polygon', ring } },
      ...{ colour: null, groups: [], holes: 0 },
    };
    const found: Found[] = [
      ...new Array<FoundArea>(9).fill(area),
      { name: 'x', reason: { is: 'noShape' } },
    ];
    const handed = [...parts(found)];
    expect(handed.flat()).toEqual(found);
    expect(Math.max(...handed.map((part) => part.length))).toBeLessThanOrEqual(3);
  });
});

describe('a text of XML', () => {
  test.each([
    ['<a/>', { name: 'a', children: [], text: '' }],
    ['<?xml version="1.0"?>\n<!-- x --><!DOCTYPE a>\n<a>b</a>\n', { name: 'a', text: 'b' }],
    ['<k:a xmlns:k="urn:x"><k:b>1 &lt; 2 &#x41;&#66;</k:b></k:a>', { name: 'a' }],
    ['<a><![CDATA[<b>&amp;]]></a>', { text: '<b>&amp;' }],
    ['<a b="1 &quot;2&quot;" c=\'"3"\' k:d="4"/>', { name: 'a' }],
  ])('%s is read', (text, root) => {
    expect(parseXml(text)).toMatchObject(root);
  });

  test('attributes and children are told without the prefix of their namespace', () => {
    const root = parseXml('<a k:b="&lt;" c=\'"3"\'><k:d>1 &lt; 2 &#x41;&#66;</k:d></a>');
    expect([...(root?.attributes ?? [])]).toEqual([
      ['b', '<'],
      ['c', '"3"'],
    ]);
    expect(root?.children).toMatchObject([{ name: 'd', text: '1 < 2 AB' }]);
  });

  test.each([
    ...['', 'a', '<a>', '</a>', '<a></b>', '<a/><b/>', '<a b></a>', '<a b=1/>', '<a>&nbsp;</a>'],
    ...['<a', '<a b="', '<!-- <a/>', '< a/>'],
    '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
    `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
  ])('%s is none', (text) => {
    expect(parseXml(text)).toBeNull();
  });
});

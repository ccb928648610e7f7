import { expect, test } from 'vitest';
import type { AreaView } from '../../renderer/features/areas/area.ts';
import type { WireId } from '../../renderer/features/areas/draft.ts';
import { differenceOf } from '../../renderer/features/areas/files/difference.ts';
import { readAreaFile } from '../../renderer/features/areas/files/read.ts';
import { areasGeoJson, areasKml, leavingOf } from '../../renderer/features/areas/files/write.ts';

/** What an area is told to be when it comes back from its own file. */

const GATE: AreaView = {
  ...{ id: 'a1', name: 'Gate', type: 'circle', colour: '#0f7c8a', readOnly: false, json: '{}' },
  ...{ groupIds: [], groupNames: [] },
  shape: { type: 'circle', centre: { lat: 41.05, lng: -2.31 }, radiusM: 200 },
};
const GROUPS = [
  { wireId: 7, name: 'Depots' },
  { wireId: 8, name: 'depots' },
  { wireId: 9, name: 'Yard' },
];
const nameOf = (id: WireId): string | null =>
  GROUPS.find(({ wireId }) => wireId === id)?.name ?? null;

/** @param groups what somebody wrote into the file instead of its groups */
async function toldOf(change: Partial<AreaView>, groups?: readonly string[]): Promise<string> {
  const area = { ...GATE, ...change };
  const { leaving } = leavingOf([area], nameOf);
  const file = areasGeoJson(leaving.map((one) => ({ ...one, groups: groups ?? one.groups })));
  const read = await readAreaFile('areas.geojson', new TextEncoder().encode(file));
  const found = read.ok ? read.found : [];
  const rows = await differenceOf(found, [area], GROUPS, () => Promise.resolve());
  return rows.map(({ fate, why }) => `${fate} ${why}`.trim()).join();
}

test('an area comes back in its own groups, also where others are called alike or its own is archived', async () => {
  expect(await toldOf({ groupIds: [7], groupNames: ['Depots'] })).toBe('same');
  expect(await toldOf({ groupIds: [9, 17], groupNames: ['Yard', 'Old yard'] })).toBe('same');
  expect(await toldOf({ groupIds: [9, 17], groupNames: ['Yard'] })).toBe('same');
  expect(await toldOf({ groupIds: [17], groupNames: ['Depots'] })).toBe('same');
  expect(await toldOf({ groupIds: [9], groupNames: ['Yard'] }, ['Yard', 'Depots'])).toBe(
    'same Several groups are called Depots: left out.',
  );
});

test('areas that could not leave, as their shape is not known, are counted', () => {
  const { leaving, leftOut } = leavingOf([GATE, { ...GATE, shape: undefined }], nameOf);
  expect([leaving.length, leftOut]).toEqual([1, 1]);
});

test('an outline whose corners end between two roundings comes back as it was', async () => {
  const corner = (n: number) => ({ lat: 41 + n / 1e3 + 5e-7, lng: -2 - (n % 7) / 1e3 - 5e-7 });
  const ring = Array.from({ length: 40 }, (_, n) => corner(n));
  expect(
    await toldOf({ type: 'polyline', shape: { type: 'polyline', line: ring, halfWidthM: 25 } }),
  ).toBe('same');
  expect(
    await toldOf({
      type: 'polygon',
      shape: { type: 'polygon', ring: [...ring, { lat: 42, lng: -5 }] },
    }),
  ).toBe('same');
});

test('a radius that is a thousand to one reader and one to another makes no area', async () => {
  const found = async (file: string) => {
    const read = await readAreaFile('c.csv', new TextEncoder().encode(file));
    return read.ok ? read.found[0] : undefined;
  };
  expect(await found('name,lat,lng,radius\nDepot,41.05,-2.31,"1,000"\n')).toEqual({
    name: 'Depot',
    reason: { is: 'radius', written: '1,000' },
  });
  // Where cells are set apart by semicolons a comma is a decimal mark.
  for (const file of [
    'lat;lng;radius\n41,05;-2,31;187,654',
    'lat,lng,radius\n41.05,-2.31,187.654',
  ]) {
    expect(await found(file)).toMatchObject({ shape: { type: 'circle', radiusM: 187.654 } });
  }
});

test('a colour that KML can’t write is left out of it', () => {
  const written = (colour: string): string =>
    areasKml(leavingOf([{ ...GATE, colour }], nameOf).leaving);
  expect(written('red')).not.toContain('<Style>');
  expect(written('#1a2233')).toContain('<color>ff33221a</color>');
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { areasAt } from '../../../electron/core/forms/areasAt.ts';
import { GroundDrawer } from '../../../electron/core/forms/document/ground.ts';
import { keep, openExporting, WISH } from '../../support/exporting.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { freshFolder, freshStore, ingest } from '../db/support.ts';

/** The areas of the mirror on the small maps of documents. */

const AREAS = [
  {
    ...{ id: 1, name: 'Depot North', type: 'circle', radius: 300 },
    coordinates: [{ lat: 52.1, lng: 4.2 }],
  },
  {
    ...{ id: 2, name: 'Ramp', type: 'rectangle' },
    coordinates: [
      { lat: 52.104, lng: 4.203 },
      { lat: 52.107, lng: 4.206 },
    ],
  },
  { id: 3, name: 'Far away', type: 'circle', radius: 300, coordinates: [{ lat: 10, lng: 10 }] },
  { id: 4, name: 'No shape', type: 'circle', coordinates: 'here' },
];

test('those around the places of an answer are found, wherever in it these stand', async () => {
  const store = await freshStore();
  await ingest(store, 'area', AREAS);
  const namesAt = async (answer: unknown): Promise<string[]> =>
    (await areasAt({ store }, JSON.stringify(answer))).map(({ name }) => name).sort();
  expect(await namesAt({ location: { lat: 52.1001, lng: 4.2001 } })).toEqual([
    'Depot North',
    'Ramp',
  ]);
  const point = { type: 'Point', coordinates: [10.001, 10] };
  expect(await namesAt({ values: [{ deep: { latitude: '52.1', lon: '4.2' } }, point] })).toEqual([
    'Depot North',
    'Far away',
    'Ramp',
  ]);
  const pair = { key: 'place', value: '10.001; 10' };
  expect(await namesAt({ location: '52.1001, 4.2001', values: [pair] })).toEqual([
    'Depot North',
    'Far away',
    'Ramp',
  ]);
  expect(await namesAt({ note: '52.1, 4.2', location: { lat: 91, lng: 4.2 } })).toEqual([]);
  expect(await areasAt({ store }, 'no JSON')).toEqual([]);
});

test('a map with areas in sight is as close as one of a town; without it shows the country', () => {
  const ground = new GroundDrawer(null);
  const name = '<script>';
  const ring = [
    [4.199, 52.099],
    [4.201, 52.099],
    [4.201, 52.101],
    [4.199, 52.101],
  ];
  const close = ground.draw(52.1, 4.2, 0.5, [{ name, ring }]);
  expect(close).toMatchObject({ within: [name], scale: { label: '500 m' } });
  expect(close.svg).not.toContain(name);
  const beside = ground.draw(52.105, 4.2, 0.5, [{ name, ring }]);
  expect(beside).toMatchObject({ within: [], scale: { label: '500 m' } });
  const far = ground.draw(48, 11, 0.5, [{ name, ring }]);
  expect(far).toMatchObject({ within: [], scale: { label: '200 km' } });
  // The same place without areas is drawn for itself.
  expect(ground.draw(52.1, 4.2, 0.5).scale.label).toBe('200 km');
});

test('a document says in which of them it was answered', async () => {
  const folder = freshFolder();
  const desk = await openExporting(folder);
  try {
    await ingest(desk.store, 'area', AREAS);
    const location = { lat: 52.1, lng: 4.2, address: 'Gate 2' };
    await keep(desk.store, '7', JSON.stringify({ id: '7', formName: 'Yard check', location }));
    const started = await desk.exporter.begin(['7'], WISH, path.join(folder, 'out'));
    const job = await desk.ended(started.id);
    const file = path.join(job.path, 'Yard check 7.pdf');
    const { alternatives, pages, claims } = await readPdf(readFileSync(file));
    expect(alternatives).toEqual(['Map of Gate 2, Depot North, 52.1, 4.2']);
    expect(pages[0]).toContain('Depot North');
    expect(pages[0]).toContain('500 m');
    expect(claims).toEqual(['ua-1']);
  } finally {
    await desk.close();
  }
});

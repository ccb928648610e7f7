import './browserStub.ts';
import { expect, test, vi } from 'vitest';
import { answerText } from '../../renderer/answers/answerText.ts';
import { drawPlace } from '../../renderer/answers/placeGround.ts';
import { linkOfHref } from '../../renderer/records/copied.ts';
import { href } from '../../renderer/routes.ts';
import { whose } from '../../renderer/state/whose.svelte.ts';
import { readLink } from '../../electron/shell/deepLinks.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';

test('an answer as text says every question with what was answered, and no picture’s bytes', () => {
  const layout = layoutAnswer(
    JSON.stringify({
      ...{ id: 7, title: 'Yard check', vehicle: { id: 3, regNo: 'WB-003' } },
      values: {
        lights: true,
        remark: 'Left mirror loose',
        photo: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(40)}`,
        nothing: '',
        tyres: [
          { place: 'left', depth: 2 },
          { place: 'right', depth: 4 },
        ],
      },
    }),
    null,
  );
  expect(layout).not.toBeNull();
  const lines = layout === null ? [] : answerText(layout).split('\n');
  expect(lines[0]).toBe(layout?.title);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Vehicle: WB-003', 'Lights: Yes', 'Remark: Left mirror loose'],
      ...['Tyres 1 › Place: left', 'Tyres 2 › Depth: 4'],
    ]),
  );
  expect(lines.join()).not.toMatch(/base64|Nothing|iVBOR/);
});

test('a link to an answer leads to its page, and none is offered that the app would not follow', () => {
  const link = linkOfHref(href('answers', '600010'));
  expect(link).toBe('waybill://open/answers/600010');
  expect(readLink(link ?? '')).toBe(href('answers', '600010'));
  expect(linkOfHref(href('answers', 'a/b ü'))).toBeNull();
});

test('a small map asks again for streets that could not be read, and for those of another account', async () => {
  const town = { type: 'Feature', properties: { kind: 'street' } };
  const geometry = {
    type: 'LineString',
    coordinates: [
      [2, 41],
      [2.001, 41],
    ],
  };
  const geojson = JSON.stringify({ features: [{ ...town, geometry }] });
  // Where there are areas no outline of the world is asked for.
  const area = { type: 'circle', coordinates: [{ lat: 41, lng: 2 }], radius: 100 };
  const rows = [{ id: '1', json: JSON.stringify(area) }];
  let answer: unknown = { ok: false, error: { code: 'ipc.busy' } };
  const call = async (name: string) =>
    name === 'desk.basemap' ? answer : { ok: true, value: { rows } };
  vi.stubGlobal('window', { waybill: { call } });
  const streets = async (): Promise<number> => (await drawPlace(41, 2)).paths.length;
  whose.id = 'one';
  expect(await streets()).toBe(0);
  answer = { ok: true, value: { geojson } };
  const drawn = await streets();
  expect(drawn).toBeGreaterThan(0);
  answer = { ok: true, value: { geojson: null } };
  expect(await streets()).toBe(drawn);
  whose.id = 'two';
  expect(await streets()).toBe(0);
});

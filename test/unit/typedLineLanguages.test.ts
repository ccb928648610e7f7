import { afterEach, expect, it, vi } from 'vitest';
import './browserStub.ts';
import { preferences } from '../../renderer/state/preferences.svelte.ts';
import { words as arabic } from '../../renderer/text/ar.ts';
import { text } from '../../renderer/text/en.ts';
import { fill } from '../../renderer/text/fill.ts';
import { planned, refused } from './typedLineSupport.ts';

/** Days, distances and names of fields in lines, as the languages of the desk write them. */

vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
const wish = { matches: false, addEventListener: () => undefined };
vi.stubGlobal('window', { matchMedia: () => wish, waybill: undefined });
afterEach(() => preferences.set('language', 'service'));

async function fieldOf(line: string, field: string): Promise<unknown> {
  return (await planned(line)).body?.[field];
}
const odometer = (typed: string) => fieldOf(`odometer WB-020 ${typed}`, 'odometer');
const MARCH = '2026-03-09T14:30:00.000Z';

it('reads an instant as the desk writes it, in the order of its language', async () => {
  preferences.set('zone', 'UTC');
  const line = (typed: string): string => `install 990000000000015 WB-020 installedAt="${typed}"`;
  for (const typed of ['2026-03-09 14:30', '2026-03-09T14:30', '9.3.2026 14:30']) {
    expect(await fieldOf(line(typed), 'installedAt')).toBe(MARCH);
  }
  preferences.set('language', 'de');
  expect(await fieldOf(line('9. März 2026, 14:30'), 'installedAt')).toBe(MARCH);
  for (const typed of ['12', '9.3.2026', 'soon']) {
    expect((await refused(line(typed))).message).toContain(text.records.form.invalidInstant);
  }
});

it('takes no distance that the desk would write for a thousand times as much', async () => {
  expect(await odometer('123.456 km')).toBe(123_456);
  preferences.set('language', 'de');
  const distance = await refused('odometer WB-020 123.456 km');
  expect(distance.message).toContain(text.line.ambiguousNumber('123.456'));
  const radius = await refused('area circle 41.05 -2.31 1.200m Gate');
  expect(radius.message).toBe(text.line.ambiguousNumber('1.200'));
  expect(await odometer('123456 km')).toBe(123_456_000);
  expect(await odometer('12.5 km')).toBe(12_500);
  expect(await odometer('1234.567 km')).toBe(1_234_567);
});

it('takes a comma between two whole numbers for no place where it may be a decimal mark', async () => {
  const places = async (line: string) => [
    await fieldOf(line, 'coordinates'),
    await fieldOf(line, 'radius'),
    await fieldOf(line, 'name'),
  ];
  const doubtful = await refused('area circle 52,1 21,0 200m Depot');
  expect(doubtful.message).toBe(text.line.ambiguousNumber('52,1'));
  // With a sign or a point behind it, it parts the two.
  expect(await places('area circle 52,-1 200m Gate')).toEqual([
    [{ lat: 52, lng: -1 }],
    200,
    'Gate',
  ]);
  preferences.set('language', 'de');
  for (const typed of ['52,1 21,05', '52,1; 21,05', '52,1, 21,05', '52.1 21.05', '52.1,21.05']) {
    const told = await places(`area circle ${typed} 200m Depot`);
    expect(told).toEqual([[{ lat: 52.1, lng: 21.05 }], 200, 'Depot']);
  }
  const line = await fieldOf('area polyline 52,1 21,0 52,2 21,5 1,5 km Road', 'coordinates');
  expect(line).toEqual([
    { lat: 52.1, lng: 21 },
    { lat: 52.2, lng: 21.5 },
  ]);
  expect((await refused('area circle 52,1 200m Depot')).message).toContain('52,1');
});

it('takes fields by their names in Arabic, and its digits and marks', async () => {
  preferences.set('zone', 'UTC');
  fill(text, arabic);
  const line = 'install 990000000000015 WB-020 رُكّب-في="٢٠٢٦-٠٣-٠٩ ١٤:٣٠"';
  expect(await fieldOf(line, 'installedAt')).toBe(MARCH);
  expect(await odometer('١٢٣٫٥ km')).toBe(123_500);
  expect(await odometer('١٬٢٣٤ km')).toBe(1_234_000);
  const area = 'area circle ٤١٫٠٥، ٢٫٣١ ٢٠٠m بوابة';
  expect(await fieldOf(area, 'coordinates')).toEqual([{ lat: 41.05, lng: 2.31 }]);
  expect(await fieldOf(area, 'radius')).toBe(200);
});

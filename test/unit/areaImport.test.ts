import './browserStub.ts';
import { expect, test } from 'vitest';
import { resizedText } from '../../renderer/features/areas/files/resized.ts';

const circle = (radiusM: number, lat = 41) =>
  ({ type: 'circle', centre: { lat, lng: -2 }, radiusM }) as const;

test('an area of a file that becomes larger or smaller says by how much, one that moves does not', () => {
  expect(resizedText(circle(110), circle(200))).toBe('Surface 3.80 ha, then 12.6 ha');
  expect(resizedText(circle(110), circle(110, 42))).toBeNull();
  expect(resizedText(undefined, circle(110))).toBeNull();
});

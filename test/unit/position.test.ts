import { describe, expect, it } from 'vitest';
import { positionOf } from '../../renderer/state/position.ts';

describe('a typed position', () => {
  it.each([
    ['52.1, 21.0', 52.1, 21],
    ['52.1 21.0', 52.1, 21],
    [' -33.86,151.2 ', -33.86, 151.2],
    ['52,1; 21,05', 52.1, 21.05],
    ['52.1° N, 21.0° E', 52.1, 21],
    ['33.9S, 18.4W', -33.9, -18.4],
    ['0, 0', 0, 0],
    ['٤١٫٠٥، -٢٫٣١', 41.05, -2.31],
    ['٤١٫٠٥ ٢٫٣١', 41.05, 2.31],
  ])('%j is read, latitude first', (typed, lat, lng) => {
    expect(positionOf(typed)).toEqual({ lat, lng });
  });

  it.each([
    ['12 34'],
    ['van 9'],
    ['WB-001, 2'],
    ['91, 0'],
    ['0, 181'],
    ['52.1'],
    ['1,2,3'],
    [''],
    ['52.1, 21.0, 3'],
  ])('%j is none', (typed) => {
    expect(positionOf(typed)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { FRAME, groundShape, PlaceView } from '../../shared/rules/placeMap.ts';

/** Small drawn maps: what of a large country reaches into one. */

const view = new PlaceView(0, 0, 111_320 * 2, 0.5);
const path = (...ring: [lng: number, lat: number][]): string =>
  view.surface(groundShape('land', true, ring));

describe('a small map', () => {
  it('draws the same of a country however far and winding its coast is beyond the frame', () => {
    // The frame reaches from -1 to 1, and from -0.5 to 0.5.
    const coast = Array.from({ length: 200 }, (_, at): [number, number] => [
      -3 - (at % 7),
      -1 + at / 100,
    ]);
    expect(path([0, -1], [0.5, 0], [0, 1], ...coast.toReversed())).toBe(
      path([0, -1], [0.5, 0], [0, 1], [-3, 1], [-3, -1]),
    );
  });

  it('is all land in the midst of a country, whatever corners its border turns', () => {
    const { height } = view;
    const corners = [
      [-9, -1],
      [-9, 3],
      [-8, 9],
      [1, 9],
      [7, 8],
      [9, 1],
      [8, -7],
      [-1, -9],
      [-7, -8],
    ] as [number, number][];
    const drawn = path(...corners);
    const points = drawn.slice(1, -1).split('L');
    const edges = [`-20 -20`, `${FRAME + 20} -20`, `${FRAME + 20} ${height + 20}`];
    expect(points.toSorted()).toEqual([...edges, `-20 ${height + 20}`].toSorted());
    expect(path([2, 2], [3, 2], [3, 3])).toBe('');
  });

  it('leaves out corners that are closer together than a line is wide, but no end of a line', () => {
    const unit = 2 / FRAME;
    const coast = Array.from({ length: 200 }, (_, at): [number, number] => [at * unit * 0.1, 0]);
    const drawn = path(...coast, [0.5, 0.4])
      .slice(1, -1)
      .split('L');
    expect(drawn.length).toBeLessThan(30);
    const end: [number, number] = [unit * 0.3, 0];
    expect(view.line(groundShape('street', false, [[0, 0], end]))).toBe(
      `M${FRAME / 2} ${view.height / 2}L${FRAME / 2 + 0.3} ${view.height / 2}`,
    );
  });
});

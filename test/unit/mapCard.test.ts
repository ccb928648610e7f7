import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardPlace } from '../../renderer/map/parts/cardPlace.ts';

const card = { width: 180, height: 66 };

describe('map: the card of a vehicle', () => {
  it('stands at the right, and at the left where the right has no room', () => {
    const map = { width: 800, height: 600 };
    expect(cardPlace({ x: 200, y: 300 }, card, map)).toMatchObject({ x: 230, line: { x: 230 } });
    expect(cardPlace({ x: 700, y: 300 }, card, map)).toMatchObject({ x: 490, line: { x: 670 } });
  });

  it('stands above or below in a narrow map', () => {
    const map = { width: 340, height: 600 };
    const above = cardPlace({ x: 130, y: 300 }, card, map);
    expect(above).toMatchObject({ x: 40, y: 204, line: { x: 130, y: 270 } });
    const below = cardPlace({ x: 130, y: 60 }, card, map);
    expect(below).toMatchObject({ x: 40, y: 90, line: { y: 90 } });
  });

  it('leaves the buttons of the map free, at the left where the desk is laid out from right to left', () => {
    const map = { width: 340, height: 600 };
    expect(cardPlace({ x: 200, y: 300 }, card, map).x + card.width).toBe(280);
    expect(cardPlace({ x: 140, y: 300 }, card, map, true).x).toBe(60);
    const wide = { width: 800, height: 600 };
    const mirrored = cardPlace({ x: 600, y: 300 }, card, wide, true);
    expect(mirrored).toMatchObject({ x: 390, line: { x: 570 } });
  });

  it('is never cut off, and leaves its vehicle free', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.integer({ min: 0, max: 700 }),
      width: fc.integer({ min: 200, max: 900 }),
      height: fc.integer({ min: 250, max: 700 }),
    });
    fc.assert(
      fc.property(place, ({ x, y, width, height }) => {
        const at = { x: Math.min(x, width), y: Math.min(y, height) };
        const found = cardPlace(at, card, { width, height });
        expect(found.x).toBeGreaterThanOrEqual(8);
        expect(found.y).toBeGreaterThanOrEqual(8);
        expect(found.x + card.width).toBeLessThanOrEqual(width - 8);
        expect(found.y + card.height).toBeLessThanOrEqual(height - 8);
        const covers =
          at.x > found.x - 15 &&
          at.x < found.x + card.width + 15 &&
          at.y > found.y - 15 &&
          at.y < found.y + card.height + 15;
        expect(covers).toBe(false);
      }),
    );
  });
});

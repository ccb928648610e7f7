import { describe, expect, it, vi } from 'vitest';
import { boxOfName, coveredNames } from '../../renderer/map/layers/areaNames.ts';
import { placeLabels, Taken } from '../../renderer/map/layers/labels.ts';
import type { Reach } from '../../renderer/map/layers/reach.ts';
import { Sprites } from '../../renderer/map/layers/sprites.ts';
import type { View } from '../../renderer/map/layers/view.ts';
import type { Palette } from '../../renderer/map/palette.ts';

/** Names on the map: of vehicles, and of areas beside them. */

const view: View = { x: 0.5, y: 0.5, zoom: 14, width: 800, height: 600 };
const reach: Reach = { left: 9, right: 9, up: 9, down: 9 };
const label = { width: 70, height: 18 };
const area = { id: 'a', x: 0.5, y: 0.5, widthPx: 80 };

describe('map: names', () => {
  it('are put under nothing that stands over the map, and have another side or none', () => {
    const mark = { x: 400, y: 300, reach };
    const below = { left: 0, top: 308, right: 800, bottom: 600 };
    const covered = new Taken();
    covered.take(below);
    const [box] = placeLabels([{ ...mark, ...label }], [mark], covered);
    expect(box?.bottom).toBe(mark.y - reach.up);
    const all = new Taken();
    all.take({ left: 0, top: 0, right: 800, bottom: 600 });
    expect(placeLabels([{ ...mark, ...label }], [mark], all)).toEqual([null]);
  });

  it('of areas yield to marks and to the names of vehicles, and only those that lie under them', () => {
    const taken = new Taken();
    const mark = { x: 400, y: 280, reach };
    // The mark itself is clear of the area's name; its own name is not.
    expect(coveredNames([area], view, taken).size).toBe(0);
    placeLabels([], [mark], taken);
    expect(coveredNames([area], view, taken).size).toBe(0);
    placeLabels([{ ...mark, ...label }], [], taken);
    const away = { ...area, id: 'b', x: 0.5 + 200 / (512 * 2 ** 14) };
    expect([...coveredNames([area, away], view, taken)]).toEqual(['a']);
    const under = new Taken();
    placeLabels([], [{ ...mark, x: 600, y: 300 }], under);
    expect([...coveredNames([area, away], view, under)]).toEqual(['b']);
  });

  it('of areas cover what their lines cover', () => {
    const short = boxOfName(area, view);
    expect([short.left, short.right]).toEqual([360, 440]);
    expect(short.bottom - short.top).toBeCloseTo(13.2);
    // Two lines of 75 px.
    const long = boxOfName({ ...area, widthPx: 150 }, view);
    expect([long.left, long.right]).toEqual([362.5, 437.5]);
    expect(long.bottom - long.top).toBeCloseTo(26.4);
  });

  it('are painted inside their picture where text runs from right to left', () => {
    const inked: [from: number, to: number][] = [];
    class Context {
      // As the page's direction has it, unless it is told otherwise.
      textAlign = 'start';
      measureText = () => ({ width: 60 });
      scale = () => undefined;
      strokeText = () => undefined;
      fillText(_: string, x: number) {
        inked.push(this.textAlign === 'left' ? [x, x + 60] : [x - 60, x]);
      }
    }
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => new Context();
      },
    );
    const colours = { ground: { halo: 'white' }, text: 'black' };
    const { width } = new Sprites(colours as Palette, 1, 'sans-serif').label('ZZ 101');
    vi.unstubAllGlobals();
    expect(inked).toEqual([[4, 64]]);
    expect(width).toBe(68);
  });
});

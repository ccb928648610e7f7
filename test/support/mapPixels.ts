import type { Locator, Page } from 'playwright';

/** What is drawn on the map of the fleet, read from its canvas. */

/** The middle of an element in pixels of the page. */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where the only mark on the map is, in pixels of the page; null while none is drawn. */
export async function onlyMark(page: Page): Promise<{ x: number; y: number } | null> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.vehicle-layer');
    const context = canvas?.getContext('2d');
    if (canvas === null || context === null || context === undefined) return null;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    let count = 0;
    const sum = { x: 0, y: 0 };
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      if ((data[pixel * 4 + 3] ?? 0) < 200) continue;
      count += 1;
      sum.x += pixel % width;
      sum.y += Math.floor(pixel / width);
    }
    if (count === 0) return null;
    const box = canvas.getBoundingClientRect();
    const ratio = width / box.width;
    return { x: box.x + sum.x / count / ratio, y: box.y + sum.y / count / ratio };
  });
}

/** How far the nearest pixel within the ring is from a colour, as the largest step of a channel. */
export async function nearestPixel(
  page: Page,
  ring: Locator,
  rgb: readonly [number, number, number],
): Promise<number> {
  const { x, y } = await middleOf(ring);
  return page.evaluate(
    ([px, py, r, g, b]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas.vehicle-layer');
      const context = canvas?.getContext('2d');
      if (canvas === null || context === null || context === undefined) return 255;
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const at = (value: number): number => Math.round(value * ratio);
      const { data } = context.getImageData(at(px - box.x - 7), at(py - box.y - 7), at(14), at(14));
      let best = 255;
      for (let i = 0; i < data.length; i += 4) {
        const off = [r, g, b].map((want, channel) => Math.abs(want - (data[i + channel] ?? 0)));
        best = Math.min(best, Math.max(...off));
      }
      return best;
    },
    [x, y, ...rgb] as const,
  );
}

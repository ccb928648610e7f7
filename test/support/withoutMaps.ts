import type { Page } from 'playwright';

/** Takes from a page what a map is drawn with. */
function drawNoMap(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
    return String(asked[0]).startsWith('webgl')
      ? null
      : (Reflect.apply(getContext, this, asked) as RenderingContext | null);
  } as typeof getContext;
}

/**
 * Lets a page draw no map from now on, also once it is loaded anew: it says so in the place of each.
 * Drawn in software, a map costs more than all else on its page. One that is drawn already stays.
 */
export async function withoutMaps(page: Page): Promise<void> {
  await page.addInitScript(drawNoMap);
  await page.evaluate(drawNoMap);
}

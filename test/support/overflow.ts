import type { Page } from 'playwright';

/** How far a page is wider than its window, and the controls that stand outside of it. */
export function lostBeside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const scrolls = (node: Element | null): boolean => {
      for (let at = node; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
      }
      return false;
    };
    const outside = [...document.querySelectorAll('a[href], button, input, [role=grid]')].filter(
      (node) => {
        const box = node.getBoundingClientRect();
        const seen = node.checkVisibility({ visibilityProperty: true });
        if (!seen || box.width <= 1 || node.closest('.skip, .visually-hidden') !== null) {
          return false;
        }
        return (box.right > window.innerWidth + 1 || box.left < -1) && !scrolls(node.parentElement);
      },
    );
    return [
      ...(wide > 0 ? [`${String(wide)} pixels too wide`] : []),
      ...outside.map((node) => `${node.tagName} ${node.ariaLabel ?? node.textContent}`.trim()),
    ];
  });
}

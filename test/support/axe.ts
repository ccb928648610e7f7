import axeCore, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** A part of a page: what a selector finds, or that without some of it. */
export type Within = string | { include: string; exclude: string[] };

/**
 * What axe finds wrong on a page of the desk, or in the part of it that `within` selects; all rules
 * unless `rules` names some.
 *
 * The desk has no frames, so axe is asked in the page itself. Its half a megabyte goes there once for each
 * document, and only what is wrong comes back: both would else cost as much as the rules do.
 */
export async function axeOf(
  page: Page,
  within: Within = 'html',
  rules?: RunOptions['runOnly'],
): Promise<Result[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(`${axeCore.source}; undefined`);
  const options = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  } satisfies RunOptions;
  return page.evaluate(
    async ([where, how]) => {
      const { violations } = await globalThis.axe.run(where, how);
      return violations;
    },
    [within, options] as const,
  );
}

declare global {
  /** In a page, once its source was evaluated there. */
  var axe: typeof axeCore;
}

/** What lies over the page: dialogs, and the panels of menus. */
export const OPEN = ':is(dialog[open], [popover]:popover-open)';

/**
 * What axe finds in the dialogs and menus that are open, in the dark theme and in the light one,
 * which stays: one line for each element. It fails where none is open.
 */
export async function axeInOpen(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // The themes differ in nothing but colours.
    const rules = colorScheme === 'light' ? undefined : ['color-contrast'];
    for (const { id, nodes } of await axeOf(page, OPEN, rules)) {
      for (const { target, any } of nodes) {
        found.push(`${colorScheme} ${id} ${target.join(' ')} ${any[0]?.message ?? ''}`);
      }
    }
  }
  return found;
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * axe for a page of the desk. It has no frames (its policy refuses them), so axe need not open a
 * page of its own to put the findings of frames together, which takes as long as the rules do.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

/** What lies over the page: dialogs, and the panels of menus. */
const OPEN = ':is(dialog[open], [popover]:popover-open)';

/**
 * What axe finds in the dialogs and menus that are open, in the dark theme and in the light one,
 * which stays: one line for each element. It fails where none is open.
 */
export async function axeInOpen(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    const axe = axeOf(page)
      .include(OPEN)
      .options({ resultTypes: ['violations'] });
    // The themes differ in nothing but colours.
    const asked = colorScheme === 'light' ? axe : axe.withRules(['color-contrast']);
    const { violations } = await asked.analyze();
    for (const { id, nodes } of violations) {
      for (const { target, any } of nodes) {
        found.push(`${colorScheme} ${id} ${target.join(' ')} ${any[0]?.message ?? ''}`);
      }
    }
  }
  return found;
}

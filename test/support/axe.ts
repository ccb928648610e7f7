import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * axe for a page of the desk. It has no frames (its policy refuses them), so axe need not open a
 * page of its own to put the findings of frames together, which takes as long as the rules do.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

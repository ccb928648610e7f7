import type { Locator, Page } from 'playwright';
import { commandOfPage, commands } from '../../shared/rules/commands.ts';
import type { PageName } from '../../shared/rules/pages.ts';
import { text } from '../../renderer/text/en.ts';

/** What a person without a mouse does on a page: nothing is focused or clicked by these. */
export interface Keys {
  press: (...keys: string[]) => Promise<void>;
  /** Presses Tab, or another key, until the focus is there; fails when it never is. */
  tabTo: (target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown') => Promise<void>;
  /** Goes there by Tab and presses Enter. */
  enter: (target: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Ctrl+K, the words of a command, Enter. */
  command: (words: string) => Promise<void>;
  /** G and the letter of a page, where the focus is in no field. */
  goTo: (page: PageName) => Promise<void>;
  /** The details of a vehicle, by the search of its list. */
  openVehicle: (regNo: string) => Promise<void>;
}

export function keysOf(pageOf: () => Page): Keys {
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce(
      (before, key) => before.then(() => pageOf().keyboard.press(key)),
      Promise.resolve(),
    );

  async function tabTo(
    target: Locator,
    key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
  ): Promise<void> {
    // Found once: to look for a role on the page at each step would take longer than all steps.
    let node = await target.elementHandle();
    for (let step = 0; step < 90; step += 1) {
      const found = await node.evaluate((one) =>
        one.isConnected ? one === document.activeElement : null,
      );
      if (found === true) return;
      if (found === false) await pageOf().keyboard.press(key);
      else node = await target.elementHandle();
    }
    throw new Error(`${key} never reaches ${target.toString()}`);
  }

  async function command(words: string): Promise<void> {
    await press('Control+k');
    const box = pageOf().getByRole('combobox', { name: /Search vehicles/ });
    await box.waitFor();
    // At once: each key would be searched for on its own.
    await pageOf().keyboard.insertText(words);
    await pageOf().getByRole('option', { name: words }).first().waitFor();
    await press('Enter');
    await box.waitFor({ state: 'detached' });
  }

  async function goTo(page: PageName): Promise<void> {
    const name = commandOfPage(page);
    await press('g', (name === null ? undefined : commands[name].leader) ?? '');
    await pageOf().locator(`main[aria-label="${text.pages[page]}"]`).waitFor();
  }

  async function openVehicle(regNo: string): Promise<void> {
    await goTo('vehicles');
    await tabTo(pageOf().getByRole('searchbox', { name: /Search registration/ }));
    await press('Control+a');
    await pageOf().keyboard.insertText(regNo);
    await pageOf().waitForFunction((wanted) => {
      const rows = [...document.querySelectorAll('[role=grid] [data-id]')];
      return rows.length === 1 && rows[0]?.textContent.includes(wanted) === true;
    }, regNo);
    await tabTo(pageOf().locator('[role=grid][aria-label=vehicles]'));
    await press('Home', 'Enter');
    await pageOf().locator(`article[aria-label="${regNo}"]`).waitFor();
  }

  return {
    ...{ press, tabTo, command, goTo, openVehicle },
    enter: async (target, key) => {
      await tabTo(target, key);
      await press('Enter');
    },
  };
}

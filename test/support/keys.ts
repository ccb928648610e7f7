import type { Locator, Page } from 'playwright';

/** What a person without a mouse does on a page: nothing is focused or clicked by these. */
export interface Keys {
  press: (...keys: string[]) => Promise<void>;
  /** Presses Tab, or another key, until the focus is there; fails when it never is. */
  tabTo: (target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown') => Promise<void>;
  /** Goes there by Tab and presses Enter. */
  enter: (target: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Ctrl+K, the words of a command, Enter. */
  command: (words: string) => Promise<void>;
  goTo: (name: string) => Promise<void>;
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
    await target.waitFor({ state: 'attached' });
    for (let step = 0; step < 90; step += 1) {
      if (await target.evaluate((node) => node === document.activeElement)) return;
      await pageOf().keyboard.press(key);
    }
    throw new Error(`${key} never reaches ${target.toString()}`);
  }

  async function command(words: string): Promise<void> {
    await press('Control+k');
    const box = pageOf().getByRole('combobox', { name: /Search vehicles/ });
    await box.waitFor();
    await pageOf().keyboard.type(words);
    await pageOf().getByRole('option', { name: words }).first().waitFor();
    await press('Enter');
    await box.waitFor({ state: 'detached' });
  }

  async function goTo(name: string): Promise<void> {
    await command(`Go to ${name}`);
    await pageOf().locator(`main[aria-label="${name}"]`).waitFor();
  }

  async function openVehicle(regNo: string): Promise<void> {
    await goTo('Vehicles');
    await tabTo(pageOf().getByRole('searchbox', { name: /Search registration/ }));
    await press('Control+a');
    await pageOf().keyboard.type(regNo);
    await pageOf().waitForFunction((wanted) => {
      const rows = [...document.querySelectorAll('[role=grid] [data-id]')];
      return rows.length === 1 && rows[0]?.textContent.includes(wanted) === true;
    }, regNo);
    await tabTo(pageOf().getByRole('grid', { name: 'vehicles' }));
    await press('Home', 'Enter');
    await pageOf().getByRole('article', { name: regNo }).waitFor();
  }

  return {
    ...{ press, tabTo, command, goTo, openVehicle },
    enter: async (target, key) => {
      await tabTo(target, key);
      await press('Enter');
    },
  };
}

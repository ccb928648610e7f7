import { vi } from 'vitest';

/** What modules of the desk ask of a browser when they are loaded: nobody wishes for anything. */
const wish = { matches: false, addEventListener: () => undefined };
const nothing = (): void => undefined;
const waybill = { call: () => undefined, on: () => () => undefined };
vi.stubGlobal('window', {
  ...{ matchMedia: () => wish, waybill, location: { hash: '' } },
  ...{ addEventListener: nothing, removeEventListener: nothing },
  navigation: { currentEntry: null, addEventListener: nothing },
});

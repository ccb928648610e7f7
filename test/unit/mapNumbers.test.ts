import { expect, it, vi } from 'vitest';

/** Numbers on the map. */

vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
vi.stubGlobal('window', {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  waybill: undefined,
});

const { formatPosition, formatShortCount } = await import('../../renderer/state/format.ts');
const { preferences } = await import('../../renderer/state/preferences.svelte.ts');

it('counts of many vehicles are as short as the language has them', () => {
  const shown = ['en', 'de', 'ar'].map((language) => {
    preferences.set('language', language);
    return formatShortCount(1_234);
  });
  preferences.set('language', 'service');
  expect(shown).toEqual(['1.2k', '1234', '1.2\u00a0ألف']);
});

it('places beyond the date line are named as everybody names them', () => {
  expect([formatPosition(-17, 180.5), formatPosition(-17, 180)]).toEqual([
    ...['-17.00000, -179.50000', '-17.00000, 180.00000'],
  ]);
});

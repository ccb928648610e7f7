import { expect, test, vi } from 'vitest';

/** The address of the desk, where a link was followed and its event is still to come. */
const location = { hash: '#/areas/tmp-1' };
vi.stubGlobal('window', {
  ...{ location, navigation: { currentEntry: null } },
  history: { replaceState: (_: unknown, __: string, hash: string) => (location.hash = hash) },
  addEventListener: () => undefined,
});
const { route } = await import('../../renderer/state/route.svelte.ts');

test('what replaces a page that was just left replaces nothing', () => {
  route.go('areas', '12', { replace: true });
  expect(location.hash).toBe('#/areas/12');
  expect(route.id).toBe('12');
  // As a click on a link does, before its event is told.
  location.hash = '#/devices/9';
  route.go('areas', '13', { replace: true });
  expect(location.hash).toBe('#/devices/9');
  route.go('vehicles', '7');
  expect(location.hash).toBe('#/vehicles/7');
  route.go('vehicles', '8', { replace: true });
  expect(route.id).toBe('8');
});

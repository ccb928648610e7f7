import { beforeEach, expect, it, vi } from 'vitest';

/** What the groups of areas on a map are called. */

const GROUPS = 1_203;

beforeEach(() => {
  vi.resetModules();
  const groups = Array.from({ length: GROUPS }, (_group, at) => {
    const id = String(at);
    return { id, json: JSON.stringify({ id, name: `Group ${id}` }) };
  });
  vi.stubGlobal('window', {
    waybill: {
      call(_name: string, input: { view: { entity: string }; offset: number; limit: number }) {
        const rows = input.view.entity === 'areaGroup' ? groups : [];
        const { offset, limit } = input;
        const value = { rows: rows.slice(offset, offset + limit), total: rows.length };
        return Promise.resolve({ ok: true, value });
      },
      on: () => () => undefined,
    },
  });
});

it('groups of areas on a map have their names, however many there are', async () => {
  const { LivingAreas } = await import('../../renderer/map/fleet/areas.svelte.ts');
  const areas = new LivingAreas();
  const stop = areas.start();
  await expect.poll(() => areas.loaded).toBe(true);
  expect(areas.groupNames.size).toBe(GROUPS);
  expect(areas.groupNames.get('1202')).toBe('Group 1202');
  stop();
});

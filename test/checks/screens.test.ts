import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN, places, screensPage } from '../../build/screens.ts';
import { PAGES } from '../../renderer/routes.ts';
import { endpointNames, isWriteName } from '../../shared/api/catalogue.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the page of screens', () => {
  it('names a page of the desk for every endpoint of the interface', () => {
    const found = places();
    expect([...found.keys()].sort()).toEqual([...endpointNames].sort());
    expect([...found.values()].filter(({ page }) => !PAGES.includes(page))).toEqual([]);
  });

  it('says what the desk does today', async () => {
    const page = readFileSync(path.join(root, 'docs/screens.md'), 'utf8');
    expect(await screensPage()).toBe(page);
  });

  it('takes no write for that of a screen which does not name it', () => {
    const own = Object.entries(OWN).filter(([name]) => isWriteName(name));
    expect(own.length).toBeGreaterThan(4);
    for (const [name, page] of own) {
      const folder = path.join(root, 'renderer/features', page);
      const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|svelte)$/.test(file))
        .map((file) => readFileSync(path.join(folder, file), 'utf8'));
      expect([name, sources.some((source) => source.includes(`'${name}'`))]).toEqual([name, true]);
    }
  });

  it('tells a screen that was made for something from a list that all kinds share', () => {
    const found = places();
    expect(found.get('listRoutes')).toEqual({ page: 'history', manner: 'own' });
    expect(found.get('listFuelTransactions')).toEqual({ page: 'fuel', manner: 'own' });
    expect(found.get('listRoles')).toEqual({ page: 'reference', manner: 'list' });
    expect(found.get('listClientUsers')).toEqual({ page: 'clients', manner: 'own' });
    expect(found.get('getOdometer')).toEqual({ page: 'vehicles', manner: 'own' });
    expect(found.get('updateDevice')).toEqual({ page: 'devices', manner: 'form' });
  });
});

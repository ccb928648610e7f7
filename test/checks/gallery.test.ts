import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../shared/rules/pages.ts';
import { GALLERY, THEMES } from '../support/gallery.ts';

test('the gallery shows every page in both themes', () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
  const drawn = new Set(readdirSync(folder));
  const wanted = PAGES.flatMap((page) =>
    THEMES.map((theme) => `${GALLERY[page]}-${theme}-1280.png`),
  );
  expect(wanted.filter((name) => !drawn.has(name))).toEqual([]);
});

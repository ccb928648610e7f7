import type { Cell } from '../../ui/table.ts';
import { deviceModels } from '../deviceModels.svelte.ts';
import { vehicleParts } from '../vehicleParts.svelte.ts';
import { recordNames } from './names.svelte.ts';

/** A table that names other records: names that nobody has read yet are read before it leaves. */
export async function namedSheet(sheet: () => Cell[][]): Promise<Cell[][]> {
  // The first time asks for the names; the second time they are there.
  sheet();
  await Promise.all([recordNames.arrived(), vehicleParts.arrived(), deviceModels.arrived()]);
  return sheet();
}

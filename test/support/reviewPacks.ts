import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeOf } from './axe.ts';

/** Field packs, as a reviewer puts them together and hands them over. */

const packsOf = (page: Page) => page.getByRole('dialog', { name: 'Field packs' });

/** Opens the list of packs. */
export async function openPacks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('menuitem', { name: 'Field packs…' }).click();
}

/** Packs the answers in the list with the routes of their vehicles; the size is told before. */
export async function makePack(page: Page): Promise<void> {
  await openPacks(page);
  const dialog = packsOf(page);
  await dialog.getByText('No pack yet.').waitFor();
  await dialog.getByRole('button', { name: 'New pack' }).click();
  await dialog.getByLabel('Name of the pack').fill('Yard on Monday');
  await dialog.getByLabel('The 5 answers in the list').check();
  await dialog.getByLabel('Areas', { exact: true }).uncheck();
  await dialog.getByRole('combobox', { name: 'Only these areas: search one' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: /^Leave out / }).waitFor();
  const size = dialog.getByRole('list', { name: 'What the pack holds' });
  // The days of one vehicle that is chosen, then of those that answers name too.
  await dialog.getByRole('combobox', { name: 'Routes of these vehicles too: search one' }).click();
  await page.getByRole('option').first().click();
  await size.getByText('Days of routes: 2, of them 0 here').waitFor();
  await dialog.getByLabel('Routes of the vehicles that answers name').check();
  await size.getByText('Answers: 5, of them 5 here').waitFor();
  await size.getByText(/Days of routes: \d+, of them 0 here/).waitFor();
  // To fetch them all takes longer than all else, and is told by tests of the core.
  await dialog.getByLabel('Routes of the vehicles that answers name').uncheck();
  await size.getByText('Days of routes: 2, of them 0 here').waitFor();
  expect(await axeOf(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Fetch the pack' }).click();
  const pack = dialog.getByRole('list', { name: 'Packs' }).getByRole('listitem').first();
  await pack.getByText('fetched', { exact: true }).waitFor();
  await wholePack(page);
  await page.keyboard.press('Escape');
}

/** All of the pack is here, and it says so. */
export async function wholePack(page: Page): Promise<void> {
  const pack = packsOf(page).getByRole('list', { name: 'Packs' }).getByRole('listitem').first();
  await pack.getByText('Answers: all 5 are here').waitFor();
  await pack.getByText(/Vehicles: all \d+ are here/).waitFor();
  await pack.getByText('Areas: all 1 are here').waitFor();
  await pack.getByText(/Days of routes: all \d+ are here/).waitFor();
}

/** The pack becomes a file, which says what it holds before it is taken, and is a pack again. */
export async function keepAndOpen(page: Page): Promise<void> {
  const dialog = packsOf(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Keep as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Yard on Monday .*\.waybill$/);
  const input = dialog.getByLabel('Open the file of a pack');
  await input.setInputFiles({
    ...{ name: 'portal.waybill', mimeType: 'application/zip' },
    buffer: Buffer.from('<html>sign in</html>'),
  });
  await dialog.getByText('This is no field pack of Waybill').waitFor();
  await input.setInputFiles(await file.path());
  const told = dialog.getByRole('region', { name: 'What is in “Yard on Monday”' });
  await told.getByText(/Answers: 5 · .* oldest reading/).waitFor();
  await dialog.getByRole('button', { name: 'Take it in' }).click();
  const taken = dialog.getByRole('list', { name: 'Packs' }).getByRole('listitem').first();
  await taken.getByText('came as a file').waitFor();
  await taken.getByText('Answers: all 5 are here').waitFor();
}

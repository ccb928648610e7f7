import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Download, Page } from 'playwright';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { ok } from '../../shared/result.ts';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { madeFont } from '../support/madeFont.ts';
import { goTo } from '../support/tour.ts';

/** Forms and answers in the desk, over the real core and the real embedded service. */

/** Answers of the demo data. */
const CHECK = '600001';
const ACCIDENT = '600002';
const DELIVERY = '600003';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, ground: 'whole', at: '#/forms' });
  await desk.page.getByText('Online').first().waitFor();
});
afterAll(() => desk.close());
beforeEach(() => workOffline(false));
afterEach(() => workOffline(false));

async function workOffline(on: boolean): Promise<void> {
  await desk.page.evaluate((to) => window.waybill?.call('session.workOffline', { on: to }), on);
  await desk.page
    .getByText(on ? 'Working offline' : 'Online')
    .first()
    .waitFor();
}

async function go(hash: string): Promise<Page> {
  await goTo(desk.page, hash);
  return desk.page;
}

async function openAnswer(answerId: string): Promise<Page> {
  const page = await go(`#/answers/${answerId}`);
  const id = page.locator('header .id', { hasText: answerId });
  await page.locator('article', { has: id }).locator('h1').waitFor();
  return page;
}

async function textOf(download: Download): Promise<string> {
  const data = new Uint8Array(await readFile(await download.path()));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  let text = '';
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  return text.replaceAll(/\s+/g, '');
}

describe('forms', () => {
  test('a form shows the answers that its record names, and opens one by the keyboard', async () => {
    const page = await go('#/forms');
    const forms = page.getByRole('grid', { name: 'forms' });
    await forms.getByRole('row', { name: /Pre-trip check/ }).waitFor();
    await forms.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const answers = page.getByRole('grid', { name: 'Answers to this form' });
    await answers.getByRole('row', { name: /600002/ }).waitFor();
    await expect
      .poll(() => page.getByRole('tab', { name: /Answers/ }).textContent())
      .toMatch(/\b38\b/);

    await page.getByRole('searchbox', { name: 'Search answers' }).fill('600010');
    await page.getByText('1 of 38 answers').waitFor();
    await answers.focus();
    await page.keyboard.press('Enter');
    await page.locator('article h1', { hasText: 'Accident report' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/answers/600010');
  });

  test('an answer is copied as text and as a link', async () => {
    const page = await openAnswer('600010');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (how: string, said: string): Promise<string> => {
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('menuitem', { name: how }).click();
      await page.locator('.toast', { hasText: said }).last().waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('Copy link', 'Link copied')).toBe('waybill://open/answers/600010');
    const lines = (await copied('Copy as text', 'Copied as text')).split('\n');
    expect(lines[0]).toBe(await page.locator('article h1').innerText());
    expect(lines.length).toBeGreaterThan(5);
  });

  test('a place stands on a small map, without a network, in both themes and from right to left', async () => {
    await openAnswer(ACCIDENT);
    await workOffline(true);
    const page = await openAnswer(ACCIDENT);
    const asked: string[] = [];
    const listen = (request: { url: () => string }): void => void asked.push(request.url());
    page.on('request', listen);
    const maps = page.getByRole('img', { name: /^Map of / });
    await maps.first().waitFor();
    const ground = maps.first().locator('rect');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => ground.getAttribute('fill')).toBe('#f3f2ec');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => ground.getAttribute('fill')).toBe('#12191c');
    // Streets of the town that is built in, and the mark in the middle.
    expect(await maps.first().locator('path').count()).toBeGreaterThan(5);
    expect(await maps.first().locator('.mark').count()).toBe(1);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const [frame, sheet] = await Promise.all([
      maps.first().boundingBox(),
      page.locator('.sheet .head').boundingBox(),
    ]);
    const end = (box: { x: number; width: number } | null): number =>
      box === null ? NaN : box.x + box.width;
    expect(Math.abs(end(frame) - end(sheet))).toBeLessThan(3);
    await page.evaluate(() => (document.documentElement.dir = 'ltr'));
    page.off('request', listen);
    expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
    await page.getByRole('button', { name: 'Copy the coordinates' }).first().waitFor();
    await page.getByRole('link', { name: 'Show on the map' }).first().click();
    await page.waitForFunction(() => window.location.hash.startsWith('#/vehicles'));
  });

  test('a form is a page of questions to read', async () => {
    const page = await go('#/forms/form-accident');
    await page.getByRole('tab', { name: 'Questions' }).click();
    const questions = page.getByRole('tabpanel', { name: 'Questions' });
    await questions.getByText('What happened').waitFor();
    await questions.getByText('Account of the driver').waitFor();
    // In words of people, not as the service calls it.
    await questions.getByText('Yes or no', { exact: true }).waitFor();
    await expect.poll(() => questions.getByRole('listitem').count()).toBeGreaterThan(6);
    await page.getByRole('tab', { name: 'All fields' }).click();
    await page.getByText('retention').waitFor();
  });

  test('an answer reads like a document, with the form’s labels and nothing left out', async () => {
    const page = await openAnswer(CHECK);
    const sheet = page.locator('article .sheet');
    await sheet.getByText('Equipment on board').waitFor();
    await sheet.getByText('9007199254740993').waitFor();
    await sheet.getByText('1.10', { exact: true }).waitFor();
    await sheet.getByText('__proto__').waitFor();
    expect(await sheet.getByRole('img', { name: 'Signature of the driver' }).count()).toBe(1);
    await page.getByText('All fields').click();
    await page.getByRole('group', { name: 'All fields' }).getByText('__proto__').waitFor();
  });

  test('pictures open large in a dialog and give the focus back', async () => {
    const page = await openAnswer(ACCIDENT);
    const picture = page.getByRole('button', { name: 'Enlarge From the front' });
    await picture.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'From the front' });
    await dialog.waitFor();
    const width = async () => (await dialog.getByRole('img').boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(500);
    expect(await axeInOpen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await picture.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  test('files at another server are fetched after a question that names it, and not before', async () => {
    const url = 'https://photos.example:8443/files/bay.png';
    const { core } = desk.host;
    const real = core.call.bind(core);
    const asked: unknown[] = [];
    let goOn: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
      if (name === 'answers.fetchElsewhere') {
        await stopped;
        asked.push(input);
        return ok({ had: 1, failed: [] });
      }
      const host = 'photos.example:8443';
      const elsewhere = asked.length === 0 ? [{ host, urls: [url] }] : [];
      const pictures = asked.length === 0 ? {} : { [url]: PIXEL };
      if (name === 'answers.files') return ok({ pictures, documents: [], absent: [], elsewhere });
      const answered = await real(name, input);
      const isAnswer = JSON.stringify(input ?? null).includes(`"answerId":"${CHECK}"`);
      const read = answered.ok ? (answered.value as { json?: unknown }) : {};
      if (!isAnswer || typeof read.json !== 'string') return answered;
      return ok({ ...read, json: read.json.replace(/\}$/, `,"bay":"${url}"}`) });
    });
    onTestFinished(() => spy.mockRestore());
    await go('#/forms');
    const page = await openAnswer(CHECK);
    await page.getByText('One file lies at photos.example:8443.').waitFor();
    const ask = page.getByRole('button', { name: 'Fetch from photos.example:8443…' });
    await ask.click();
    const dialog = page.getByRole('dialog', { name: 'Fetch from photos.example:8443?' });
    await dialog.getByText(url).waitFor();
    await dialog.getByText('Your sign-in is never sent there').waitFor();
    expect(await axeOf(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked).toEqual([]);
    await ask.click();
    await dialog.getByRole('button', { name: 'Fetch from photos.example:8443' }).click();
    // What is under way is told, and can be stopped; what has come stays.
    const coming = page.getByRole('dialog').filter({ hasText: '0 of 1' });
    await coming.getByRole('button', { name: 'Stop' }).click();
    await coming.waitFor({ state: 'detached' });
    goOn();
    await ask.waitFor({ state: 'detached' });
    expect(asked).toMatchObject([{ answerId: CHECK, host: 'photos.example:8443', urls: [url] }]);
    await page.locator(`article .sheet img[src="${PIXEL}"]`).first().waitFor();
  });

  test('text of an answer stays text', async () => {
    const page = await go('#/forms');
    const json = await page.evaluate(async () => {
      for (let id = 600_001; id < 600_301; id += 1) {
        const read = await window.waybill?.call('records.read', {
          endpoint: 'getAnswer',
          params: { answerId: String(id) },
          refresh: 'ifMissing',
        });
        if (read?.ok === true && read.value.json?.includes('<script>') === true) return String(id);
      }
      return null;
    });
    if (json === null) throw new Error('The demo data has no such answer any more.');
    await openAnswer(json);
    await page.getByText('<script>alert("not a script")</script>').waitFor();
    expect(await page.locator('article script, article img[onerror]').count()).toBe(0);
  });

  test('Export PDF takes the service’s own, which is given offline later, with its age', async () => {
    const page = await openAnswer(CHECK);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^Pre-trip check \d{4}-\d{2}-\d{2} 600001\.pdf$/);
    await page.getByRole('status').getByText('The service’s own PDF').waitFor();
    expect(await page.getByRole('link', { name: /^Download Pre-trip check/ }).count()).toBe(1);
    expect(await textOf(download)).toContain('Madebythefleetservice');

    await workOffline(true);
    await page.getByRole('button', { name: 'Which PDF' }).click();
    const own = page.getByRole('menuitem', { name: /^The service’s own.*kept on this computer/ });
    expect(await axeInOpen(page)).toEqual([]);
    const again = page.waitForEvent('download');
    await own.click();
    expect(await textOf(await again)).toContain('Madebythefleetservice');
    const status = page.getByRole('status');
    await status.getByText(/kept on this computer,\s+read (now|\d+ (s|min) ago)/).waitFor();
  });

  test('offline an answer opened before is read and exported as a labelled local copy', async () => {
    await openAnswer(DELIVERY);
    await workOffline(true);
    await go('#/answers');
    const page = desk.page;
    await page.getByRole('link', { name: new RegExp(DELIVERY) }).click();
    await page.locator('article h1', { hasText: 'Proof of delivery' }).waitFor();
    await page.getByText('Parcels').waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const download = await downloading;
    await page.getByRole('status').getByText('A local copy, made here').waitFor();
    const text = await textOf(download);
    expect(text).toContain('Localcopymadeby');
    expect(text).toContain('Proofofdelivery');
    expect(text).toContain('Placeofdelivery');
    expect(text).toContain(`Answer${DELIVERY}`);

    // The service’s own says why it can't be had; the automatic one needs no connection.
    await page.getByRole('button', { name: 'Which PDF' }).click();
    const own = page.getByRole('menuitem', { name: /^The service’s own/ });
    expect(await own.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
  });

  test('the answers of a form are exported from its page, and it says where they lie', async () => {
    await openAnswer(CHECK);
    await workOffline(true);
    const page = await go('#/forms');
    await page.getByRole('row', { name: /Pre-trip check/ }).click();
    await page.getByLabel('Search answers').fill(CHECK);
    await page.getByText(/^1 of [\d,]+ answers$/).waitFor();
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Whose PDF').selectOption('local');
    await dialog.getByLabel('Names of files').fill('{form} {id}');
    await dialog.getByText(`Pre-trip check ${CHECK}.pdf`).waitFor();
    await dialog.getByRole('button', { name: 'Choose a folder and start' }).click();
    await dialog.getByText('Done', { exact: true }).waitFor();
    await dialog.getByText('1 of 1').waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    const at = (await dialog.locator('.path').textContent()) ?? '';
    expect((await readdir(at.trim())).sort()).toEqual([
      `Pre-trip check ${CHECK}.pdf`,
      'manifest.csv',
      'manifest.json',
    ]);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  test('an unknown id and one never opened offline are told apart, with a way on', async () => {
    const page = await go('#/answers');
    const field = page.getByRole('textbox', { name: 'Answer id' });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Enter the id of an answer.').waitFor();
    await field.fill('no-such-answer');
    await page.keyboard.press('Enter');
    await page.getByText('The service knows no answer no-such-answer').waitFor();

    await workOffline(true);
    await go('#/answers/600299');
    await page.getByText('This answer was never opened on this computer').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    // With the connection back nobody has to press anything.
    await workOffline(false);
    await page.locator('article h1').waitFor();
  });

  test('an answer that was opened is found by its text, without a network', async () => {
    await openAnswer(ACCIDENT);
    await workOffline(true);
    const page = await go('#/vehicles');
    await page.keyboard.press('Control+k');
    // An insurer that is named deep inside.
    await page.getByRole('combobox').fill('marlister foods');
    const hit = page.getByRole('option', { name: /answer · .*Marlister Foods/ });
    await hit.waitFor();
    await page.keyboard.press('Enter');
    await page.locator('article h1', { hasText: 'Accident report' }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/answers/${ACCIDENT}`);

    await go('#/forms/form-accident');
    await page.getByRole('searchbox', { name: 'Search answers' }).fill('marlister foods');
    await page.getByText('1 of 38 answers').waitFor();
    await page.getByRole('row', { name: new RegExp(ACCIDENT) }).waitFor();
  });
});

test('the settings say which letters documents lack, and where a font for them goes', async () => {
  const page = await go('#/settings');
  const letters = page.getByRole('region', { name: 'Letters in documents' });
  const said = (name: string): Promise<string> =>
    letters.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').innerText();
  await letters.getByText('Not drawn yet').waitFor();
  expect(await said('Drawn by the app')).toContain('Hebrew');
  expect(await said('Not drawn yet')).toContain('Tamil');
  const folder = await said('Folder for fonts');
  expect(folder).toMatch(/fonts$/);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'Test.ttf'), madeFont('Test Tamil', 0x0b95, 12));
  await letters.getByRole('button', { name: 'Look again' }).click();
  await letters.getByText('Test.ttf').waitFor();
  expect(await said('Drawn by fonts that were added')).toBe('Tamil');
  expect(await said('Not drawn yet')).not.toContain('Tamil');

  // Nothing is fetched before a question that names the server, and nothing at all while offline.
  await workOffline(true);
  const offer = letters.getByRole('button', {
    name: /^Download Noto Sans Bengali \(141 kB\) from /,
  });
  await letters.getByText('Fonts to download').click();
  await offer.click();
  const question = page.getByRole('dialog', { name: 'Download Noto Sans Bengali?' });
  await question.getByText(/SIL Open Font License.*cdn\.jsdelivr\.net/).waitFor();
  await question.getByText(/^cdn\.jsdelivr\.net learns the internet address/).waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await question.getByRole('button', { name: 'Download from cdn.jsdelivr.net' }).click();
  await letters.getByText('Work offline is switched on').waitFor();
  expect(await readdir(folder)).toEqual(['Test.ttf']);
});

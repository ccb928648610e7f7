import type { Page } from 'playwright';
import type { Entity } from '../../shared/model/entity.ts';
import type { TestDesk } from './desk.ts';

/** A place in the desk that a tour visits. */
export interface Stop {
  name: string;
  hash: string;
}

/**
 * Goes to an address of the desk. What the page before showed has left when it resolves, so that a
 * test does not take a row or a heading of it for one of this page.
 */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        if (window.location.hash === to) resolve();
        // By the next frame the page before has left.
        const heard = (): void => void requestAnimationFrame(() => resolve());
        window.addEventListener('hashchange', heard, { once: true });
        window.location.hash = to;
      }),
    hash,
  );
}

/**
 * Goes to an address for the next test on a desk that several share. Where the one before left a
 * dialog open, as one that failed may, the page is loaded anew, which takes as long as all else.
 */
export async function beginAt(page: Page, hash: string): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) await page.reload();
  await goTo(page, hash);
}

/** Goes to an address of the desk and waits until what it shows is there. */
export async function visit(page: Page, hash: string): Promise<void> {
  await goTo(page, hash);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  if (hash.split('/').length > 2) await page.locator('main article').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('main :is([aria-busy=true], .skeleton)') === null,
  );
  if ((await page.getByTestId('map').count()) > 0) {
    // In a narrow window the map makes room for the list; one that can't be drawn says so.
    const map = '[data-testid=map]:is([data-ready], :not(:has(.canvas)))';
    await page.locator(map).waitFor({ state: 'attached' });
  }
}

/** Takes back what a notice tells of. Older notices with an undo of theirs may stand above it. */
export async function undoNotice(page: Page, says: string | RegExp): Promise<void> {
  const notice = page.locator('.toast').filter({ hasText: says }).last();
  await notice.getByRole('button', { name: 'Undo' }).click();
}

/** The first record of a kind, read from the service before it is asked for. */
async function firstId({ host }: TestDesk, entity: Entity): Promise<string | null> {
  await host.core.call('records.refresh', { entity });
  const reply = await host.core.call('records.ids', { view: { entity } });
  return (reply.ok ? reply.value.ids[0] : undefined) ?? null;
}

const RECORDS: readonly (readonly [page: string, entity: Entity])[] = [
  ['vehicles', 'vehicle'],
  ['drivers', 'driver'],
  ['areas', 'area'],
  ['devices', 'device'],
  ['sensors', 'sensor'],
  ['cameras', 'cameraEvent'],
  ['forms', 'form'],
  ['fuel', 'fuelTransaction'],
  ['reports', 'scheduledReport'],
  ['users', 'user'],
  ['clients', 'client'],
];

/**
 * Every page of the rail, each kind of record opened once, an answer, the editor of areas and
 * the welcome page.
 *
 * @param rail what the rail is called in the language of the desk
 */
export async function everyStop(desk: TestDesk, rail = 'Pages'): Promise<Stop[]> {
  const rows = desk.page.locator(`nav[aria-label="${rail}"] li a`);
  await rows.first().waitFor();
  const pages = await rows.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  const records: Stop[] = [];
  for (const [page, entity] of RECORDS) {
    const id = await firstId(desk, entity);
    if (id !== null) {
      records.push({ name: `${entity} ${id}`, hash: `#/${page}/${encodeURIComponent(id)}` });
    }
  }
  return [
    ...pages.map((hash) => ({ name: hash.slice(2), hash })),
    ...records,
    { name: 'answers', hash: '#/answers' },
    { name: 'answer', hash: '#/answers/600001' },
    { name: 'new area', hash: '#/areas/new' },
    { name: 'welcome', hash: '#/welcome' },
  ];
}

import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { everyStop, visit } from '../support/tour.ts';

/**
 * The policy of the page, in a real browser: the desk lives within it, and what an attacker could
 * bring in does not.
 */

let desk: TestDesk;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, at: '#/settings' });
  page = desk.page;
  await page.exposeFunction('complain', (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`;
      (window as unknown as { complain: (what: string) => void }).complain(told);
    });
  });
});
beforeEach(async () => {
  await page.goto('about:blank');
  complaints.length = 0;
  await page.goto(`${desk.host.origin}/#/settings`);
  await page.locator('main nav[aria-label=Settings]').waitFor();
});
afterAll(() => desk.close());

test('a tour of every page breaks the policy nowhere', async () => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== desk.host.origin && protocol !== 'data:') foreign.push(request.url());
  });
  const stops = await everyStop(desk);
  expect(stops.length).toBeGreaterThan(25);
  for (const { hash } of stops) await visit(page, hash);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
  expect(complaints).toEqual([]);
  expect(failures).toEqual([]);
  expect(foreign).toEqual([]);
});

/**
 * Runs a script that the desk's own origin serves, since what is evaluated by the browser's
 * debugger is not held to the policy; gives the value that it left in `window.probed`.
 */
async function probe(script: string): Promise<unknown> {
  await page.route('**/probe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `Promise.resolve((async () => { ${script} })()).then(
        (value) => (window.probed = { value: value ?? null }),
        (error) => (window.probed = { error: error.name }),
      );`,
    }),
  );
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'probed');
    const element = document.createElement('script');
    element.src = '/probe.js';
    document.head.append(element);
  });
  const handle = await page.waitForFunction(
    () => (window as unknown as { probed?: unknown }).probed,
  );
  await page.unroute('**/probe.js');
  return handle.jsonValue();
}

const SOON = `new Promise((resolve) => {
  document.addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true });
  `;

test('the policy lets a script of the desk itself run, so that the other probes prove something', async () => {
  expect(await probe('return 1 + 1;')).toEqual({ value: 2 });
  expect(complaints).toEqual([]);
});

test.each([
  ['eval', `return eval('1 + 1');`, 'script-src'],
  ['a function made of text', `return new Function('return 1')();`, 'script-src'],
  [
    'an inline script',
    `return ${SOON} const s = document.createElement('script');
      s.textContent = 'window.hacked = 1'; document.body.append(s); });`,
    'script-src-elem',
  ],
  [
    'a script of another origin',
    `return ${SOON} const s = document.createElement('script');
      s.src = 'https://evil.example/x.js'; document.body.append(s); });`,
    'script-src-elem',
  ],
  [
    'a handler inside markup',
    `return ${SOON} const d = document.createElement('div');
      d.innerHTML = '<img src="data:," onerror="window.hacked = 1">'; document.body.append(d); });`,
    'script-src-attr',
  ],
  [
    'a picture of another origin',
    `return ${SOON} const i = new Image(); i.src = 'https://evil.example/x.png'; });`,
    'img-src',
  ],
  ['a request to another origin', `await fetch('https://evil.example/');`, 'connect-src'],
  [
    'a socket to another origin',
    `return ${SOON} try { new WebSocket('wss://evil.example/'); } catch {} });`,
    'connect-src',
  ],
  [
    'a worker made of text',
    `return ${SOON} try { new Worker(URL.createObjectURL(new Blob(['1']))); } catch {} });`,
    'worker-src',
  ],
  [
    'a frame',
    `return ${SOON} const f = document.createElement('iframe');
      f.src = 'https://evil.example/'; document.body.append(f); });`,
    'frame-src',
  ],
  [
    'an inline style',
    `return ${SOON} const d = document.createElement('div');
      d.innerHTML = '<p style="color:red">x</p>'; document.body.append(d); });`,
    'style-src-attr',
  ],
  [
    'another base address',
    `return ${SOON} const b = document.createElement('base');
      b.href = 'https://evil.example/'; document.head.append(b); });`,
    'base-uri',
  ],
  [
    'a form that is sent away',
    `return ${SOON} const f = document.createElement('form');
      f.action = 'https://evil.example/'; document.body.append(f); f.submit(); });`,
    'form-action',
  ],
])('the policy refuses %s', async (_what, script, directive) => {
  const reached: string[] = [];
  await page.route('https://evil.example/**', (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: '' });
  });
  const probed = await probe(script);
  expect(JSON.stringify(probed)).toMatch(/refused|EvalError|TypeError/);
  await expect.poll(() => complaints.join('\n')).toContain(directive);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(reached).toEqual([]);
  await page.unroute('https://evil.example/**');
});

test('markup in what a tenant wrote is shown as text in list, details, ledger and palette', async () => {
  const label = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const ids = await desk.host.core.call('records.ids', { view: { entity: 'vehicle' } });
  const vehicleId = ids.ok ? (ids.value.ids[0] ?? '') : '';
  await desk.host.core.call('session.workOffline', { on: true });
  const written = await desk.host.core.call('outbox.write', {
    endpoint: 'updateVehicle',
    params: { vehicleId },
    body: { defaultLabel: label },
  });
  expect(written.ok).toBe(true);
  for (const hash of ['#/vehicles', `#/vehicles/${vehicleId}`, '#/outbox']) {
    await visit(page, hash);
    await page.getByText('onerror="window.hacked=1"').first().waitFor();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).fill('onerror');
  await page.getByRole('option').getByText('onerror=').first().waitFor();
  expect(await page.locator('img[onerror], body script').count()).toBe(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(complaints).toEqual([]);
});

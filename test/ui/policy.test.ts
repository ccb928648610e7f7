import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../electron/shell/protocol.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { visit } from '../support/tour.ts';

/** The policy of the page, in a real browser: what an attacker could bring in does not live within it. */

let desk: TestDesk;
let page: Page;
const complaints: string[] = [];
/** What a page complains of is heard from the first one that is opened here. */
let isHeard = false;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, at: '#/settings' });
  page = desk.page;
  await page.exposeFunction('complain', (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`;
      (window as unknown as { complain: (what: string) => void }).complain(told);
    });
  });
});
beforeEach(() => {
  complaints.length = 0;
});
afterAll(() => desk.close());

/** The desk with its policy, as it is delivered. One that is open already serves the next test, too. */
async function openDelivered(): Promise<void> {
  if (page.url().startsWith(`${desk.host.origin}/#/`) && isHeard) return;
  await page.goto('about:blank');
  complaints.length = 0;
  await page.goto(`${desk.host.origin}/#/settings`);
  await page.locator('main nav[aria-label=Settings]').waitFor();
  isHeard = true;
}

let probes = 0;
/**
 * Runs a script that the desk's own origin serves, since what is evaluated by the browser's
 * debugger is not held to the policy; gives the value that it left in `window.probed`.
 */
async function probe(script: string): Promise<unknown> {
  const address = `/probe-${(probes += 1)}.js`;
  await page.route(`**${address}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `Promise.resolve((async () => { ${script} })()).then(
        (value) => (window.probed = { value: value ?? null }),
        (error) => (window.probed = { error: error.name }),
      );`,
    }),
  );
  await page.evaluate(() => Reflect.deleteProperty(window, 'probed'));
  // A text for the browser, which a bundler must not read.
  await page.evaluate(`import('${address}')`);
  const handle = await page.waitForFunction(
    () => (window as unknown as { probed?: unknown }).probed,
  );
  await page.unroute(`**${address}`);
  return handle.jsonValue();
}

/**
 * Opens an empty page of the desk's origin without Trusted Types, which refuse most before the other
 * lines of the policy are asked; each has to hold alone. What is refused leaves nothing behind, so one
 * page serves all.
 */
async function openBare(): Promise<void> {
  const address = `${desk.host.origin}/bare`;
  if (page.url() === address) return;
  const lines = CONTENT_SECURITY_POLICY.split('; ');
  const policy = lines.filter((one) => !one.includes('trusted-types')).join('; ');
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><title>Bare</title><body></body>',
    }),
  );
  await page.goto(address);
  await page.unroute(address);
}

const SOON = `new Promise((resolve) => {
  document.addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true });
  `;

test('the policy lets a script of the desk itself run, so that the other probes prove something', async () => {
  await openDelivered();
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
  await openBare();
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
  await openDelivered();
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

/** Each gives the name of the error that it met. */
const REFUSED = `
  const name = (attempt) => { try { attempt(); } catch (error) { return error.name; } };
`;

describe('Trusted Types', () => {
  // What is refused leaves nothing behind, so one page serves all.
  beforeAll(openDelivered);
  test.each([
    ['markup', `return name(() => { document.createElement('div').innerHTML = '<b>x</b>'; });`],
    [
      'markup beside an element',
      `return name(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'));`,
    ],
    [
      'a document with a script',
      `return name(() => new DOMParser().parseFromString('<script>1</script>', 'text/html'));`,
    ],
    ['a frame of markup', `return name(() => { document.createElement('iframe').srcdoc = 'x'; });`],
    [
      'a handler in an attribute',
      `return name(() => document.body.setAttribute('onclick', 'window.hacked = 1'));`,
    ],
    [
      'the text of a script',
      `return name(() => { document.createElement('script').textContent = 'window.hacked = 1'; });`,
    ],
    [
      'the address of a script, even of the desk itself',
      `return name(() => { document.createElement('script').src = '/probe.js'; });`,
    ],
    ['a worker from elsewhere', `return name(() => new Worker('https://evil.example/x.js'));`],
    [
      'a worker made of text',
      `return name(() => new Worker(URL.createObjectURL(new Blob(['1']))));`,
    ],
    [
      'a worker of another file of the desk',
      `return name(() => new Worker(document.querySelector('script[src]').src, { type: 'module' }));`,
    ],
    [
      'rules of another name',
      `return name(() => trustedTypes.createPolicy('more', { createHTML: (text) => text }));`,
    ],
    [
      'rules of a name that are there',
      `return name(() => trustedTypes.createPolicy('default', { createHTML: (text) => text }));`,
    ],
  ])('no text becomes %s', async (what, script) => {
    expect(await probe(REFUSED + script)).toEqual({ value: 'TypeError' });
    const directive = what.startsWith('rules') ? 'trusted-types' : 'require-trusted-types-for';
    await expect.poll(() => complaints.join('\n')).toContain(directive);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});

test('a file of areas in XML is read within the policy', async () => {
  await openDelivered();
  await visit(page, '#/areas/import');
  const ring = '5,52 5.01,52 5.01,52.01 5,52.01 5,52';
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>
    <name>Made-up quarry</name><description><![CDATA[<script>window.hacked = 1</script>]]></description>
    <Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>
    </Placemark><script xmlns="http://www.w3.org/1999/xhtml">window.hacked = 1</script></Document></kml>`;
  const file = { name: 'plan.kml', mimeType: 'text/plain', buffer: Buffer.from(kml) };
  await page.getByLabel('Map file', { exact: true }).setInputFiles(file);
  const list = page.getByRole('list', { name: 'Areas of the file' });
  await list.getByRole('listitem').filter({ hasText: 'Made-up quarry' }).waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(complaints).toEqual([]);
});

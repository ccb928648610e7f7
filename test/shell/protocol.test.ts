import { expect, it } from 'vitest';
import {
  APP_HOST,
  APP_SCHEME,
  CONTENT_SECURITY_POLICY,
  respond,
  type AppFile,
} from '../../electron/shell/protocol.ts';
import { POLICY } from '../support/safeValues.ts';

const page: AppFile = {
  bytes: new TextEncoder().encode('<!doctype html>'),
  type: 'text/html; charset=utf-8',
};
const files = new Map([
  ['/index.html', page],
  ['/assets/main-1.js', { bytes: new TextEncoder().encode('1'), type: 'text/javascript' }],
]);
const origin = { protocol: `${APP_SCHEME}:`, host: APP_HOST };

function ask(url: string, method = 'GET'): Response {
  return respond(new Request(url, { method }), (name) => files.get(name), origin);
}

it('serves the page and every built file by its exact path with the policy', async () => {
  for (const url of ['app://waybill/', 'app://waybill/assets/main-1.js']) {
    const reply = ask(url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(await ask('app://waybill/').text()).toBe('<!doctype html>');
});

it.each([
  'app://waybill/../package.json',
  'app://waybill/..%2f..%2fpackage.json',
  'app://waybill/..%5c..%5cpackage.json',
  'app://waybill/assets/main-1.js%00.png',
  'app://waybill/assets',
  'app://waybill//index.html',
])('refuses a path that is not a built file: %s', (url) => {
  expect(ask(url).status).toBe(404);
});

it.each(['app://evil/', 'app://bundle.evil/index.html', 'http://waybill/'])(
  'refuses a foreign host: %s',
  (url) => {
    expect(ask(url).status).toBe(403);
  },
);

it('refuses every method but GET and HEAD', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect(ask('app://waybill/', method).status).toBe(405);
  }
});

it('allows no foreign origin, no inline code and no eval in the policy', () => {
  expect(CONTENT_SECURITY_POLICY).toBe(POLICY);
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|\*|https?:|blob:/);
  expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'/);
});

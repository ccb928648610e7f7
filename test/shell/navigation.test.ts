import { expect, it } from 'vitest';
import { isOwnAddress, mayOpenOutside } from '../../electron/shell/navigation.ts';

it('knows its own address by scheme, host, port and user name', () => {
  expect(isOwnAddress('app://waybill/')).toBe(true);
  expect(isOwnAddress('app://waybill/#/vehicles/1')).toBe(true);
});

it.each([
  'app://waybill.evil/',
  'app://bundle.evil/',
  'app://evil@waybill/',
  'app://waybill:80/',
  'https://waybill/',
  'http://127.0.0.1/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,hello',
  'about:blank',
  '\\\\server\\share',
  '',
])('takes no foreign address for its own: %s', (address) => {
  expect(isOwnAddress(address)).toBe(false);
});

it.each([
  'http://maplibre.org/',
  'https://maplibre.org.evil/',
  'https://maplibre.org./',
  'https://maplibre.org@evil/',
  'https://maplibre.org:8443/',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('opens no link outside the exact list: %s', (address) => {
  expect(mayOpenOutside(address)).toBe(false);
});

it('opens https links on the list', () => {
  expect(mayOpenOutside('https://maplibre.org/news/')).toBe(true);
});

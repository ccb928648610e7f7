import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isOwnAddress } from '../../electron/shell/navigation.ts';

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

it('asks the system to open no address', () => {
  const electron = path.join(import.meta.dirname, '../../electron');
  const sources = readdirSync(electron, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(electron, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((source) => source.includes('openExternal'))).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../electron/core/database.ts';
import { freshStore } from '../db/support.ts';

/** Of two answers the one that was asked for later stays, whichever comes in last. */

let store: Store;
beforeEach(async () => {
  store = await freshStore();
});
afterEach(() => store.close());

const NOON = Date.UTC(2026, 2, 4, 12);
const MINUTE = 60_000;
test('what is shown of a large document is of the reading that was asked for later', async () => {
  const put = async (text: string, shown: boolean, readAt: number): Promise<void> => {
    const document = { key: 'k', endpoint: 'getVehicleRoute', params: '{}', query: '{}', readAt };
    const part = shown ? { json: `{"part of":${text}}`, shown: 1, all: 2 } : null;
    const input = { ...document, bytes: new TextEncoder().encode(text), shown: part };
    expect((await store.write('documents.putLarge', input)).ok).toBe(true);
  };
  const shown = async () => (await store.read('documents.get', { key: 'k' }))?.json;
  await put('2', true, NOON + MINUTE);
  await put('1', true, NOON);
  expect(await shown()).toBe('{"part of":2}');
  await put('3', false, NOON + 2 * MINUTE);
  await put('2', true, NOON + MINUTE);
  expect(await shown()).toBe('3');
});

test('a document that was read later is not put back by a slower answer', async () => {
  const put = async (text: string, readAt: number): Promise<void> => {
    const document = { key: 'k', endpoint: 'getOdometer', params: '{}', query: '{}', path: '$' };
    expect((await store.write('documents.put', { ...document, text, readAt })).ok).toBe(true);
  };
  const shown = async () => (await store.read('documents.get', { key: 'k' }))?.json;
  await put('{"odometer":2}', NOON + MINUTE);
  await put('{"odometer":1}', NOON);
  expect(await shown()).toBe('{"odometer":2}');
  await put('{"odometer":3}', NOON + 2 * MINUTE);
  expect(await shown()).toBe('{"odometer":3}');
  // What was read before the clock was put back holds up no reading.
  await put('{"odometer":4}', NOON - 60 * MINUTE);
  expect(await shown()).toBe('{"odometer":4}');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../shared/api/catalogue.ts';
import type { Endpoint } from '../../shared/api/endpoint.ts';
import { failureError, htmlError, statusError } from '../../electron/core/api/errors.ts';
import { words as german } from '../../renderer/text/de.ts';
import { worded, writeTitle } from '../../renderer/text/coreWords.ts';
import { text } from '../../renderer/text/en.ts';
import { fill } from '../../renderer/text/fill.ts';

/** What the core says is said in the language of the desk, by its codes. */

const row: Endpoint = catalogue.updateVehicle;
const reply = (status: number, body: unknown) => ({
  ...{ status, headers: { 'x-request-id': 'r-1' } },
  body: new TextEncoder().encode(JSON.stringify(body)),
});
const STATUSES = [400, 401, 403, 404, 405, 409, 418, 429, 500];

test('in English every write is called as the interface calls it', () => {
  const titles = Object.entries(catalogue as Readonly<Record<string, Endpoint>>)
    .filter(([, { write }]) => write !== undefined)
    .map(([name, { title }]) => [name, title]);
  expect(Object.fromEntries(titles)).toEqual(text.whatWrites);
});

test('in English an error stays as the core said it', () => {
  const error = statusError(row, reply(409, { message: 'Another driver.' }));
  expect(worded(error)).toEqual(error);
});

describe('in German', () => {
  const { errors, whatWrites } = text;
  const english = {
    errors: { says: errors.says, codes: structuredClone(errors.codes) },
    whatWrites: structuredClone(whatWrites),
  };
  beforeAll(() => fill(text, { errors: german.errors, whatWrites: german.whatWrites }));
  afterAll(() => fill(text, english));

  test('a refusal is told with its status and the service’s own words', () => {
    const error = statusError(row, reply(409, { message: 'Another driver.' }));
    expect(worded(error)).toEqual({
      ...error,
      message:
        'Der Datensatz ist beim Dienst in einem anderen Zustand (409). Er sagt: „Another driver.“',
      safe: 'Was gelesen wurde, ist noch da, und wartende Änderungen sind unberührt.',
    });
  });

  test('no answer of the service is left in English, nor that there was none', () => {
    const errors = [
      ...STATUSES.map((status) => statusError(row, reply(status, {}))),
      ...(['notSent', 'broken', 'tooLarge', 'aborted'] as const).map((why) =>
        failureError(row, { why, detail: 'x' }),
      ),
      htmlError(row, reply(200, '<html>')),
    ];
    for (const error of errors) {
      const said = worded(error);
      expect(said.message, error.code).not.toContain(row.title);
      expect(said.safe, error.code).toContain('wartende Änderungen sind unberührt');
      expect({ ...said, message: '', safe: '' }).toEqual({ ...error, message: '', safe: '' });
    }
  });

  test('what there are no words for stays as it is', () => {
    const error = { kind: 'local', code: 'disk.full', message: 'The disk is full.', next: 'none' };
    expect(worded(error as never)).toEqual(error);
    expect(writeTitle({ endpoint: 'makeCoffee', title: 'Make coffee' })).toBe('Make coffee');
    expect(writeTitle({ endpoint: 'updateVehicle', title: 'Change a vehicle' })).toBe(
      'Fahrzeug ändern',
    );
  });
});

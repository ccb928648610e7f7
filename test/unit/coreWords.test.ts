import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../shared/api/catalogue.ts';
import type { Endpoint } from '../../shared/api/endpoint.ts';
import { failureError, htmlError, statusError } from '../../electron/core/api/errors.ts';
import { words as german } from '../../renderer/text/de.ts';
import { notedWords, worded, writeTitle } from '../../renderer/text/coreWords.ts';
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

/** All that the code of a folder says. */
function codeIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}
const core = path.join(import.meta.dirname, '../../electron/core');

test('there are words for what the core says, and for nothing else', () => {
  const said = codeIn(core);
  for (const note of Object.keys(text.noted)) {
    for (const part of note.split('{}')) expect(said, note).toContain(part);
  }
  const bridge = path.join(import.meta.dirname, '../../renderer/bridge.ts');
  const failures = `${codeIn(path.join(core, '..'))}${readFileSync(bridge, 'utf8')}`;
  for (const code of Object.keys(text.errors.codes)) expect(failures).toContain(`'${code}'`);
});

test('in English a note stays as the core made it', () => {
  for (const note of ['asked for', 'not found, 2 of 3', 'taken back by madeUp', 'something new']) {
    expect(notedWords(note)).toBe(note);
  }
  expect(notedWords('taken back by archiveVehicle')).toBe('taken back by Archive a vehicle');
});

test('in English an error stays as the core said it', () => {
  const error = statusError(row, reply(409, { message: 'Another driver.' }));
  expect(worded(error)).toEqual(error);
});

describe('in German', () => {
  const { errors, whatWrites, noted } = text;
  const english = {
    errors: { says: errors.says, codes: structuredClone(errors.codes) },
    whatWrites: structuredClone(whatWrites),
    noted: structuredClone(noted),
  };
  beforeAll(() =>
    fill(text, { errors: german.errors, whatWrites: german.whatWrites, noted: german.noted }),
  );
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

  test('failures of Waybill itself are told, and what is safe', () => {
    const error = {
      kind: 'local',
      code: 'disk.full',
      message: 'The disk is full.',
      safe: 'It is safe.',
    };
    expect(worded(error as never)).toMatchObject({
      message: 'Die Festplatte ist voll oder nimmt nichts an.',
      safe: 'Es ist, wie es vorher war.',
    });
  });

  test('what became of a write is told with its names and numbers', () => {
    expect(notedWords('not listed, 1 of 2')).toBe('nicht in der Liste, 1 von 2');
    expect(notedWords('linked to 17 by a person')).toBe('von Hand verknüpft mit 17');
    expect(notedWords('taken back by archiveVehicle')).toBe(
      'zurückgenommen durch Fahrzeug archivieren',
    );
  });

  test('what there are no words for stays as it is', () => {
    const error = { kind: 'bug', code: 'made.up', message: 'It is made up.', next: 'none' };
    expect(worded(error as never)).toEqual(error);
    expect(notedWords('something new')).toBe('something new');
    expect(writeTitle({ endpoint: 'makeCoffee', title: 'Make coffee' })).toBe('Make coffee');
    expect(writeTitle({ endpoint: 'updateVehicle', title: 'Change a vehicle' })).toBe(
      'Fahrzeug ändern',
    );
  });
});

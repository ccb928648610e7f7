import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../shared/api/catalogue.ts';
import type { Endpoint } from '../../shared/api/endpoint.ts';
import { normaliseAddress } from '../../electron/core/address.ts';
import { checkTemplate } from '../../electron/core/ground/template.ts';
import { failureError, htmlError, statusError } from '../../electron/core/api/errors.ts';
import { words as arabic } from '../../renderer/text/ar.ts';
import { words as german } from '../../renderer/text/de.ts';
import { notedWords, saidWords, worded, writeTitle } from '../../renderer/text/coreWords.ts';
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
  for (const note of [...Object.keys(text.noted), ...Object.keys(text.said)]) {
    expect(
      note.split('{}').filter((part) => !said.includes(part.trimEnd())),
      note,
    ).toEqual([]);
  }
  const bridge = path.join(import.meta.dirname, '../../renderer/bridge.ts');
  const failures = `${codeIn(path.join(core, '..'))}${readFileSync(bridge, 'utf8')}`;
  for (const code of Object.keys(text.errors.codes)) expect(failures).toContain(`'${code}'`);
});

/** Codes whose failures differ in their words: each sentence has its own. */
const BY_SENTENCE = [
  ...[
    'account.left',
    'account.restDeleted',
    'accounts.damaged',
    'accounts.offlineNotSaved',
    'answers.filesMissing',
    'db.damaged',
    'db.sqliteTooOld',
  ],
  ...[
    'db.threadRestarted',
    'export.damaged',
    'export.encrypted',
    'ground.address',
    'ground.answer',
  ],
  ...['ground.content', 'ground.copy', 'ground.damaged', 'ground.kind', 'ground.redirect'],
  ...['ground.schema', 'ground.server', 'ground.tooLarge', 'ground.unreachable', 'ground.version'],
  ...['outbox.another', 'outbox.occupied'],
  ...['http.otherRecord', 'local.loop', 'outbox.conflict', 'outbox.flagged', 'outbox.gone'],
  ...['outbox.incompleteList', 'outbox.invalid', 'outbox.noCanary', 'outbox.noPath', 'outbox.old'],
  ...['outbox.orphaned', 'outbox.undecodable', 'outbox.unverifiable', 'policy.broken'],
  ...['profile.invalid', 'session.address', 'session.otherPerson', 'session.signedOut'],
  ...['session.waiting', 'sync.stopped', 'sync.unfit', 'transfer.damaged', 'transfer.notOutbox'],
  'transfer.otherIdentity',
];
/** Codes that no person meets on a screen. */
const UNSEEN: Readonly<Record<string, string>> = {
  'export.photo': 'stands in the manifest, in the words of the documents',
  'headless.notBuilt': 'told in the terminal, before there is a desk',
  'headless.port': 'told in the terminal, before there is a desk',
  'ipc.foreignSender': 'told to a page that is not the desk',
  'ipc.unknownCall': 'the desk asks for no call that is not in its contract',
  'local.otp': 'the embedded service asks for no code',
  'outbox.unknownWrite': 'the desk writes by the names of the catalogue',
  'api.param': 'the desk and the core fill every parameter of an address',
  'records.notMirrored': 'the desk reads what the mirror keeps',
  'records.params': 'the desk fills every parameter of a reading',
  'records.unknownRead': 'the desk reads by the names of the catalogue',
};

test('every code of a failure or a notice has words in each language', () => {
  const said = codeIn(path.join(core, '..'));
  const made = [
    ...said.matchAll(/\bcode: '([a-z]\w+\.\w+)'/g),
    ...said.matchAll(/\b(?:refused|failure|down|tell)\(\s*(?:'?\w+'?,\s*)?'([a-z]\w+\.\w+)'/g),
    ...said.matchAll(/'[A-Z][^'\n]+\.',\s*'(local\.\w+)',?\s*\)/g),
    ...said.matchAll(/\bconst [A-Z_]+ = '((?:http|outbox|session)\.(?!json)\w+)'/g),
    ...said.matchAll(/^ {2}\w+: '(outbox\.(?!json)\w+)',$/gm),
  ].map(([, code = '']) => code);
  expect(new Set(made).size).toBeGreaterThan(150);
  const worded = new Set([...Object.keys(text.errors.codes), ...BY_SENTENCE]);
  const silent = [...new Set(made)].filter((code) => !worded.has(code) && !(code in UNSEEN));
  expect(silent).toEqual([]);
  const gone = [...BY_SENTENCE, ...Object.keys(UNSEEN)].filter((one) => !said.includes(`'${one}'`));
  expect(gone).toEqual([]);
});

test('each sentence of the core has words of its own in German and Arabic', () => {
  for (const words of [german, arabic]) {
    const told = words.said as Readonly<Record<string, string>>;
    for (const known of Object.keys(text.said)) {
      expect(told[known], known).not.toBe(known);
      const holes = (one = ''): number => one.split('{}').length;
      expect(holes(told[known]), known).toBe(holes(known));
    }
  }
});

/** What stands in calls of the functions that refuse: whole sentences, {} for what differs. */
function sentencesIn(file: string): string[] {
  const code = readFileSync(path.join(core, file), 'utf8');
  const calls =
    /\b(?:wrong|damaged|invalid|refused)\(\s*(?:'[a-z]\w+\.\w+',\s*)?(?:'([^'\n]+)'|`([^`\n]+)`)/g;
  return [...code.matchAll(calls)].map(([, plain, put = '']) =>
    (plain ?? put).replace(/\{\$\{[^}]*\}\}|\$\{[^}]*\}/g, '{}'),
  );
}

test.each([
  ['address.ts', 6],
  ['ground/template.ts', 8],
  ['ground/describe.ts', 4],
  ['ground/archives.ts', 1],
  ['ground/archive/archive.ts', 8],
  ['ground/archive/header.ts', 7],
  ['outbox/model/body.ts', 4],
])('what %s refuses has a sentence for each of its refusals', (file, atLeast) => {
  // A file that is no archive, or is cut off, is told by its code.
  const said = sentencesIn(file).filter((one) => !/no PMTiles|cut off|no file\./.test(one));
  expect(said.length).toBeGreaterThanOrEqual(atLeast);
  for (const one of said) expect(Object.keys(text.said)).toContain(one);
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
  const { errors, fields, whatWrites, noted, said } = text;
  const english = {
    errors: { says: errors.says, codes: structuredClone(errors.codes) },
    fields: structuredClone(fields),
    whatWrites: structuredClone(whatWrites),
    noted: structuredClone(noted),
    said: structuredClone(said),
  };
  beforeAll(() =>
    fill(text, {
      ...{ errors: german.errors, fields: german.fields, whatWrites: german.whatWrites },
      ...{ noted: german.noted, said: german.said },
    }),
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

  test('a refusal with words of its own is told in full, at its field too', () => {
    const address = normaliseAddress('ftp://fleet.example');
    expect(address.ok ? null : worded(address.error)).toMatchObject({
      message: 'Die Adresse muss mit https:// beginnen.',
      safe: 'Nichts wurde gesendet; die Konten hier sind, wie sie waren.',
      fields: { baseUrl: ['Die Adresse muss mit https:// beginnen.'] },
    });
    const tiles = checkTemplate('https://tiles.example/{z}/{q}', false);
    expect(tiles.ok ? null : worded(tiles.error)).toMatchObject({
      message: 'Waybill weiß nicht, wofür {q} steht.',
      safe: 'Nichts wurde angefragt.',
    });
  });

  test.each([
    [
      'The service keeps otherwise than sent: Registration, Bay door. Somebody has archived it since.',
      'Der Dienst behält anders, als gesendet wurde: Kennzeichen, Bay door. Jemand hat ihn seither archiviert.',
    ],
    [
      'The file belongs to another account: user “7” instead of “9”, at the same service.',
      'Die Datei gehört zu einem anderen Konto: Person „7“ statt „9“, beim selben Dienst.',
    ],
    [
      'The file belongs to another account: tenant “a” instead of “b”, user “7” instead of “9”, at the same service.',
      'Die Datei gehört zu einem anderen Konto: Mandant „a“ statt „b“, Person „7“ statt „9“, beim selben Dienst.',
    ],
    [
      'This map file is damaged: its zooms make no sense.',
      'Diese Kartendatei ist beschädigt: ihre Zoomstufen ergeben keinen Sinn.',
    ],
    [
      'The service gave an empty or foreign list of cameraEvent records. Nothing was removed here.',
      'Der Dienst gab eine leere oder fremde Liste (camera event). Hier wurde nichts entfernt.',
    ],
    [
      '3 writes of the local workspace are not settled. They stay on this computer; switch back to go on with them.',
      '3 Änderungen (örtlicher Arbeitsbereich) sind nicht erledigt. Sie bleiben auf diesem Rechner; wechseln Sie zurück, um mit ihnen fortzufahren.',
    ],
    [
      '1 write of the local workspace is not settled. It stays on this computer; switch back to go on with it.',
      '1 Änderung (örtlicher Arbeitsbereich) ist nicht erledigt. Sie bleibt auf diesem Rechner; wechseln Sie zurück, um mit ihr fortzufahren.',
    ],
    [
      "What became of it can't be seen. Nobody knows this sentence.",
      'Was daraus wurde, ist nicht zu sehen. Nobody knows this sentence.',
    ],
  ])('is told by its sentences: %s', (message, wanted) => {
    const error = { kind: 'conflict', code: 'outbox.flagged', message, next: 'none' };
    expect(worded(error as never).message).toBe(wanted);
  });

  test('what became of a write is told with its names and numbers', () => {
    expect(notedWords('not listed, 1 of 2')).toBe('nicht in der Liste, 1 von 2');
    expect(notedWords('linked to 17 by a person')).toBe('von Hand verknüpft mit 17');
    expect(notedWords('changed on both sides: Label, Registration, Bay door')).toBe(
      'auf beiden Seiten geändert: Bezeichnung, Kennzeichen, Bay door',
    );
    expect(notedWords('taken back by archiveVehicle')).toBe(
      'zurückgenommen durch Fahrzeug archivieren',
    );
  });

  test.each([400, 401, 403, 404, 405, 409, 418, 422, 429, 500])(
    'an answer with status %i stands in a history as anywhere else',
    (status) => {
      const error = statusError(row, reply(status, { message: 'Another driver.' }));
      expect(notedWords(error.message)).toBe(worded(error).message);
      expect(notedWords(error.message)).not.toContain('the service');
      const silent = statusError(row, reply(status, {}));
      expect(notedWords(silent.message)).toBe(worded(silent).message);
    },
  );

  test('why something is not available is told', () => {
    const code = readFileSync(path.join(core, 'session/availability.ts'), 'utf8');
    const found = [...code.matchAll(/\b(?:why|plan|account): (?:'([^'\n]+\.)'|`([^`\n]+\.)`)/g)];
    const why = found.map(([, plain, put = '']) => (plain ?? put).replace(/\$\{\w+\}/, '405'));
    const refusals = why.filter((one) => one !== 'It worked.');
    expect(refusals).toHaveLength(5);
    for (const one of refusals) expect(saidWords(one)).not.toBe(one);
    expect(saidWords('The service does not offer it (405).')).toBe(
      'Der Dienst bietet es nicht an (405).',
    );
  });

  test('what there are no words for stays as it is', () => {
    const error = { kind: 'bug', code: 'made.up', message: 'It is made up.', next: 'none' };
    expect(worded(error as never)).toEqual(error);
    // Nor is what a service says in hundreds of sentences looked through.
    const long = { ...error, message: 'Nothing was removed. '.repeat(41).trim() };
    expect(worded(long as never)).toEqual(long);
    expect(notedWords('something new')).toBe('something new');
    expect(writeTitle({ endpoint: 'makeCoffee', title: 'Make coffee' })).toBe('Make coffee');
    expect(writeTitle({ endpoint: 'updateVehicle', title: 'Change a vehicle' })).toBe(
      'Fahrzeug ändern',
    );
  });
});

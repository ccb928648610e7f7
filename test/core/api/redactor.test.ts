import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from '../../../electron/core/api/redactor.ts';
import { LEAST_RUN } from '../../../electron/core/api/secretIndex.ts';

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const payload = Buffer.from('{"sub":"u-1077","tenant":"t-3","exp":1893456000}').toString(
  'base64url',
);
const signature = Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 89 + 41) % 256)).toString(
  'base64url',
);
const TOKEN = `${header}.${payload}.${signature}`;
const PASSWORD = 'Tr0ub4dor/&3';

const escapedAll = (text: string): string =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percentAll = (text: string): string =>
  [...Buffer.from(text)].map((code) => `%${code.toString(16).padStart(2, '0')}`).join('');

const htmlNamed = (secret: string): string =>
  secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const htmlNumbered = (secret: string, spell: (code: number) => string): string =>
  Array.from(secret, (character) => `&#${spell(character.codePointAt(0) ?? 0)};`).join('');

/** Every spelling that a service may choose. */
const SPELLINGS: [name: string, spell: (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['with slashes escaped', (secret) => secret.replaceAll('/', '\\/')],
  ['in escapes of JSON', escapedAll],
  [
    'in upper-case escapes of JSON',
    (secret) => escapedAll(secret).replaceAll(/[a-f]/g, (x) => x.toUpperCase()),
  ],
  ['for an address', (secret) => encodeURIComponent(secret)],
  ['in escapes of addresses', percentAll],
  ['in names of HTML', (secret) => htmlNamed(secret)],
  ['in numbers of HTML', (secret) => htmlNumbered(secret, (code) => String(code))],
  [
    'in hexadecimal numbers of HTML',
    (secret) => htmlNumbered(secret, (code) => `x${code.toString(16)}`),
  ],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in upper-case hexadecimal', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64 after one more letter', (secret) => Buffer.from(`:${secret}`).toString('base64')],
  ['in base64 after two more letters', (secret) => Buffer.from(`u:${secret}`).toString('base64')],
  ['in base64url', (secret) => Buffer.from(`u1:${secret}`).toString('base64url')],
];

function knowing(...secrets: string[]): ReturnType<typeof createRedactor> {
  const redactor = createRedactor();
  const scope = redactor.scope();
  scope.issued(TOKEN);
  for (const secret of secrets) scope.typed(secret, 'dispatch@waybill.example');
  return redactor;
}

async function inData(redactor: ReturnType<typeof createRedactor>, text: string): Promise<string> {
  return Buffer.from(await redactor.body(Buffer.from(text), 'data')).toString();
}

/** Whether any so long piece of a secret is left in a text. */
function holdsPiece(text: string, secret: string, length: number): boolean {
  for (let at = 0; at + length <= secret.length; at += 1) {
    if (text.includes(secret.slice(at, at + length))) return true;
  }
  return false;
}

describe('secrets in what a service answers', () => {
  it.each(SPELLINGS)('are taken out of messages and of data, %s', async (_name, spell) => {
    const redactor = knowing(PASSWORD);
    for (const secret of [TOKEN, PASSWORD]) {
      const quoted = spell(secret);
      const said = redactor.text(`before ${quoted} after`);
      expect(said).toMatch(/^before .*\[secret\].* after$/);
      expect(said).not.toContain(quoted.slice(4, -4));
      const row = `{"id":"v1","note":"x${quoted}y","label":"Van"}`;
      const kept = await inData(redactor, row);
      expect(kept).not.toContain(quoted.slice(4, -4));
      expect(JSON.parse(kept)).toMatchObject({ id: 'v1', label: 'Van' });
    }
  });

  it('are found in any piece of sixteen characters, wherever a text was cut', async () => {
    const redactor = knowing();
    const secretPart = TOKEN.slice(header.length + 1);
    for (let at = 0; at + LEAST_RUN <= secretPart.length; at += 1) {
      const piece = secretPart.slice(at, at + LEAST_RUN);
      for (const before of ['', 'a', 'ab', 'abcdefg']) {
        expect(await inData(redactor, `"${before} ${piece} tail"`)).toBe(
          `"${before} ${REDACTED} tail"`,
        );
      }
    }
    for (let at = 0; at + 8 <= TOKEN.length; at += 1) {
      expect(redactor.text(`cut: ${TOKEN.slice(at, at + 8)} …`)).toBe(`cut: ${REDACTED} …`);
    }
  });

  it('leave valid JSON valid, between escapes, in keys and as numbers', async () => {
    const redactor = createRedactor();
    redactor.scope().issued('nABCDEFGHIJKLMNOPQRSTUVWXYZu0041bcdef');
    redactor.scope().issued('12345678901234567890');
    const text = String.raw`{"a":"\nABCDEFGHIJKLMNOPQRSTUVWXYZ\u0041bcdef","b":12345678901234567890,"ABCDEFGHIJKLMNOPQRSTUVWXYZ":1,"c":"\\nABCDEFGHIJKLMNOPQR\\"}`;
    const kept = await inData(redactor, text);
    expect(kept).not.toContain('ABCDEFGHIJKLMNOP');
    expect(kept).not.toContain('1234567890123456');
    expect(Object.keys(JSON.parse(kept) as object)).toHaveLength(4);
  });

  it('leave valid JSON valid for any secret and any text around it', async () => {
    const letters = fc.constantFrom(
      '"',
      '\\',
      '/',
      'u',
      '0',
      '4',
      '1',
      'n',
      'a',
      'é',
      '😀',
      'x',
      '.',
    );
    const secrets = fc.array(letters, { minLength: 16, maxLength: 40 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(secrets, fc.array(letters), fc.array(letters), async (secret, a, b) => {
        const redactor = createRedactor();
        redactor.scope().issued(secret);
        const value = `${a.join('')}${secret}${b.join('')}`;
        for (const text of [
          JSON.stringify({ value }),
          JSON.stringify({ value: JSON.stringify(value) }),
        ]) {
          const kept = await inData(redactor, text);
          expect(typeof (JSON.parse(kept) as { value: unknown }).value).toBe('string');
        }
        const kept = JSON.parse(await inData(redactor, JSON.stringify({ value }))) as {
          value: string;
        };
        expect(kept.value).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it('are found across the borders of what is looked at in one go', async () => {
    const redactor = knowing();
    for (const size of [256 * 1024, 4 * 1024 * 1024]) {
      for (const shift of [1, 10, 30, TOKEN.length - 10]) {
        for (const spell of [escapedAll, (text: string) => text]) {
          const filler = 'x'.repeat(size - shift * (spell === escapedAll ? 6 : 1));
          const kept = (await inData(redactor, `${filler}${spell(TOKEN)}%`)).slice(-10_000);
          expect(holdsPiece(kept, spell(TOKEN), 16 * 6)).toBe(false);
          expect(holdsPiece(kept, TOKEN, 16)).toBe(false);
        }
      }
    }
  });

  it.each([
    'a',
    '1234',
    'vehicle',
    'passwort',
    'registrationNumber',
    'dispatch@waybill',
    '20261122',
  ])('change no record where they are as ordinary as “%s”', async (password) => {
    const redactor = knowing(password);
    const row = JSON.stringify({
      id: 'v-1234',
      vehicle: 'a passwort',
      registrationNumber: '20261122',
      by: 'dispatch@waybill.example',
    });
    const bytes = Buffer.from(row);
    expect(await redactor.body(bytes, 'data')).toBe(bytes);
    expect(redactor.text(`The password (${password}) is no good.`)).toBe(
      `The password (${REDACTED}) is no good.`,
    );
  });

  it('are no longer known once their session is closed, and old ones are until then', () => {
    const redactor = createRedactor();
    const scope = redactor.scope();
    const tokens = Array.from(
      { length: 40 },
      (_, n) => `${TOKEN.slice(0, -10)}-token-${n}-${'k'.repeat(12)}`,
    );
    for (const token of tokens) scope.issued(token);
    for (const token of tokens) expect(redactor.text(token)).toBe(REDACTED);
    scope.close();
    expect(redactor.text(TOKEN)).toBe(TOKEN);
  });

  it('that a person typed are known for as long as their session, however often tokens are renewed', () => {
    const redactor = createRedactor();
    const scope = redactor.scope();
    const password = 'Tr0ub4dor-Xyz-9911';
    scope.typed(password);
    for (let n = 0; n < 80; n += 1) scope.issued(`${String(n)}-${'k'.repeat(1_300)}${String(n)}`);
    expect(redactor.text(`wrong: ${password}`)).toBe(`wrong: ${REDACTED}`);
  });

  it('are overwritten in files whose offsets count', async () => {
    const redactor = knowing();
    const file = Buffer.from(`%PDF-1.7 (${TOKEN}) xref 12`);
    const kept = Buffer.from(await redactor.overwrite(file));
    expect(kept).toHaveLength(file.length);
    expect(kept.toString()).toBe(`%PDF-1.7 (${'x'.repeat(TOKEN.length)}) xref 12`);
  });
});

describe('a token of hexadecimal digits', () => {
  it.each(['550e8400-e29b-41d4-a716-446655440000', '9f86d081884c7d659a2feaa0c55ad015'])(
    'is found without dashes and in either case: %s',
    (token) => {
      const redactor = createRedactor();
      redactor.scope().issued(token);
      const bare = token.replaceAll('-', '');
      for (const spelled of [token, bare, token.toUpperCase(), bare.toUpperCase()]) {
        const text = redactor.text(`{"note":"${spelled}"}`);
        expect(text, spelled).not.toContain(spelled.slice(0, LEAST_RUN));
      }
    },
  );
});

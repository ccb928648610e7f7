/** How a secret may be spelled by a service that quotes it. */

export interface SecretForm {
  bytes: Buffer;
  /** So many bytes at its beginning are nobody's secret: the header that all tokens share. */
  openBytes: number;
}

/** A header longer than this counts as secret. */
const MOST_OPEN_BYTES = 256;

/** Length of the first part of a JWT with its dot; 0 for any other text. */
function openPart(secret: string): number {
  if (!/^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(secret)) return 0;
  const end = secret.indexOf('.') + 1;
  return end > MOST_OPEN_BYTES ? 0 : end;
}

/** What bytes look like in the base64 of a text that they begin `shift` bytes after a group of three. */
function base64Of(bytes: Buffer, shift: 0 | 1 | 2): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
  const sure = Math.floor((whole.length * 8) / 6);
  return whole.toString('base64').slice(shift === 0 ? 0 : shift + 1, sure);
}

/** A token of hexadecimal digits, a UUID for one, means the same without its dashes and in either case. */
function alikeOf(secret: string): string[] {
  if (!/^[\da-f-]{16,}$/i.test(secret)) return [];
  const alike = [secret, secret.replaceAll('-', '')].flatMap((one) => [
    one,
    one.toLowerCase(),
    one.toUpperCase(),
  ]);
  return [...new Set(alike)].filter((one) => one !== secret);
}

/**
 * The spellings of a secret that are searched for: as it is, in hexadecimal, and in base64 and
 * base64url wherever it begins in the text that was encoded. Escapes of JSON and of addresses are
 * taken out of the text that is searched instead, for any character may be written as one.
 */
export function formsOf(secret: string): SecretForm[] {
  const raw = Buffer.from(secret, 'utf8');
  const open = openPart(secret);
  const hex = raw.toString('hex');
  const spelled: [text: Buffer, open: number][] = [
    [raw, open],
    [Buffer.from(hex), open * 2],
    [Buffer.from(hex.toUpperCase()), open * 2],
    ...alikeOf(secret).map((one): [Buffer, number] => [Buffer.from(one), 0]),
  ];
  for (const shift of [0, 1, 2] as const) {
    const base64 = base64Of(raw, shift);
    const openChars = Math.ceil((open * 4) / 3);
    spelled.push([Buffer.from(base64), openChars]);
    const forUrls = base64.replaceAll('+', '-').replaceAll('/', '_');
    if (forUrls !== base64) spelled.push([Buffer.from(forUrls), openChars]);
  }
  return spelled.map(([bytes, openBytes]) => ({ bytes, openBytes }));
}

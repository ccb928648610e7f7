import { createHmac } from 'node:crypto';

/** How long a code is valid, in seconds, and how many digits it has (RFC 6238 with its defaults). */
const STEP_S = 30;
const DIGITS = 6;

/** The time-based one-time code of a secret (hexadecimal) at an instant (RFC 6238, SHA-1). */
export function oneTimeCode(secretHex: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1000 / STEP_S)));
  const digest = createHmac('sha1', Buffer.from(secretHex, 'hex')).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The number of the step that a code belongs to: the one of now, or one before or after (somebody types
 * slowly, clocks differ). Undefined for a code that is wrong or too old.
 */
export function stepOfCode(secretHex: string, code: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / 1000 / STEP_S);
  return [now, now - 1, now + 1].find(
    (step) => oneTimeCode(secretHex, step * STEP_S * 1000) === code,
  );
}

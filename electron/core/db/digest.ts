import { createHash } from 'node:crypto';

/** A text in short, 16 hexadecimal digits: another text has another one. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

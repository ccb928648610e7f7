import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { LINES } from '../../../electron/core/packs/file/format.ts';

test.each([
  ['/attachments/1.jpg', true],
  ['https://files.example/1.jpg', true],
  ['https://[/1.jpg', false],
  ['https://user@files.example/1.jpg', false],
  ['file:///etc/passwd', false],
])('a file in a pack at %s is taken: %j', (path, isTaken) => {
  const line = { readAt: 1, path, bytes: 'AAAA' };
  expect(z.safeParse(LINES.files, line).success).toBe(isTaken);
});

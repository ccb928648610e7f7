import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { LINES } from '../../../electron/core/packs/file/format.ts';
import { fileLinksElsewhere } from '../../../shared/rules/answerFiles.ts';

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

test('a file in a pack is taken at the longest address that stands in an answer, as a signed one is', () => {
  const photo = `https://photos.example/1.jpg?signature=${'号'.repeat(7_950)}`;
  const [found = ''] = fileLinksElsewhere(JSON.stringify({ photo }), 'https://a.example');
  expect(found).toBe(photo);
  const line = { readAt: 1, path: new URL(found).href, bytes: 'AAAA' };
  expect(z.safeParse(LINES.files, line).success).toBe(true);
});

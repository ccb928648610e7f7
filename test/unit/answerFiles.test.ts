import { expect, test } from 'vitest';
import { fileLinksElsewhere, fileLinksIn, withFiles } from '../../shared/rules/answerFiles.ts';

const SERVICE = 'https://s.example';
const PHOTO = `${SERVICE}/files/a.jpg`;

test.each([`see "${PHOTO}"`, JSON.stringify({ photo: PHOTO }), `see "${PHOTO}`, `\\"${PHOTO}`])(
  'an address that is quoted within a text is a part of it: %s',
  (text) => {
    const json = JSON.stringify({ text, photo: PHOTO });
    expect(fileLinksIn(json, SERVICE)).toEqual([PHOTO]);
    expect(fileLinksElsewhere(json, 'https://other.example')).toEqual([PHOTO]);
    const shown: unknown = JSON.parse(withFiles(json, { [PHOTO]: 'data:,1' }));
    expect(shown).toEqual({ text, photo: 'data:,1' });
  },
);

test('an address behind a text that ends with a backslash is one', () => {
  expect(fileLinksIn(JSON.stringify(['\\', PHOTO]), SERVICE)).toEqual([PHOTO]);
});

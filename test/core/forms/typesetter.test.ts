import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTypesetter } from '../../../electron/core/forms/typesetter.ts';
import type { Typesetter } from '../../../electron/core/ports.ts';
import { complexAnswer, complexForm, simpleAnswerJson } from '../../support/answers.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { temporaryFolder } from '../session/support.ts';

/** The threads that typeset, as the application starts them. */

const WISH = {
  paper: 'a4',
  standard: 'ua-1',
  timeZone: 'UTC',
  locale: 'en-GB',
  madeAt: 0,
  tenant: '',
  logo: null,
} as const;

let folder: ReturnType<typeof temporaryFolder>;
let clock: ReturnType<typeof virtualClock>;
let typesetter: Typesetter;

beforeEach(() => {
  folder = temporaryFolder();
  // A file there that is no font keeps no document from being made.
  mkdirSync(path.join(folder.folder, 'fonts'));
  writeFileSync(path.join(folder.folder, 'fonts', 'broken.ttf'), 'no font');
  clock = virtualClock();
  typesetter = createTypesetter({
    clock,
    log: { write: () => undefined },
    dataDir: folder.folder,
  });
});
afterEach(async () => {
  await typesetter.close();
  folder.remove();
});

function make(answerId: string, answerJson: string) {
  const source = { answerId, answerJson, formJson: JSON.stringify(complexForm), readAt: 0 };
  return typesetter.make([source], WISH, null);
}

describe('the typesetter', () => {
  test('makes documents side by side, each of its own answer', async () => {
    const ids = ['B-1', 'B-2', 'B-3', 'B-4'];
    const made = await Promise.all(
      ids.map((id) => make(id, JSON.stringify({ ...complexAnswer, id }))),
    );
    const titles = made.map((result) => (result.ok ? result.value.title : result.error.code));
    expect(titles).toEqual(ids.map((id) => `Accident report – Answer ${id}`));
    const [first] = made;
    if (first?.ok !== true) throw new Error('No document was made.');
    expect((await readPdf(first.value.pdf)).dense).toContain('B-1');
  });

  test('says so where an answer is no JSON, and goes on', async () => {
    expect(await make('B-1', '{"id":')).toMatchObject({
      ok: false,
      error: { code: 'answer.unreadable' },
    });
    expect((await make('B-2', simpleAnswerJson)).ok).toBe(true);
  });

  test('gives its memory back when nothing comes, and starts again when something does', async () => {
    expect((await make('B-1', simpleAnswerJson)).ok).toBe(true);
    expect(clock.waiting()).toBe(1);
    clock.advance(60_000);
    expect(clock.waiting()).toBe(0);
    expect((await make('B-2', simpleAnswerJson)).ok).toBe(true);
  });

  test('fonts that come or go in the midst end no document', async () => {
    const under = ['B-1', 'B-2', 'B-3'].map((id) => make(id, simpleAnswerJson));
    const [first] = await Promise.all([Promise.race(under), typesetter.renewFonts()]);
    expect(first.ok).toBe(true);
    await typesetter.renewFonts();
    expect((await Promise.all(under)).map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test('that is closed makes nothing, and says so', async () => {
    const under = make('B-1', simpleAnswerJson);
    await typesetter.close();
    expect(await under).toMatchObject({ ok: false, error: { code: 'document.ended' } });
    expect(await make('B-2', simpleAnswerJson)).toMatchObject({ ok: false });
  });
});

import { describe, expect, it } from 'vitest';
import { idsInText } from '../../electron/core/answers/model/ids.ts';
import { fileLinksIn } from '../../shared/rules/answerFiles.ts';
import { bitmapOf, pathsOfSvg } from '../../shared/rules/formDrawings.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { canonicalJson, canonicalNumber } from '../../shared/rules/jsonText.ts';

/**
 * Texts that are one long run of a letter: a pattern that begins anew at each of them takes minutes
 * where one look takes milliseconds, in the thread that serves every window.
 */

const MANY = 400_000;
const run = (text: string): string => text.repeat(MANY / text.length);

const ANSWER = JSON.stringify({
  id: 1,
  values: {
    remark: `${run(' ')}!`,
    signature: `data:image/svg+xml,<svg>${run('<path ')}`,
  },
});

describe('a long run', { timeout: 60_000 }, () => {
  it.each([
    ['spaces where a picture could be', () => bitmapOf(`/9j/${run(' ')}!`)],
    ['beginnings of paths in a drawing', () => pathsOfSvg(`<svg>${run('<path ')}`)],
    ['both in an answer', () => layoutAnswer(ANSWER, null)],
    ['digits in a number', () => canonicalNumber(`1${run('0')}1`)],
    ['digits in an exponent', () => canonicalNumber(`1e1${run('0')}1`)],
    [
      'digits in a fraction of a second',
      () => canonicalJson(`"2026-03-01T08:00:00.${run('0')}1Z"`),
    ],
    ['dashes in pasted text', () => idsInText(`a${run('-')}a b${run('_')}b`)],
  ])('of %s is looked through once', (_what, read) => {
    expect(read).not.toThrow();
  });

  it('of letters in an address is none, and nothing overflows', () => {
    const photo = 'https://fleet.example/photos/1.jpg';
    const answer = JSON.stringify({ a: `https://x.example/${'a'.repeat(12_000_000)}`, photo });
    expect(fileLinksIn(answer, 'https://fleet.example')).toEqual([photo]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerDigest } from '../../../electron/core/mirror/answerDigest.ts';
import { runs } from '../../support/runs.ts';

const digestOf = (answer: object): string | null => answerDigest(JSON.stringify(answer));

const ANSWER = {
  ...{ id: 7, formId: 3, createdAt: '2026-03-05T08:00:00Z', updatedAt: '2026-03-05T08:00:00Z' },
  vehicle: { id: 4, regNo: 'WB 4', status: 'driving' },
  values: { tyres: 'good', mirror: { ok: true }, photo: 'https://files.example/a/7.png?key=1' },
};

describe('the digest of an answer', () => {
  it.each([
    [
      'members in another order',
      { ...ANSWER, values: Object.fromEntries(Object.entries(ANSWER.values).reverse()) },
    ],
    [
      'another vehicle’s words',
      { ...ANSWER, vehicle: { id: 4, regNo: 'WB 44', status: 'stopped' } },
    ],
    ['a later time of the service', { ...ANSWER, updatedAt: '2026-03-09T08:00:00Z' }],
    [
      'a newly signed address',
      { ...ANSWER, values: { ...ANSWER.values, photo: 'https://cdn.example/b/7.png?key=2' } },
    ],
  ])('stays for %s', (_what, answer) => {
    expect(digestOf(answer)).toBe(digestOf(ANSWER));
  });

  it.each([
    ['another choice', { ...ANSWER, values: { ...ANSWER.values, tyres: 'worn' } }],
    [
      'another photo',
      { ...ANSWER, values: { ...ANSWER.values, photo: 'https://files.example/a/8.png' } },
    ],
    ['a value below another', { ...ANSWER, values: { ...ANSWER.values, mirror: { ok: false } } }],
    ['one answer less', { ...ANSWER, values: { tyres: 'good' } }],
  ])('is another one for %s', (_what, answer) => {
    expect(digestOf(answer)).not.toBe(digestOf(ANSWER));
  });

  it('tells photos apart that one path gives by what is asked behind it, however they are signed', () => {
    const of = (search: string): string | null =>
      digestOf({ values: { photo: `https://files.example/download?${search}` } });
    expect(of('id=7&signature=a&expires=1')).toBe(of('id=7&signature=b&expires=2'));
    expect(of('id=9&signature=a&expires=1')).not.toBe(of('id=7&signature=a&expires=1'));
  });

  it('counts everything but who, where and when in an answer without a place for answers', () => {
    const { values, ...head } = ANSWER;
    const flat = { ...head, ...values };
    expect(digestOf({ ...flat, vehicle: null, id: 8 })).toBe(digestOf(flat));
    expect(digestOf({ ...flat, tyres: 'worn' })).not.toBe(digestOf(flat));
  });

  it('takes any JSON, and nothing else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answer) => {
        expect(digestOf(answer)).toMatch(/^[0-9a-f]{16}$/);
      }),
      runs(200, 5_000),
    );
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(answerDigest(deep)).toMatch(/^[0-9a-f]{16}$/);
    expect([answerDigest('[]'), answerDigest('{'), answerDigest(null)]).toEqual([null, null, null]);
  });
});

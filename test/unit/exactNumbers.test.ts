import { describe, expect, it, test } from 'vitest';
import { idsInRecord } from '../../electron/core/answers/model/ids.ts';
import { factsOfAnswer } from '../../electron/core/mirror/answerFacts.ts';
import { versionIn } from '../../shared/rules/formAsked.ts';
import { answerBody, answerFacts } from '../../electron/core/mirror/describeAnswer.ts';
import { isSpelling } from '../../electron/core/outbox/model/spelling.ts';
import { answersOfForm } from '../../renderer/features/forms/knownAnswers.ts';
import { partsIn } from '../../renderer/records/partsOf.ts';
import { fieldsOfText, idAt } from '../../renderer/state/record.ts';
import { findingsOf } from '../../shared/rules/formFindings.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';

/** As numbers of JavaScript these two are one. */
const ONE = '1234567890123456789';
const OTHER = '1234567890123456788';

describe('a whole number that JavaScript would round', () => {
  test.each([
    ['beyond 2^53', '{"id":9007199254740993}', { id: '9007199254740993' }],
    ['below -2^53', '[-9007199254740993]', ['-9007199254740993']],
    ['in a list in an object', `{"a":[{"b":${ONE}}]}`, { a: [{ b: ONE }] }],
    ['of 15 digits is a number', '123456789012345', 123_456_789_012_345],
    ['that fits is a number', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['behind a point is a number', '41.1234567890123456789', 41.123_456_789_012_345_678_9],
    ['with an exponent is a number', '1234567890123456789e-18', 1.234_567_890_123_456_8],
    ['inside a text is a text', `"${ONE}"`, ONE],
    ['that is no JSON is none', `{"id":${ONE}`, undefined],
  ])('%s', (_what, text, value) => {
    expect(parsedJson(text)).toEqual(value);
  });

  it('is read in a text of any depth', () => {
    const depth = 50_000;
    expect(parsedJson(`${'['.repeat(depth)}${ONE}${']'.repeat(depth)}`)).toBeDefined();
  });
});

describe('identifiers of 19 digits', () => {
  it('are told apart in the facts of an answer', () => {
    const answer = `{"form":{"id":${ONE},"version":${OTHER}},"vehicle":{"id":${OTHER}},"driverId":${ONE}}`;
    expect(factsOfAnswer(answer, null)).toMatchObject({
      ...{ formId: ONE, vehicleId: OTHER, driverId: ONE },
    });
    expect(versionIn(`{"version":${ONE}}`)).toBe(ONE);
    expect(answerFacts(answer, OTHER)).toMatchObject({ formId: ONE, excerpt: OTHER });
    expect(answerBody(answer).split('\n')).toEqual(expect.arrayContaining([ONE, OTHER]));
  });

  it('are told apart where a record names answers', () => {
    const form = `{"answers":[${ONE},{"id":${OTHER}}]}`;
    expect(idsInRecord(parsedJson(form), true)).toEqual([ONE, OTHER]);
    expect(answersOfForm(form).map(({ id }) => id)).toEqual([ONE, OTHER]);
  });

  it('are told apart where the desk reads records and what they belong to', () => {
    expect(idAt(fieldsOfText(`{"vehicle":{"id":${ONE}}}`), 'vehicle.id')).toBe(ONE);
    const groups = `[{"id":${ONE},"name":"A"},{"id":${OTHER},"name":"B"}]`;
    expect(partsIn([groups]).map(({ id }) => id)).toEqual([ONE, OTHER]);
  });

  it('are told apart as the choices of a question', () => {
    const options = `[{"id":${ONE},"label":"Sound"},{"id":${OTHER},"label":"Cracked","failing":true}]`;
    const form = `{"name":"Check","fields":[{"key":"tyre","label":"Tyre","type":"choice","options":${options}}]}`;
    const said = (id: string) =>
      JSON.stringify(layoutAnswer(`{"values":{"tyre":${id}}}`, form)?.body);
    expect(said(ONE)).toContain('Sound');
    expect(said(OTHER)).toContain('Cracked');
    const found = (id: string) => findingsOf(`{"values":{"tyre":${id}}}`, form).map(({ is }) => is);
    expect([found(ONE), found(OTHER)]).toEqual([[], ['failing']]);
  });

  it('are no spelling of each other', () => {
    expect(isSpelling('vehicle', 'externalId', ONE, OTHER)).toBe(false);
    expect(isSpelling('vehicle', 'externalId', ONE, ONE)).toBe(true);
  });
});

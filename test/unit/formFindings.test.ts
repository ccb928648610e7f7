import './browserStub.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { kindWord } from '../../renderer/features/forms/kinds.ts';
import { findingsIn, findingsOf, outlineOf } from '../../shared/rules/formFindings.ts';
import type { Finding, OutlineItem } from '../../shared/rules/formFindings.ts';
import { runs } from '../support/runs.ts';

const told = (findings: readonly Finding[]): string[] =>
  findings.map(({ is, label, text }) => `${is} ${label}${text === '' ? '' : `: ${text}`}`);

const check = {
  id: 1,
  fields: [
    { key: 'lights', label: 'Lights', type: 'choice', options: ['ok', 'damaged', 'missing'] },
    {
      key: 'brakes',
      label: 'Brakes',
      type: 'choice',
      options: [
        { value: 'a', label: 'As new' },
        { value: 'c', label: 'Change at once', fail: true },
      ],
    },
    { key: 'odometer', label: 'Odometer', type: 'number', required: true },
    {
      key: 'tyres',
      label: 'Tyres',
      type: 'group',
      fields: [
        { key: 'place', label: 'Place', type: 'text', required: true },
        { key: 'state', label: 'State', type: 'choice', options: ['good', 'worn'] },
      ],
    },
    { key: 'signature', label: 'Signature', type: 'signature', required: true },
  ],
};

describe('what in an answer asks for a second look', () => {
  it('are choices that the form calls bad, and those that say so themselves', () => {
    const answer = {
      values: {
        lights: 'damaged',
        brakes: 'c',
        odometer: 7,
        tyres: [{ place: 'left', state: 'worn' }],
        signature: 'x',
      },
    };
    expect(told(findingsIn(answer, check))).toEqual([
      'failing Lights: damaged',
      'failing Brakes: Change at once',
      'failing State: worn',
    ]);
  });

  it('are required questions without an answer, once for what lacks in repeated groups', () => {
    const answer = {
      values: { lights: 'ok', odometer: null, tyres: [{ place: 'left' }, { state: 'good' }] },
    };
    expect(told(findingsIn(answer, check))).toEqual([
      'missing Odometer',
      'missing Place',
      'missing Signature',
    ]);
    expect(told(findingsIn({ values: { odometer: 0, tyres: [], signature: 'x' } }, check))).toEqual(
      [],
    );
  });

  it('are found in pairs of keys and values, too', () => {
    const answer = {
      answers: [
        { key: 'lights', value: 'missing' },
        { key: 'odometer', value: 1 },
      ],
    };
    expect(told(findingsIn(answer, check))).toEqual([
      'failing Lights: missing',
      'missing Place',
      'missing Signature',
    ]);
  });

  it('a form’s own word counts more than what a choice sounds like', () => {
    const form = {
      fields: [
        {
          key: 'damage',
          label: 'Damage',
          type: 'select',
          options: [
            { value: 'damaged', label: 'Damaged', ok: true },
            { value: 'none', label: 'None', ok: false },
          ],
        },
        { key: 'hurt', label: 'Somebody hurt', type: 'boolean', failOn: true },
      ],
    };
    expect(told(findingsIn({ damage: 'damaged', hurt: false }, form))).toEqual([]);
    expect(told(findingsIn({ damage: 'none', hurt: true }, form))).toEqual([
      'failing Damage: None',
      'failing Somebody hurt: true',
    ]);
  });

  it('without its form plain words tell, and free text never does', () => {
    expect(told(findingsIn({ values: { lights: 'Not OK', note: 'the bad one' } }, null))).toEqual([
      'failing lights: Not OK',
    ]);
    const pairs = [
      { key: 'brakes', label: 'Brakes', value: 'damaged' },
      { key: 'doors', value: { left: 'bad' } },
    ];
    expect(told(findingsIn({ fields: pairs }, null))).toEqual([
      'failing brakes: damaged',
      'failing left: bad',
    ]);
    expect(
      told(
        findingsIn(
          { values: { remarks: 'bad' } },
          { fields: [{ key: 'remarks', label: 'R', type: 'text' }] },
        ),
      ),
    ).toEqual([]);
  });

  it('knows what a JSON schema requires', () => {
    const schema = {
      properties: { a: { type: 'string', title: 'A' }, b: { type: 'string', title: 'B' } },
      required: ['a'],
    };
    expect(told(findingsIn({ values: { b: 'x' } }, { schema, ...schema }))).toEqual(['missing A']);
  });

  it('any shape of form and answer is no mistake', () => {
    const json = fc.json({ maxDepth: 6 });
    fc.assert(
      fc.property(json, fc.option(json), (answer, form) => {
        expect(Array.isArray(findingsOf(answer, form))).toBe(true);
      }),
    );
    expect(findingsOf('{', null)).toEqual([]);
    expect(findingsOf(`${'['.repeat(9_000)}${']'.repeat(9_000)}`, null)).toEqual([]);
  });
});

describe('the outline of a form', () => {
  const said = (items: readonly OutlineItem[], depth = 0): string[] =>
    items.flatMap(({ label, kind, required, choices, items: inner }) => [
      `${'  '.repeat(depth)}${label}|${kind}${required ? '|required' : ''}${choices
        .map(({ text, bad }) => `|${bad ? '!' : ''}${text}`)
        .join('')}`,
      ...said(inner, depth + 1),
    ]);

  it('has sections, questions, kinds, choices and what is required, whatever shape it has', () => {
    const form = {
      name: 'Check',
      sections: [
        {
          title: 'Lights',
          fields: [
            {
              ...{ key: 'head', type: 'radio', label: 'Head lights', required: true },
              options: [
                { value: 'ok', label: 'Fine' },
                { value: 'x', label: 'Broken' },
              ],
            },
            { key: 'remark', kind: 'text' },
          ],
        },
        { key: 'photo', type: 'photo', question: 'A photo' },
      ],
    };
    expect(said(outlineOf(form))).toEqual([
      'Lights|',
      '  Head lights|radio|required|Fine|!Broken',
      '  remark|text',
      'A photo|photo',
    ]);
    const schema = {
      properties: {
        tyres: {
          type: 'array',
          title: 'Tyres',
          items: { properties: { depth: { type: 'number' } } },
        },
        state: { type: 'string', enum: ['good', 'bad'] },
      },
      required: ['state'],
    };
    expect(said(outlineOf(schema))).toEqual([
      'Tyres|array',
      '  depth|number',
      'state|string|required|good|!bad',
    ]);
  });

  it('comes of any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (form) => {
        expect(Array.isArray(outlineOf(JSON.parse(form)))).toBe(true);
      }),
      runs(300, 5_000),
    );
  });
});

test('kinds of question are said in words, however a form writes them', () => {
  const kinds = ['multiChoice', 'MULTI_CHOICE', 'multi-select'];
  expect(kinds.map(kindWord)).toEqual(kinds.map(() => 'Several choices'));
  expect(kindWord('boolean')).toBe('Yes or no');
  // What nobody knows stays as the form says it.
  expect(kindWord('tachograph')).toBeNull();
});

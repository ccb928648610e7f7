import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { humanLabel, layoutAnswer } from '../../shared/rules/formLayout.ts';
import { runs, RUNS_LIMIT_MS } from '../support/runs.ts';
import {
  answers,
  bodyOf,
  keysOf,
  layout,
  leavesOf,
  meaningful,
  shown,
  sorted,
  valueOf,
} from './formLayoutSupport.ts';

describe('any answer is readable', () => {
  test('every member of any answer is shown exactly once', { timeout: RUNS_LIMIT_MS }, () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const { keys, texts } = shown(layout(answer));
        expect(sorted(keys)).toEqual(sorted(keysOf(answer)));
        expect(sorted(texts)).toEqual(sorted(leavesOf(answer)));
      }),
      runs(500, 20_000),
    );
  });

  test('values under names with a meaning are never lost', { timeout: RUNS_LIMIT_MS }, () => {
    fc.assert(
      fc.property(meaningful, (answer) => {
        const { keys, labels, texts } = shown(layout(answer));
        const values = texts.filter((text) => text !== '');
        expect(new Set(values).size).toBe(values.length);
        // In `{key, label, value}` the first two name the third.
        const all = new Set([...values, ...keys, ...labels]);
        expect(leavesOf(answer).filter((leaf) => leaf !== '' && !all.has(leaf))).toEqual([]);
      }),
      runs(1_500, 20_000),
    );
  });

  test('numbers keep their digits', () => {
    const { texts } = shown(layout('{"a":1.10,"b":9007199254740993,"c":-0,"d":1E+2,"e":[0.50]}'));
    expect(texts).toEqual(['1.10', '9007199254740993', '-0', '1E+2', '0.50']);
  });

  test('an own key called __proto__ and a key that occurs twice are shown', () => {
    const json = '{"__proto__":{"x":1},"note":"first","note":"second","rows":[{"a":1,"a":2}]}';
    const { keys, texts } = shown(layout(json));
    expect(keys).toEqual(['__proto__', 'x', 'note', 'note', 'rows', 'a', 'a']);
    expect(texts).toEqual(['1', 'first', 'second', '1', '2']);
  });

  test('what is nested too deep to be drawn is shown as its JSON text', () => {
    const deep = '{"a":'.repeat(30) + '"the end"' + '}'.repeat(30);
    const { keys, texts } = shown(layout(deep));
    expect(keys.length).toBeLessThan(12);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('"the end"');
    const abyss = '[1,'.repeat(100_000) + '2' + ']'.repeat(100_000);
    expect(shown(layout(abyss)).texts).toEqual([abyss]);
  });

  test('an answer that is a list, a text or no JSON at all', () => {
    expect(shown(layout('["a",2]')).texts).toEqual(['a', '2']);
    expect(shown(layout('"only text"')).texts).toEqual(['only text']);
    expect(layoutAnswer('<html>', null)).toBeNull();
    expect(layoutAnswer('{"a":1,}', null)).toBeNull();
  });

  test('stands in the order and under the sections of its form, where it has neither', () => {
    const field = (key: string): unknown => ({ key, label: key.toUpperCase(), type: 'text' });
    const form = {
      name: 'Check',
      sections: [
        { title: 'Outside', fields: [field('lights'), field('tyres')] },
        { key: 'in', type: 'group', label: 'Inside', questions: [field('horn')] },
        field('end'),
      ],
    };
    const values = { own: '1', end: '2', horn: '3', tyres: '4', lights: '5' };
    const told = { id: 'A-1', values, rows: [{ tyres: 6, lights: 7 }] };
    expect(shown(layout(told, form)).labels).toEqual([
      ...['Values', 'Own', 'Outside', 'LIGHTS', 'TYRES', 'Inside', 'HORN', 'END', 'Rows'],
    ]);
    // Columns of a table too.
    expect(shown(layout(told, form)).texts.slice(-2)).toEqual(['7', '6']);
    const between = { values: { lights: '1', spare: '2', tyres: '3', last: '4' } };
    expect(shown(layout(between, form)).labels).toEqual([
      ...['Values', 'Outside', 'LIGHTS', 'Spare', 'TYRES', 'Last'],
    ]);
    const nested = { values: { in: { horn: '1' }, lights: '2' } };
    expect(shown(layout(nested, form)).labels).toEqual([
      ...['Values', 'Outside', 'LIGHTS', 'Inside', 'HORN'],
    ]);
  });

  test('labels from the form, of the right group, and words of choices', () => {
    const form = {
      name: 'Handover',
      fields: [
        { key: 'fuel', type: 'select', label: 'Fuel', options: [{ value: 'q3', label: '¾' }] },
        { key: 'note', type: 'text', label: 'Remarks' },
        { key: 'ok', type: 'radio', label: 'In order', options: { true: 'Fine', false: 'Broken' } },
        {
          key: 'tyres',
          type: 'group',
          label: 'Tyres',
          fields: [{ key: 'note', type: 'text', label: 'Tyre remark' }],
        },
      ],
    };
    const answer = {
      values: { fuel: 'q3', note: 'n', ok: false, tyres: { note: 't', wear: [1] } },
    };
    const [fuel, note, ok, tyres] = bodyOf(answer, form);
    expect(fuel).toMatchObject({ label: 'Fuel', value: { is: 'choice', text: '¾', stored: 'q3' } });
    expect(note).toMatchObject({ label: 'Remarks' });
    expect(ok).toMatchObject({ label: 'In order', value: { is: 'choice', text: 'Broken' } });
    expect(tyres).toMatchObject({ label: 'Tyres', blocks: [{ label: 'Tyre remark' }, {}] });
    expect(layout(answer, form).title).toBe('Handover');
  });

  test('an option of a choice is not taken for a field', () => {
    const form = {
      fields: [
        { key: 'why', type: 'radio', label: 'Why', options: [{ id: 'other', label: 'Something' }] },
        { key: 'other', type: 'text', label: 'Other reason' },
      ],
    };
    expect(bodyOf({ values: { other: 'x' } }, form)[0]).toMatchObject({ label: 'Other reason' });
  });

  test('labels from a JSON schema', () => {
    const form = { schema: { properties: { odo: { title: 'Odometer', type: 'number' } } } };
    expect(bodyOf({ values: { odo: 12 } }, form)[0]).toMatchObject({ label: 'Odometer' });
  });

  test('lists of key, label and value are fields; declared types are kept apart', () => {
    const answer = {
      answers: [
        { key: 'brakes', label: 'Brakes in order', type: 'boolean', value: true },
        { key: 'oil', label: 'Oil', type: 'number', value: 4.5, unit: 'l', checkedBy: 'K.' },
        { key: 'load', label: 'Load', type: 'list', value: [{ what: 'Crate', count: 3 }] },
      ],
    };
    const [brakes, oil, load] = bodyOf(answer);
    expect(brakes).toMatchObject({ label: 'Brakes in order', value: { is: 'yesNo', yes: true } });
    expect(oil).toMatchObject({
      value: { is: 'number', text: '4.5', unit: 'l' },
      more: [{ key: 'checkedBy', value: { text: 'K.' } }],
    });
    expect(load).toMatchObject({ is: 'table', label: 'Load', rows: [[{}, { text: '3' }]] });
    expect(layout(answer).technical.map(({ text, of }) => [text, of])).toEqual([
      ['boolean', 'Brakes in order'],
      ['number', 'Oil'],
      ['list', 'Load'],
    ]);
  });

  test('measurements with an id are a table, not fields', () => {
    const log = [
      { id: 1, at: '08:00', value: 4.2 },
      { id: 2, at: '09:00', value: 4.6 },
    ];
    const [block] = bodyOf({ log });
    expect(block).toMatchObject({
      is: 'table',
      columns: [{ key: 'id' }, { key: 'at' }, { key: 'value' }],
    });
  });

  test('tables have empty cells where a row lacks a column, and groups inside cells', () => {
    const rows = [
      { part: 'Door', damage: { kind: 'dent', size: 3 } },
      { part: 'Roof' },
      { part: 'Hood', note: 'n' },
    ];
    const [block] = bodyOf({ rows });
    expect(block).toMatchObject({
      is: 'table',
      columns: [{ key: 'part' }, { key: 'damage' }, { key: 'note' }],
      rows: [
        [{ text: 'Door' }, { is: 'nested', blocks: [{ key: 'kind' }, { key: 'size' }] }, null],
        [{ text: 'Roof' }, null, null],
        [{ text: 'Hood' }, null, { text: 'n' }],
      ],
    });
  });

  test('lists of things of different kinds are numbered', () => {
    const [block] = bodyOf({ findings: [1, { deep: { er: 2 } }, 'x'] });
    expect(block).toMatchObject({
      is: 'group',
      blocks: [{ label: 'Findings 1' }, { label: 'Findings 2' }, { label: 'Findings 3' }],
    });
  });

  test('photos are bitmaps inside the answer, with their captions', () => {
    const png = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(60)}`;
    expect(valueOf({ photo: png })).toMatchObject({ is: 'picture', src: png, signature: false });
    expect(valueOf({ photo: png.slice('data:image/png;base64,'.length) })).toMatchObject({
      is: 'picture',
      src: png,
    });
    expect(valueOf({ photos: [{ data: png, caption: 'Left side' }, png] })).toMatchObject({
      is: 'many',
      values: [
        { is: 'picture', more: [{ key: 'caption' }] },
        { is: 'picture', more: [] },
      ],
    });
    expect(valueOf({ driverSignature: png })).toMatchObject({ is: 'picture', signature: true });
  });

  test('a photo under a question of its own keeps it, also where all else is small', () => {
    const png = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(60)}`;
    const photo = { key: 'rearDoor', label: 'Rear door', value: { is: 'picture' } };
    expect(bodyOf({ values: { rearDoor: png, note: 'x' } })).toMatchObject([
      photo,
      { key: 'note' },
    ]);
    expect(bodyOf({ values: { damage: { rearDoor: png, part: 'Lamp' } } })).toMatchObject([
      { label: 'Damage', blocks: [photo, { key: 'part' }] },
    ]);
    expect(bodyOf({ values: { lat: 1, lng: 2, note: 'x' } })).toMatchObject([
      { key: 'lat' },
      { key: 'lng' },
      { key: 'note' },
    ]);
  });

  test('a picture that could carry script or an address is never a picture', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><path d="M0 0L9 9"/></svg>';
    expect(valueOf({ photo: `data:image/svg+xml;base64,${btoa(svg)}` })).toMatchObject({
      is: 'file',
      mime: 'image/svg+xml',
    });
    expect(valueOf({ photo: 'https://pictures.example/1.png' })).toMatchObject({ is: 'link' });
    expect(valueOf({ photo: 'data:text/html,<script>1</script>' })).toMatchObject({ is: 'file' });
    expect(valueOf({ photo: 'data:image/png;base64,"><script>' })).toMatchObject({ is: 'text' });
  });

  test('signatures: what stands beside the drawing is said, also under a name that a drawing may have', () => {
    expect(valueOf({ signature: { points: 42, path: 'M0 0L10 10' } })).toMatchObject({
      ...{ is: 'strokes', path: 'M0 0L10 10', more: [{ key: 'points' }] },
    });
    const svg = '<svg><path d="M0 0L9 9"/></svg>';
    expect(valueOf({ signature: { path: 'sig/1.svg', svg } })).toMatchObject({
      ...{ is: 'strokes', path: 'M0 0L9 9', more: [{ key: 'path' }] },
    });
  });

  test('a question whose label is empty is called by its key', () => {
    const form = { name: 'F', fields: [{ key: 'rearDoor', type: 'text', label: '' }] };
    expect(bodyOf({ values: { rearDoor: 'ok' } }, form)).toMatchObject([{ label: 'Rear door' }]);
    const answer = { answers: [{ key: 'rearDoor', label: '', value: 'ok' }] };
    expect(bodyOf(answer)).toMatchObject([{ label: 'Rear door' }]);
  });

  test('signatures: points, strokes, path data and SVG, checked', () => {
    const drawn = (signature: unknown) => valueOf({ signature });
    expect(
      drawn([
        [
          [0, 0],
          [10, 5],
        ],
        [[3, 3]],
      ]),
    ).toMatchObject({
      is: 'strokes',
      path: 'M0 0L10 5M3 3L3 3',
    });
    expect(
      drawn([
        {
          points: [
            { x: 1, y: 2, time: 5 },
            { x: 3, y: 4 },
          ],
        },
      ]),
    ).toMatchObject({
      path: 'M1 2L3 4',
    });
    expect(drawn('M 0 0 c 5 5 10 5 15 0 Z')).toMatchObject({ is: 'strokes' });
    expect(
      drawn({ svg: '<svg><path fill="none" d="M0 0L9 9"/></svg>', signedBy: 'A.' }),
    ).toMatchObject({ is: 'strokes', path: 'M0 0L9 9', more: [{ key: 'signedBy' }] });
    const evil = '<svg onload="x()"><script>x()</script><path onclick="x()" d="M0 0 L5 5"/></svg>';
    expect(drawn(evil)).toEqual({
      is: 'strokes',
      path: 'M0 0 L5 5',
      viewBox: '-0.2 -0.2 5.4 5.4',
      more: [],
    });
    expect(drawn('M0 0 url(javascript:1)')).toMatchObject({ is: 'text' });
    expect(drawn('M0 0"/><script>')).toMatchObject({ is: 'text' });
    // The same numbers under another name are an outline, not a signature.
    expect(
      valueOf({
        outline: [
          [
            [0, 0],
            [10, 5],
          ],
          [
            [3, 3],
            [4, 4],
          ],
        ],
      }),
    ).toMatchObject({
      is: 'many',
    });
  });

  test('places keep their digits and what was said beside them', () => {
    expect(
      valueOf('{"where":{"lat":52.10,"lng":"4.300","accuracy":8,"speed":3,"address":"Quay 3"}}'),
    ).toEqual({
      is: 'place',
      lat: '52.10',
      lng: '4.300',
      name: 'Quay 3',
      more: [
        // What devices say of a place is in metres.
        { key: 'accuracy', label: 'Accuracy', value: { is: 'number', text: '8', unit: 'm' } },
        { key: 'speed', label: 'Speed', value: { is: 'number', text: '3', unit: null } },
      ],
    });
    expect(valueOf({ gps: '52.1, 4.3' })).toMatchObject({ is: 'place', lat: '52.1' });
    expect(valueOf({ x: { type: 'Point', coordinates: [4.3, 52.1] } })).toMatchObject({
      is: 'place',
      lat: '52.1',
      lng: '4.3',
    });
    expect(bodyOf({ where: { lat: 95, lng: 4 } })[0]).toMatchObject({ is: 'group' });
  });

  test('instants have a zone; days and local times stand as they are', () => {
    expect(valueOf({ at: '2026-03-01T10:00:00+02:00' })).toMatchObject({ is: 'instant' });
    expect(valueOf({ at: '2026-03-01T10:00' })).toEqual({ is: 'day', text: '2026-03-01 10:00' });
    expect(valueOf({ at: '2026-03-01' })).toEqual({ is: 'day', text: '2026-03-01' });
    expect(valueOf({ at: '2026-02-30T10:00:00Z' })).toMatchObject({ is: 'text' });
  });

  test('who and where stand in the head, with what else is said of them', () => {
    const { head, answerId } = layout({
      id: 9007,
      createdAt: '2026-03-01T10:00:00Z',
      vehicle: { id: 4, regNo: 'AB-12', label: null },
      driver: null,
      values: { a: 1 },
    });
    expect(answerId).toBe('9007');
    expect(head.map(({ key }) => key)).toEqual(['vehicle', 'driver', 'createdAt']);
    expect(head[0]?.value).toMatchObject({
      is: 'record',
      name: 'AB-12',
      more: [{ key: 'id' }, { key: 'label', value: { is: 'empty' } }],
    });
  });

  test('amounts carry their unit, their own or the form’s', () => {
    const form = { fields: [{ key: 'odo', label: 'Odometer', type: 'number', unit: 'km' }] };
    expect(valueOf({ odo: 12 }, form)).toEqual({ is: 'number', text: '12', unit: 'km' });
    expect(valueOf({ fuel: { value: 40.5, unit: 'l' } })).toMatchObject({
      text: '40.5',
      unit: 'l',
    });
  });

  test('keys become words', () => {
    expect(humanLabel('fuelLevel_start')).toBe('Fuel level start');
    expect(humanLabel('VIN')).toBe('VIN');
    expect(humanLabel('')).toBe('(no name)');
    expect(humanLabel('__')).toBe('__');
  });
});

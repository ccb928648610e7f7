import { setImmediate as breathe } from 'node:timers/promises';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, outlineOf, sqlPath } from '../../../electron/core/api/json.ts';
import { at, outlineNow, scanJson, type Outline } from '../../../shared/rules/jsonOutline.ts';
import { runs, RUNS_LIMIT_MS } from '../../support/runs.ts';
import { watchTurns } from '../../support/turns.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The outline, made in slices of so many characters. */
function walked(text: string, slice: number): Outline | null {
  const walk = scanJson(text, slice);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
  }
}

/** Breaks valid JSON in one place, so that near misses are tried rather than noise. */
const brokenJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '\n', '0', 'e', '-', 'x'),
  )
  .map(([text, place, piece]) => {
    const cut = text.length === 0 ? 0 : place % text.length;
    return text.slice(0, cut) + piece + text.slice(cut + 1);
  });

describe('the outline of JSON text', () => {
  it('accepts what JSON.parse accepts and nothing else', { timeout: RUNS_LIMIT_MS }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), brokenJson, fc.string()), (text) => {
        expect(outlineNow(text) !== null).toBe(isJson(text));
      }),
      runs(2_000, 50_000),
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '[01]',
    '[1.]',
    '[.5]',
    '[+1]',
    '[NaN]',
    '"\u0001"',
    '"\\x"',
    '"\\u12"',
    '{"a":1}x',
    '[1 2]',
    'nul',
    "{'a':1}",
    '[1}',
    '{"a":1]',
    '{,}',
    '[,]',
  ])('refuses %j', (text) => expect(outlineNow(text)).toBeNull());

  it('agrees with SQLite on how deep a text may be nested', () => {
    const valid = new Database(':memory:').prepare('SELECT json_valid(?)').pluck();
    for (const depth of [999, 1000, 1001, 1002]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      if (valid.get(text) === 0) expect(outlineNow(text)).toBeNull();
    }
    expect(outlineNow('['.repeat(900) + ']'.repeat(900))).not.toBeNull();
    expect(outlineNow('['.repeat(100_000))).toBeNull();
  });

  it('finds rows by path and their ids to the letter', () => {
    const text =
      '{"result": {"areas": [{"id": 9007199254740993, "n": {"id": 1}}, {"id":"ä\\u0031"}, {"x":1}, {"id":null}, {"id":1.10}], "total": 5}}';
    const root = outlineNow(text);
    if (root === null) throw new Error('valid');
    const rows = at(root, 'result.areas');
    expect(rows?.ids).toEqual(['9007199254740993', 'ä1', '', '', '1.10']);
    expect(rows?.objects).toBe(5);
    const total = at(root, 'result.total');
    expect(text.slice(total?.start, total?.end)).toBe('5');
    expect(at(root, 'result.toString')).toBeNull();
    expect(at(root, '__proto__')).toBeNull();
  });

  it('takes the first of repeated keys, as SQLite does', () => {
    const text = '{"data":[{"id":1}],"data":[{"id":2},{"id":3}]}';
    const root = outlineNow(text);
    if (root === null) throw new Error('valid');
    expect(at(root, 'data')?.ids).toEqual(['1']);
    const db = new Database(':memory:');
    expect(db.prepare(`SELECT json_extract(?, '$.data[0].id')`).pluck().get(text)).toBe(1);
  });

  it.each([
    ['rows that open alike', '[{"id":1},{"id":2},{"id":3}]', ['1', '2', '3']],
    ['rows with such objects inside', '[{"id":1,"n":[{"id":7},{"id":8}]},{"id":2}]', ['1', '2']],
    ['white space between them', '[ {"id": 1} ,\n {"id": 2} ,\n {"id": 3} ]', ['1', '2', '3']],
    ['one that looks so in a string', '[{"id":1},{"id":2,"s":"},{\\"id\\":"},{"id":3}]', null],
    ['an id that comes later', '[{"a":{"id":5},"id":"x"},{"a":1,"i\\u0064":2.50}]', ['x', '2.50']],
    ['repeated ids', '[{"id":1,"id":2},{"id":3,"id":4}]', ['1', '3']],
    ['rows of other kinds', '[{"id":1},[{"id":2}],3,"}",{"id":4},null]', null],
  ])('finds %s', (_what, text, ids) => {
    const rows = JSON.parse(text) as unknown[];
    const expected = ids ?? rows.map((row) => String(Reflect.get(Object(row), 'id') ?? ''));
    for (const slice of [1, 10, Number.POSITIVE_INFINITY]) {
      expect(walked(text, slice)?.ids).toEqual(expected);
    }
  });

  it.each([
    '[{"id":1},{"id":2,}]',
    '[{"id":1},{"id":2},{"id":3]',
    '[{"id":1},{"id":2},]',
    '[{"id":1} {"id":2}]',
    '[{"id":1},{"id":"\u0001"},{"id":2}]',
    '{"a":{"b":[[{"c":[1,2,}]]}}',
    '{"a":{"b":[[1,01]]}}',
    '{"a":{"b":[[1}2]]}}',
  ])('refuses %s however it is cut', (text) => {
    for (const slice of [1, 10, Number.POSITIVE_INFINITY]) expect(walked(text, slice)).toBeNull();
  });

  it(
    'gives one outline, whether it looks into a piece or lets it be parsed',
    {
      timeout: RUNS_LIMIT_MS,
    },
    () => {
      const row = fc.dictionary(fc.constantFrom('id', 'a', '__proto__', '"'), fc.jsonValue());
      const list = fc.array(fc.oneof(row, fc.record({ id: fc.integer(), b: fc.jsonValue() })));
      const text = fc
        .tuple(fc.record({ data: list, other: fc.array(fc.array(fc.jsonValue())) }), fc.nat(2))
        .map(([value, indent]) => JSON.stringify(value, null, indent));
      fc.assert(
        fc.property(
          fc.oneof(text, brokenJson),
          fc.integer({ min: 1, max: 80 }),
          (source, slice) => {
            expect(walked(source, slice)).toEqual(outlineNow(source));
          },
        ),
        runs(600, 50_000),
      );
    },
  );

  it('comes to an end with a text that is broken late or nested deeply', () => {
    const broken = `{"a":{"b":[${'[1,{"c":[]}],'.repeat(100_000)}]}}`;
    const deep = `{"a":{"b":[${'['.repeat(990)}${'[1],'.repeat(100_000)}1${']'.repeat(990)}]}}`;
    // Time that grows with the square of the length would not end within the limit of a test.
    expect(outlineNow(broken)).toBeNull();
    expect(outlineNow(deep)).not.toBeNull();
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ])('does not go through a text once for each level of nested %s', async (...row) => {
    const [, open, close] = row;
    const nest = `${open.repeat(990)}"${'x'.repeat(66_000)}"${close.repeat(990)}`;
    const text = `[${Array.from({ length: 20 }, () => nest).join(',')}]`;
    const turns = watchTurns();
    const outline = await outlineOf(text);
    await breathe();
    expect(outline?.ids).toHaveLength(20);
    // In processor time: a thousand times would be three seconds, half a second of them in one turn.
    expect(turns.stop().longestMs).toBeLessThan(250);
  });

  it('spells SQLite paths', () => {
    expect(sqlPath('')).toBe('$');
    expect(sqlPath('result.areas')).toBe('$.result.areas');
    expect(sqlPath('a-b')).toBe('$."a-b"');
  });

  it('pauses at least once per slice, inside long texts too', () => {
    const text = JSON.stringify({ data: [{ id: 1, photo: 'x'.repeat(100_000) }] });
    const walk = scanJson(text, 1000);
    let pauses = 0;
    let step = walk.next();
    while (step.done !== true) {
      pauses += 1;
      step = walk.next();
    }
    expect(pauses).toBeGreaterThanOrEqual(99);
    expect(step.value?.members.get('data')?.value.ids).toEqual(['1']);
  });

  it('lets the event loop go on while a large text is checked', async () => {
    const row = JSON.stringify({ id: 1, points: Array.from({ length: 50 }, (_, i) => [i, 0.5]) });
    const text = `[${Array.from({ length: 20_000 }, () => row).join(',')}]`;
    let turns = 0;
    let going = true;
    const turn = (): void => {
      turns += 1;
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    const root = await outlineOf(text);
    going = false;
    expect(root?.ids).toHaveLength(20_000);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (1 << 20)) - 1);
  });

  it('decodes UTF-8 across slices, drops a byte order mark and refuses what is not UTF-8', async () => {
    const text = 'ก😀é'.repeat(300_000);
    expect(await decodeUtf8(Buffer.from(text))).toBe(text);
    expect(await decodeUtf8(Buffer.from('\uFEFF{}'))).toBe('{}');
    expect(await decodeUtf8(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeNull();
    expect(await decodeUtf8(Uint8Array.of(0xf0, 0x9f))).toBeNull();
  });
});

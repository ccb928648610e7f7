import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  jsonElements,
  jsonMember,
  jsonMembers,
  sameJson,
  setJsonMembers,
} from '../../../shared/rules/jsonText.ts';
import { referenceId, sameValue, threeWay } from '../../../shared/rules/merge.ts';

const REFERENCE = { nullIsAbsent: true, reference: true };

describe('canonical comparison', () => {
  it('takes every spelling of a number for the same number', () => {
    for (const text of ['1.1', '1.10', '11e-1', '0.11E1', '1.1000e0']) {
      expect(sameValue(text, '1.1'), text).toBe(true);
    }
    expect(sameValue('-0', '0')).toBe(true);
    expect(sameValue('-0.0e7', '0')).toBe(true);
    expect(sameValue('100', '1e2')).toBe(true);
    expect(sameValue('1.1', '1.11')).toBe(false);
  });

  it('tells numbers beyond 2^53 apart', () => {
    expect(sameValue('9007199254740993', '9007199254740992')).toBe(false);
    expect(sameValue('9007199254740993', '9007199254740993.0')).toBe(true);
    expect(sameValue('1e400', '2e400')).toBe(false);
  });

  it('takes numbers sent as text for numbers', () => {
    expect(sameValue('"12.50"', '12.5')).toBe(true);
    expect(sameValue('"12.50"', '"12.5"')).toBe(false);
    expect(sameValue('"x"', '12.5')).toBe(false);
  });

  it('takes a name that looks like a number for none', () => {
    for (const [name, number] of [
      ['"007"', '7'],
      ['"1e2"', '100'],
      ['"+5"', '5'],
      ['".5"', '0.5'],
    ] as const) {
      expect([name, sameValue(name, number)]).toEqual([name, false]);
    }
  });

  it('compares instants, whatever their offset', () => {
    expect(sameValue('"2026-05-01T10:00:00+02:00"', '"2026-05-01T08:00:00.000Z"')).toBe(true);
    expect(sameValue('"2026-05-01T10:00:00+0200"', '"2026-05-01T08:00:00Z"')).toBe(true);
    expect(sameValue('"2026-05-01T10:00:00Z"', '"2026-05-01T08:00:00Z"')).toBe(false);
    // A day or a time without an offset is no instant.
    expect(sameValue('"2026-05-01T10:00:00"', '"2026-05-01T10:00:00Z"')).toBe(false);
  });

  it('takes null and absent for the same only where told so', () => {
    expect(sameValue(null, 'null')).toBe(true);
    expect(sameValue(null, 'null', { nullIsAbsent: false, reference: false })).toBe(false);
    expect(sameValue(null, null, { nullIsAbsent: false, reference: false })).toBe(true);
    expect(sameValue(null, '""')).toBe(false);
  });

  it('takes arrays and geometry as a whole, keys in any order', () => {
    expect(sameValue('[{"lat":1,"lng":2.0}]', '[{"lng":2,"lat":1}]')).toBe(true);
    expect(sameValue('[1,2]', '[2,1]')).toBe(false);
    expect(sameValue('{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}')).toBe(true);
    expect(sameValue('{"__proto__":1}', '{}')).toBe(false);
  });

  it('compares references by id', () => {
    expect(sameValue('{"id":5,"name":"x"}', '5', REFERENCE)).toBe(true);
    expect(sameValue('"5"', '5', REFERENCE)).toBe(true);
    expect(sameValue('[{"id":2},{"id":1}]', '[1,2]', REFERENCE)).toBe(true);
    expect(sameValue('{"name":"x"}', 'null', REFERENCE)).toBe(false);
    expect(referenceId('null')).toBe(null);
  });

  it('is an equivalence over any JSON, in any key order and spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const tight = JSON.stringify(value);
        const wide = JSON.stringify(value, null, 2);
        expect(canonicalJson(wide)).toBe(canonicalJson(tight));
        expect(sameValue(tight, wide)).toBe(true);
      }),
    );
  });

  it('ends at the first difference, and tells what one spelling of each would', () => {
    // Values from a small stock, so that many are alike but for a part.
    const leaf = fc.constantFrom(0, 1, 1.5, '1', 'a', '2026-05-01T10:00:00Z', null, true);
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const [left, right] = [JSON.stringify(one, null, 1), JSON.stringify(other)];
        expect(sameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
        expect(sameJson(left, JSON.stringify(one))).toBe(true);
      }),
    );
  });
});

describe('three-way comparison', () => {
  it.each([
    ['1', '2', '1', 'send'],
    ['1', '2', '1.0', 'send'],
    ['1', '2', '2', 'drop'],
    ['1', '2', '3', 'conflict'],
    [null, '2', null, 'send'],
    [null, '2', 'null', 'send'],
    [null, '2', '3', 'conflict'],
    ['1', '2', null, 'conflict'],
  ])('base %s, mine %s, theirs %s: %s', (base, mine, theirs, verdict) => {
    expect(threeWay(base, mine, theirs)).toBe(verdict);
  });
});

describe('changing JSON as text', () => {
  const text =
    '{ "id":9007199254740993,"x" : 1.10,\n"__proto__":{"a":1},"q\\"k":"\\u0041","a.b":[1 , 2]}';

  it('keeps what is not touched to the letter', () => {
    const changed = setJsonMembers(text, new Map([['x', '2']]));
    expect(changed).toBe(text.replace('1.10', '2'));
    expect(jsonMember(changed, '__proto__')).toBe('{"a":1}');
  });

  it('names keys as data: quotes, dots and __proto__', () => {
    for (const key of ['__proto__', 'q"k', 'a.b', '$', 'constructor', '']) {
      const changed = setJsonMembers(text, new Map([[key, '"new"']]));
      expect(jsonMember(changed, key), key).toBe('"new"');
      const removed = setJsonMembers(changed, new Map([[key, null]]));
      expect(jsonMember(removed, key), key).toBe(null);
      expect(jsonMember(removed, 'id')).toBe('9007199254740993');
    }
  });

  it('sets a repeated key at each of its places', () => {
    expect(setJsonMembers('{"a":1,"a":2}', new Map([['a', '3']]))).toBe('{"a":3,"a":3}');
    expect(jsonMember('{"a":1,"a":2}', 'a')).toBe('2');
  });

  it('agrees with a parser on any object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.string(), fc.jsonValue(), (record, key, value) => {
        const source = JSON.stringify(record);
        const members = jsonMembers(source);
        expect([...members.keys()].sort()).toEqual(Object.keys(record).sort());
        const changed = setJsonMembers(source, new Map([[key, JSON.stringify(value)]]));
        expect(jsonMember(changed, key)).toBe(JSON.stringify(value));
        for (const [name, was] of members) {
          if (name !== key) expect(jsonMember(changed, name)).toBe(was);
        }
        const without: object = JSON.parse(
          setJsonMembers(changed, new Map([[key, null]])),
        ) as object;
        expect(Object.hasOwn(without, key)).toBe(false);
      }),
    );
  });

  it('splits arrays as a parser does', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const parts = jsonElements(JSON.stringify(values, null, 1));
        expect(parts.map((part) => JSON.stringify(JSON.parse(part)))).toEqual(
          values.map((value) => JSON.stringify(value)),
        );
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depthOf,
  elementSpans,
  firstValueAt,
  idOf,
  memberSpans,
} from '../../shared/rules/jsonReader.ts';
import { parseExact } from '../../shared/rules/jsonValue.ts';
import {
  jsonElements,
  jsonMember,
  jsonMembers,
  setJsonMembers,
} from '../../shared/rules/jsonText.ts';
import {
  memberOf,
  members,
  readJson,
  sourceOf,
  textOf,
  type Node,
} from '../../shared/rules/jsonTree.ts';
import { runs, RUNS_LIMIT_MS } from '../support/runs.ts';

/** Spellings that `JSON.stringify` never gives: escapes, exponents, long digits, lone surrogates. */
const spelled = fc.constantFrom(
  ...['1.10', '1e400', '-0', '9007199254740993', '123456789012345678901234567890', '0.1E-7'],
  ...[
    '"\\u0041\\ud800"',
    '"\\/\\"\\\\"',
    '"}],{[\\""',
    'true',
    'null',
    '{}',
    '[]',
    '[[[{}]]]',
    '"é😀"',
  ],
);
const space = fc.constantFrom('', ' ', '\n\t', '\r\n');
/**
 * `JSON.parse` of V8 13.6 takes a key that is written as an escape for the key `\` when an object
 * before it had that one in its place. Texts with such a key prove nothing about this reader.
 */
const judgedByParse = (text: string): boolean => !/"\\\\"\s*:/.test(text);

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'id', '', 'a"b\\', '\ud800', '{'),
  fc.string(),
);

/** JSON text with the parts that it was made of: repeated keys, white space, any spelling. */
const { value: valueText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(spelled, fc.json({ maxDepth: 1 })),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
      .map(([parts, gap]) => `[${gap}${parts.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }), space)
      .map(
        ([parts, gap]) =>
          `{${gap}${parts.map(([name, text]) => `${JSON.stringify(name)}${gap}:${gap}${text}`).join(`${gap},${gap}`)}${gap}}`,
      ),
  ),
}));
const objectParts = fc.array(fc.tuple(key, valueText), { maxLength: 6 });

function objectText(parts: readonly (readonly [string, string])[], gap: string): string {
  const spelledParts = parts.map(
    ([name, text]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${text}`,
  );
  return `${gap}{${spelledParts.join(',')}${parts.length === 0 ? gap : ''}}${gap}`;
}

/** A tree as `JSON.parse` would give it. */
function valueOf(node: Node): unknown {
  switch (node.type) {
    case 'object': {
      const value = {};
      for (const member of members(node)) {
        // As JSON.parse does: `__proto__` is a key like any other.
        Object.defineProperty(value, member.key, {
          ...{ value: valueOf(member.value), enumerable: true, configurable: true, writable: true },
        });
      }
      return value;
    }
    case 'array':
      return node.children.map(valueOf);
    default:
      return node.value;
  }
}

describe('the reader of JSON text', () => {
  it(
    'finds every member and element where JSON.parse does, to the letter',
    {
      timeout: RUNS_LIMIT_MS,
    },
    () => {
      fc.assert(
        fc.property(objectParts, space, (parts, gap) => {
          const text = objectText(parts, gap);
          fc.pre(judgedByParse(text));
          const found = memberSpans(text);
          expect(found.map(({ key: name, at, end }) => [name, text.slice(at, end)])).toEqual(parts);
          for (const { key: name, keyAt, keyEnd } of found) {
            expect(JSON.parse(text.slice(keyAt, keyEnd))).toBe(name);
          }
          const parsed: unknown = JSON.parse(text);
          for (const [name, last] of jsonMembers(text)) {
            expect(jsonMember(text, name)).toBe(last);
            expect(JSON.parse(last)).toEqual(Object.getOwnPropertyDescriptor(parsed, name)?.value);
            const first = parts.find(([other]) => other === name)?.[1] ?? '';
            expect(text.startsWith(first, firstValueAt(text, name))).toBe(true);
          }
          expect(firstValueAt(text, 'no such key')).toBe(-1);

          const values = parts.map(([, value]) => value);
          const list = `${gap}[${gap}${values.join(`${gap},${gap}`)}${gap}]${gap}`;
          expect(jsonElements(list)).toEqual(values);
          expect(list.slice(elementSpans(list).end)).toBe(gap);
        }),
        runs(1_000, 50_000),
      );
    },
  );

  it(
    'makes the tree that JSON.parse makes, to the digit, and keeps each source',
    { timeout: RUNS_LIMIT_MS },
    () => {
      fc.assert(
        fc.property(valueText, space, (text, gap) => {
          fc.pre(judgedByParse(text));
          const document = readJson(gap + text + gap);
          if (document === null) throw new Error('valid JSON is read');
          expect(sourceOf(document, document.root)).toBe(text);
          expect(valueOf(document.root)).toEqual(parseExact(text));
        }),
        runs(1_000, 50_000),
      );
    },
  );

  it('refuses what JSON.parse refuses', { timeout: RUNS_LIMIT_MS }, () => {
    fc.assert(
      fc.property(
        valueText,
        fc.nat(),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', 'x'),
        (text, place, piece) => {
          const cut = place % text.length;
          const broken = text.slice(0, cut) + piece + text.slice(cut + 1);
          let valid = true;
          try {
            JSON.parse(broken);
          } catch {
            valid = false;
          }
          expect(readJson(broken) !== null).toBe(valid);
        },
      ),
      runs(1_000, 50_000),
    );
  });

  it.each(['{"a":1,}', '{,}', '{"a" 1}', '{"a":}', '{"a":1', '{a:1}', '[1]', ''])(
    'throws on %j where an object is wanted',
    (text) => expect(() => memberSpans(text)).toThrow(SyntaxError),
  );

  it.each(['[1,]', '[,]', '[1 2]', '["a', '[1', '{}', ''])(
    'throws on %j where a list is wanted',
    (text) => expect(() => elementSpans(text)).toThrow(SyntaxError),
  );

  it.each([
    ['{"id":9007199254740993}', '9007199254740993'],
    ['{ "id" : "ä\\u0031" , "x":1}', 'ä1'],
    ['{"x":{"id":1},"i\\u0064":1.10,"id":2}', '1.10'],
    ['{"id":true}', ''],
    ['{"id":{"id":1}}', ''],
    ['{}', ''],
  ])('reads the id of %s as it is spelled', (text, id) => expect(idOf(text, 0)).toBe(id));

  it('changes members and leaves every other letter', { timeout: RUNS_LIMIT_MS }, () => {
    fc.assert(
      fc.property(objectParts, space, key, fc.option(valueText), (parts, gap, name, value) => {
        const text = objectText(parts, gap);
        const changed = memberSpans(setJsonMembers(text, new Map([[name, value]])));
        expect(changed.some((member) => member.key === name)).toBe(value !== null);
        const result = setJsonMembers(text, new Map([[name, value]]));
        const others = (source: string) =>
          memberSpans(source)
            .filter((member) => member.key !== name)
            .map((member) => source.slice(member.keyAt, member.end));
        expect(others(result)).toEqual(others(text));
      }),
      runs(500, 20_000),
    );
  });

  it('is no stack overflow, however deep a text is nested', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(readJson(nested(500))).not.toBeNull();
    expect(readJson(nested(501))).toBeNull();
    expect(depthOf(nested(1_000_000))).toBe(1_000_000);
    expect(elementSpans(nested(1_000_000)).elements).toHaveLength(1);
    expect(depthOf('"[[[" [')).toBe(1);
  });

  it('takes the last of repeated keys from a tree, and an own __proto__', () => {
    const root = readJson('{"a":1,"a":1.10,"__proto__":{"polluted":true}}')?.root;
    if (root === undefined) throw new Error('valid JSON is read');
    expect(memberOf(root, 'a')).toMatchObject({ value: 1.1 });
    expect(members(root)).toHaveLength(3);
    expect(memberOf(root, 'toString')).toBeUndefined();
    expect(textOf(root)).toBe('');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

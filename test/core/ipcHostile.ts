import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  endpoint,
  endpointNames,
  isWriteName,
  writeNames,
  type EndpointName,
} from '../../shared/api/catalogue.ts';
import { paramNamesOf, type Schema } from '../../shared/api/endpoint.ts';
import { callNames, contract, type CallName } from '../../shared/ipc/contract.ts';

/** Inputs of calls as a page that was taken over might make them. */

export interface HostileCall {
  name: CallName;
  input: unknown;
}

/** Ids and names that the core knows, so that what is hostile gets past the first look-up. */
export interface Known {
  opIds: string[];
  recordIds: string[];
  accountIds: string[];
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff\ud800',
  '\u202e\u0000\ufeff',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a.b..c',
  '.',
  '$',
  '$[0]',
  "'",
  '"',
  "'; DROP TABLE record; --",
  '%',
  '*',
  '" OR NEAR(',
  '-a AND (b',
  '../../../etc/passwd',
  'C:\\con',
  'https://[::1',
  'http://a:b@127.0.0.1:1/?q#f',
  'javascript:alert(1)',
  'not json',
  '{"__proto__":{"a":1}}',
  '[[[[[[[[[[1]]]]]]]]]]',
  '{"a":1e999}',
  '{"id":',
  '99999999999999999999',
  '-1',
  '1e400',
  'NaN',
  '~new-',
  'Europe/Nowhere',
  '٣',
  'ﷺ'.repeat(40),
  'a '.repeat(99),
  'z'.repeat(5_000),
  '['.repeat(3_000),
];

const HOSTILE_NUMBERS = [
  ...[0, -0, -1, 1, 0.5, 500, 501, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER],
  ...[2 ** 53, 1e21, 1e308, -1e308, Number.MIN_VALUE, NaN, Infinity, -Infinity],
];

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 12 }),
);

const number = fc.oneof(fc.constantFrom(...HOSTILE_NUMBERS), fc.integer(), fc.double());

/** Own keys that other objects inherit; `JSON.parse` makes `__proto__` one. */
function withKeys(entries: readonly [string, unknown][]): object {
  const made: object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(made, key, {
      ...{ value, enumerable: true, writable: true, configurable: true },
    });
  }
  return made;
}

const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  leaf: fc.oneof(
    text,
    number,
    fc.constantFrom<unknown>(null, undefined, true, false, 10n, new Date(NaN), new Map(), /a/),
    fc.uint8Array({ maxLength: 20 }),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => withKeys(entries)),
  ),
})).value;

/** What fields of these names are given now and then, beside what their type says. */
function familiar(key: string, known: Known): fc.Arbitrary<string> | null {
  const from = (values: readonly string[]): fc.Arbitrary<string> | null =>
    values.length === 0 ? null : fc.constantFrom(...values);
  if (key === 'endpoint') return from(endpointNames);
  if (key === 'opId' || key === 'opIds') return from(known.opIds);
  if (key === 'accountId') return from(known.accountIds);
  if (key === 'key') return fc.constantFrom('panes', 'theme');
  if (key === 'field') return fc.constantFrom('regNo', 'name', 'driver.fullName', 'id', 'a.b.c');
  if (key === 'id' || key.endsWith('Id')) return from(known.recordIds);
  return null;
}

/** Names that parameters of paths and fields of bodies have. */
const KEYS = ['vehicleId', 'areaId', 'userId', 'deviceId', 'name', 'regNo', 'points', 'id'];

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  valueType?: Schema;
  options?: Schema[];
  entries?: Record<string, string>;
  values?: unknown[];
  getter?: () => Schema;
}

/** Values of a schema's type with hostile leaves; its limits are not kept. */
function shaped(schema: Schema, known: Known, key = ''): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Definition;
  const inner = (of: Schema | undefined, name = key): fc.Arbitrary<unknown> =>
    of === undefined ? anything : shaped(of, known, name);
  switch (def.type) {
    case 'string': {
      const usual = familiar(key, known);
      if (usual === null) return text;
      return fc.oneof({ arbitrary: text, weight: 1 }, { arbitrary: usual, weight: 4 });
    }
    case 'number':
      return fc.oneof(
        { arbitrary: number, weight: 1 },
        { arbitrary: fc.constantFrom(0, 1, 50), weight: 2 },
      );
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'optional':
      return fc.option(inner(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null });
    case 'array':
      return fc.oneof(
        { arbitrary: fc.array(inner(def.element), { maxLength: 4 }), weight: 20 },
        {
          arbitrary: inner(def.element).map((one) => new Array<unknown>(4_000).fill(one)),
          weight: 1,
        },
      );
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => inner(option)));
    case 'record':
      return fc
        .array(
          fc
            .oneof(text, fc.constantFrom(...KEYS))
            .chain((name) => fc.tuple(fc.constant(name), inner(def.valueType, name))),
          { maxLength: 4 },
        )
        .map((entries) => withKeys(entries));
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([name, field]) => [name, inner(field, name)]),
        ),
      );
    case 'custom':
      return fc.oneof(fc.uint8Array({ maxLength: 200 }), anything);
    default:
      return anything;
  }
}

/** Puts something else in the place of one field, at any depth. */
function broken(value: unknown, with_: unknown, turns: readonly number[]): unknown {
  const [turn, ...later] = turns;
  if (turn === undefined || typeof value !== 'object' || value === null) return with_;
  if (ArrayBuffer.isView(value)) return with_;
  const entries = Object.entries(value);
  const chosen = entries[turn % Math.max(1, entries.length)];
  if (chosen === undefined) return with_;
  const changed = broken(chosen[1], with_, later);
  if (Array.isArray(value)) return value.with(Number(chosen[0]), changed);
  return withKeys(entries.map(([key, old]) => [key, key === chosen[0] ? changed : old]));
}

/** JSON text of a record, or what is none. */
const recordText: fc.Arbitrary<string> = fc.oneof(
  text,
  fc.json(),
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), text), fc.jsonValue()), { maxLength: 4 })
    .map((entries) => JSON.stringify(withKeys(entries))),
);
const given = fc.option(recordText, { nil: undefined, freq: 2 });

/** A read or write of the catalogue with its own parameters and fields, hostile values in them. */
function aimed(names: readonly EndpointName[], known: Known): fc.Arbitrary<object> {
  return fc.constantFrom(...names).chain((name) => {
    const row = endpoint(name);
    const params = paramNamesOf(row).map((param) => [param, shaped(z.string(), known, 'id')]);
    const body = row.body === undefined ? fc.constant({}) : shaped(row.body, known);
    const anyBody = fc
      .tuple(body, anything, fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }))
      .map(([value, with_, turns]) => broken(value, with_, turns));
    const made = {
      endpoint: fc.constant(name),
      params: fc.record(Object.fromEntries(params) as Record<string, fc.Arbitrary<unknown>>),
    };
    return isWriteName(name)
      ? fc.record({ ...made, body: fc.oneof(body, anyBody), extra: given, seen: given })
      : fc.record({ ...made, refresh: fc.constantFrom('never', 'ifMissing', 'always') });
  });
}

/** A call of the table with an input that is shaped as it asks, broken in one place, or anything. */
export function hostileCall(known: Known): fc.Arbitrary<HostileCall> {
  const readNames = endpointNames.filter((name) => !isWriteName(name));
  const aims = new Map<CallName, fc.Arbitrary<object>>([
    ['outbox.write', aimed(writeNames, known)],
    ['records.read', aimed(readNames, known)],
  ]);
  // These take in most of what the page sends.
  const often: CallName[] = ['outbox.write', 'records.read', 'records.window', 'records.search'];
  const also: CallName[] = ['records.facets', 'records.ids', 'outbox.decide'];
  return fc.constantFrom(...callNames, ...often, ...often, ...also, ...also).chain((name) => {
    const fits = shaped(contract[name].input, known);
    const breaks = fc
      .tuple(fits, anything, fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }))
      .map(([value, with_, turns]) => broken(value, with_, turns));
    const input = fc.oneof(
      { arbitrary: aims.get(name) ?? fits, weight: 7 },
      { arbitrary: fits, weight: 2 },
      { arbitrary: breaks, weight: 3 },
      { arbitrary: anything, weight: 1 },
    );
    return input.map((made) => ({ name, input: made }));
  });
}

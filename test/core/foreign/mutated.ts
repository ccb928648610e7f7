import fc from 'fast-check';

/** Bytes and texts that were right once: what a damaged file or a hostile service may look like. */

/** Longer than this nothing grows: inputs are many. */
const MOST_BYTES = 200_000;

/** What parsers of texts stumble over. */
export const TOKENS: readonly string[] = [
  ...['', '\0', '\ufeff', '\ud800', '\u2028', '\n', '\r', '\t', ' ', '"', "'", '\\', ',', ';', '='],
  ...['{', '}', '[', ']', '[[', '{"a":', '":', 'null', 'true', '-', '-0', '1e999', '1e-999', '0x1'],
  ...['99999999999999999999', '1.10', 'NaN', 'Infinity', '__proto__', 'constructor', 'toString'],
  ...[
    '"__proto__":{"a":1},',
    '"id":',
    '"\\ud800"',
    '\\u0000',
    '../',
    '/',
    '//',
    '..',
    '%00',
    '%2f',
  ],
  ...[
    '<',
    '<!DOCTYPE x [<!ENTITY a "&a;">]>',
    '&a;',
    '&#0;',
    '</row>',
    ']]>',
    '=1+1',
    '@',
    '~new-',
  ],
];

/** Long runs, at each letter of which a careless pattern would begin anew. */
const RUNS = [' ', '0', '-', '\\', '<path '].map((token) => Buffer.from(token.repeat(20_000)));

const HOSTILE_BYTES = TOKENS.map((token) => Buffer.from(token));

type Edit =
  | { do: 'put'; at: number; bytes: Uint8Array }
  | { do: 'cut'; at: number; length: number }
  | { do: 'flip'; at: number; bits: number }
  | { do: 'repeat'; at: number; length: number; times: number }
  | { do: 'end'; at: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const short = fc.integer({ min: 1, max: 24 });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      at: place,
      bytes: fc.oneof(
        { arbitrary: fc.constantFrom(...HOSTILE_BYTES), weight: 10 },
        { arbitrary: fc.uint8Array({ maxLength: 8 }), weight: 10 },
        { arbitrary: fc.constantFrom(...RUNS), weight: 1 },
      ),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ do: fc.constant('cut' as const), at: place, length: short }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('flip' as const),
      at: place,
      bits: fc.integer({ min: 1, max: 255 }),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      at: place,
      length: short,
      times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5_000 })),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant('end' as const), at: place }), weight: 1 },
);

function apply(bytes: Buffer, change: Edit): Buffer {
  const at = Math.floor(change.at * bytes.length);
  switch (change.do) {
    case 'put':
      return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at)]);
    case 'cut':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.length)]);
    case 'flip': {
      const made = Buffer.from(bytes);
      const old = made[at];
      if (old !== undefined) made[at] = old ^ change.bits;
      return made;
    }
    case 'repeat': {
      const piece = bytes.subarray(at, at + change.length);
      const times = Math.min(change.times, Math.floor(MOST_BYTES / Math.max(1, piece.length)));
      const more = Buffer.concat(new Array<Buffer>(times).fill(piece));
      return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
    }
    case 'end':
      return bytes.subarray(0, at);
  }
}

/** One of the samples, changed in none to a few places; now and then nothing like them. */
export function mutatedBytes(samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { maxLength: 5 }))
    .map(([sample, edits]) => {
      const made = edits.reduce(apply, Buffer.from(sample)).subarray(0, MOST_BYTES);
      return Uint8Array.from(made);
    });
  return fc.oneof(
    { arbitrary: changed, weight: 12 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
  );
}

/** The same for texts; what is no UTF-8 becomes what a decoder makes of it. */
export function mutatedText(samples: readonly string[]): fc.Arbitrary<string> {
  const bytes = mutatedBytes(samples.map((sample) => Buffer.from(sample)));
  return fc.oneof(
    { arbitrary: bytes.map((made) => Buffer.from(made).toString('utf8')), weight: 12 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
  );
}

const leaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e21, 2 ** 53, '', '__proto__', [], {}),
  fc.constantFrom(...TOKENS),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 30 }),
);

function put(value: unknown, turns: readonly number[], made: unknown): unknown {
  const [turn, ...later] = turns;
  if (turn === undefined || typeof value !== 'object' || value === null) return made;
  const keys = Object.keys(value);
  const key = keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return made;
  const inside = put((value as Record<string, unknown>)[key], later, made);
  return Array.isArray(value) ? value.with(Number(key), inside) : { ...value, [key]: inside };
}

/** JSON texts of a sample, with other values in a few places: its shape holds, its content does not. */
export function mutatedJson(samples: readonly string[]): fc.Arbitrary<string> {
  const turns = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(turns, leaf), { maxLength: 4 }))
    .map(([sample, changes]) =>
      JSON.stringify(
        changes.reduce<unknown>((value, [way, made]) => put(value, way, made), JSON.parse(sample)),
      ),
    );
  return fc.oneof(changed, mutatedText(samples));
}

/**
 * Messages between the headless host and its page: a JSON header and a binary tail. Typed arrays
 * travel in the tail and are listed in the header by their path, so that no text of a tenant can
 * pass for one.
 */

const KINDS = { Uint8Array, Float32Array, Float64Array } as const;
type Kind = keyof typeof KINDS;
type Binary = Uint8Array | Float32Array | Float64Array;

interface Part {
  path: (string | number)[];
  kind: Kind;
  bytes: number;
}

function kindOf(value: unknown): Kind | null {
  for (const kind of Object.keys(KINDS) as Kind[]) if (value instanceof KINDS[kind]) return kind;
  return null;
}

/** Holds nothing: by far the most, in lists of thousands, and no path is made for it. */
function isPlain(value: unknown): value is string | number | boolean | null | undefined {
  return typeof value !== 'object' || value === null;
}

/** Takes the typed arrays out of a value, leaving null in their places. */
function takeOut(value: unknown, path: Part['path'], parts: Part[], tails: Binary[]): unknown {
  if (isPlain(value)) return value;
  const kind = kindOf(value);
  if (kind !== null) {
    const binary = value as Binary;
    parts.push({ path, kind, bytes: binary.byteLength });
    tails.push(binary);
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      isPlain(item) ? item : takeOut(item, [...path, index], parts, tails),
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isPlain(item) ? item : takeOut(item, [...path, key], parts, tails),
    ]),
  );
}

/** Packs a message: four bytes of header length (little-endian), the header, the binary parts. */
export function encodeFrame(message: unknown): Uint8Array<ArrayBuffer> {
  const parts: Part[] = [];
  const tails: Binary[] = [];
  const value = takeOut(message, [], parts, tails);
  const header = new TextEncoder().encode(JSON.stringify({ value, parts }));
  const size = tails.reduce((sum, tail) => sum + tail.byteLength, 4 + header.byteLength);
  const frame = new Uint8Array(size);
  new DataView(frame.buffer).setUint32(0, header.byteLength, true);
  frame.set(header, 4);
  let offset = 4 + header.byteLength;
  for (const tail of tails) {
    frame.set(new Uint8Array(tail.buffer, tail.byteOffset, tail.byteLength), offset);
    offset += tail.byteLength;
  }
  return frame;
}

/** Unpacks a message. Throws on anything that `encodeFrame` would not have made. */
export function decodeFrame(frame: Uint8Array): unknown {
  const headerBytes = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(
    0,
    true,
  );
  const header = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(frame.subarray(4, 4 + headerBytes)),
  ) as { value: unknown; parts: Part[] };
  let offset = 4 + headerBytes;
  let root = header.value;
  for (const part of header.parts) {
    const isSize = Number.isInteger(part.bytes) && part.bytes >= 0;
    if (!isSize || !Object.hasOwn(KINDS, part.kind) || offset + part.bytes > frame.byteLength) {
      throw new Error('Malformed frame');
    }
    // A copy, because the parts of a frame are not aligned for their element size; and not by
    // `slice`, which gives a view into all of its pool where the frame is a Node Buffer.
    const { buffer } = new Uint8Array(frame.subarray(offset, offset + part.bytes));
    offset += part.bytes;
    root = putBack(root, part.path, new KINDS[part.kind](buffer));
  }
  return root;
}

function putBack(root: unknown, path: Part['path'], binary: Binary): unknown {
  const last = path.at(-1);
  if (last === undefined) return binary;
  let holder: unknown = root;
  for (const key of path.slice(0, -1)) holder = own(holder, key);
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, last)) {
    throw new Error('Malformed frame');
  }
  Object.defineProperty(holder, last, {
    value: binary,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return root;
}

function own(holder: unknown, key: string | number): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) {
    throw new Error('Malformed frame');
  }
  return (holder as Record<string | number, unknown>)[key];
}

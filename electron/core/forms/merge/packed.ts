import { inflateSync } from 'node:zlib';
import { type Cos, DamagedPdf, type Dict, Name, type Stream } from './cos.ts';

/** Lists of objects and objects that lie packed in a stream (ISO 32000-1, 7.5.7 and 7.5.8). */

const numberOf = (value: Cos | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
const onlyOf = (value: Cos | undefined): Cos =>
  (Array.isArray(value) && value.length < 2 ? value[0] : value) ?? null;

/** Undoes what a file did to a table's rows so that they pack better (PNG, 9.2). */
function unfiltered(bytes: Buffer, params: Dict): Buffer {
  const predictor = numberOf(params.get('Predictor'), 1);
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new DamagedPdf('It is packed in a way that is not known.');
  const bits = numberOf(params.get('Colors'), 1) * numberOf(params.get('BitsPerComponent'), 8);
  const width = Math.ceil((numberOf(params.get('Columns'), 1) * bits) / 8);
  const step = Math.max(1, Math.ceil(bits / 8));
  if (!(width > 0)) throw new DamagedPdf('Its list of objects is damaged.');
  const rows = Math.floor(bytes.byteLength / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (width + 1)] ?? 0;
    for (let at = 0; at < width; at += 1) {
      const to = row * width + at;
      const left = at < step ? 0 : (out[to - step] ?? 0);
      const above = row === 0 ? 0 : (out[to - width] ?? 0);
      const corner = row === 0 || at < step ? 0 : (out[to - width - step] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][kind] ?? 0;
      out[to] = (bytes[row * (width + 1) + 1 + at] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/**
 * The bytes of a stream that holds objects.
 *
 * @param most bytes that it may unpack to
 * @throws DamagedPdf for more, and for other packings than such streams have
 */
export function unpacked({ dict, bytes }: Stream, most: number): Buffer {
  const filter = onlyOf(dict.get('Filter'));
  const params = onlyOf(dict.get('DecodeParms'));
  if (filter === null) return Buffer.from(bytes);
  if (!(filter instanceof Name) || filter.text !== 'FlateDecode') {
    throw new DamagedPdf('It is packed in a way that is not known.');
  }
  try {
    const plain = inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
    return params instanceof Map ? unfiltered(plain, params) : plain;
  } catch {
    throw new DamagedPdf('It does not unpack.');
  }
}

/** What a packed list says of an object: 0 taken away, 1 at an offset, 2 in a pack. */
export interface ListEntry {
  id: number;
  kind: number;
  field: number;
}

/** The entries of a packed list of objects. */
export function listEntries(dict: Dict, bytes: Buffer): ListEntry[] {
  const widths = dict.get('W');
  const [a, b, c] = (Array.isArray(widths) ? widths : []).map((width) => numberOf(width, -1));
  if (a === undefined || b === undefined || c === undefined || Math.min(a, b, c) < 0) {
    throw new DamagedPdf('Its list of objects is damaged.');
  }
  const index = dict.get('Index');
  const stretches = Array.isArray(index) ? index : [0, dict.get('Size') ?? 0];
  const entries: ListEntry[] = [];
  let at = 0;
  const field = (width: number, otherwise: number): number => {
    if (width === 0) return otherwise;
    let value = 0;
    for (const end = at + width; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
    return value;
  };
  for (let stretch = 0; stretch + 1 < stretches.length; stretch += 2) {
    const [first, count] = [numberOf(stretches[stretch], 0), numberOf(stretches[stretch + 1], 0)];
    for (let id = first; id < first + count && at + a + b + c <= bytes.byteLength; id += 1) {
      if (a + b + c === 0) break;
      const kind = field(a, 1);
      const place = field(b, 0);
      field(c, 0);
      entries.push({ id, kind, field: place });
    }
  }
  return entries;
}

/** Which letters a font draws, read out of its file (OpenType: `cmap`, `name`). */

export interface Coverage {
  /** The family as typographers sort it; empty where the file names none. */
  family: string;
  has(codePoint: number): boolean;
}

const PLANES = 0x40000;

/** Where a table of the font begins; undefined where it has none. */
function tableOf(bytes: Buffer, tag: string): number | undefined {
  const count = bytes.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    if (bytes.toString('latin1', at, at + 4) === tag) return bytes.readUInt32BE(at + 8);
  }
  return undefined;
}

function familyOf(bytes: Buffer): string {
  const table = tableOf(bytes, 'name');
  if (table === undefined) return '';
  const count = bytes.readUInt16BE(table + 2);
  const storage = table + bytes.readUInt16BE(table + 4);
  let family = '';
  for (let at = table + 6; at < table + 6 + count * 12; at += 12) {
    const name = bytes.readUInt16BE(at + 6);
    // Platform 3 (Windows) is UTF-16; 16 is the typographic family and goes before 1.
    if (bytes.readUInt16BE(at) !== 3 || (name !== 1 && name !== 16)) continue;
    if (bytes.readUInt16BE(at + 4) !== 0x409) continue;
    const from = storage + bytes.readUInt16BE(at + 10);
    const text = Buffer.from(bytes.subarray(from, from + bytes.readUInt16BE(at + 8)))
      .swap16()
      .toString('utf16le');
    if (name === 16) return text;
    family = text;
  }
  return family;
}

type Mark = (from: number, to: number) => void;

function readSegments(bytes: Buffer, at: number, mark: Mark): void {
  const segments = bytes.readUInt16BE(at + 6) / 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const to = bytes.readUInt16BE(at + 14 + segment * 2);
    const from = bytes.readUInt16BE(at + 16 + (segments + segment) * 2);
    // The last segment is a mark of the end, not a letter.
    if (from !== 0xffff) mark(from, Math.min(to, 0xfffe));
  }
}

function readGroups(bytes: Buffer, at: number, mark: Mark): void {
  const groups = bytes.readUInt32BE(at + 12);
  for (let group = at + 16; group < at + 16 + groups * 12; group += 12) {
    mark(bytes.readUInt32BE(group), bytes.readUInt32BE(group + 4));
  }
}

/** What a font draws; null where the bytes are no font of this kind. */
export function coverageOf(bytes: Buffer): Coverage | null {
  try {
    const table = tableOf(bytes, 'cmap');
    if (table === undefined) return null;
    const letters = new Uint8Array(PLANES / 8);
    const mark: Mark = (from, to) => {
      for (let code = from; code <= to && code < PLANES; code += 1) {
        letters[code >> 3] = (letters[code >> 3] ?? 0) | (1 << (code & 7));
      }
    };
    const count = bytes.readUInt16BE(table + 2);
    for (let at = table + 4; at < table + 4 + count * 8; at += 8) {
      const subtable = table + bytes.readUInt32BE(at + 4);
      const format = bytes.readUInt16BE(subtable);
      if (format === 4) readSegments(bytes, subtable, mark);
      if (format === 12) readGroups(bytes, subtable, mark);
    }
    return {
      family: familyOf(bytes),
      has: (code) => code < PLANES && ((letters[code >> 3] ?? 0) & (1 << (code & 7))) !== 0,
    };
  } catch {
    return null;
  }
}

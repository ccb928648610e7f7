import { readFileSync } from 'node:fs';

/** A font for letters that no bundled font has, made of the drawings of another (OpenType tables). */

const BASE = new URL(
  '../../node_modules/@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  import.meta.url,
);
/** Rules for the letters of the other script. */
const LEFT_OUT = new Set(['cmap', 'name', 'GSUB', 'GPOS', 'GDEF', 'DSIG']);

/** Which letters it has: as many as wished from one on, drawn by the glyphs from the tenth on. */
function cmapOf(first: number, count: number): Buffer {
  const table = Buffer.alloc(40);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(28, 16);
  table.writeUInt32BE(1, 24);
  table.writeUInt32BE(first, 28);
  table.writeUInt32BE(first + count - 1, 32);
  table.writeUInt32BE(10, 36);
  return table;
}

function nameOf(family: string): Buffer {
  const ids = [1, 2, 4, 6];
  const texts = ids.map((id) => Buffer.from(id === 2 ? 'Regular' : family, 'utf16le').swap16());
  const head = Buffer.alloc(6 + ids.length * 12);
  head.writeUInt16BE(ids.length, 2);
  head.writeUInt16BE(head.byteLength, 4);
  let offset = 0;
  for (const [at, id] of ids.entries()) {
    const length = texts[at]?.byteLength ?? 0;
    [3, 1, 0x409, id, length, offset].forEach((value, field) => {
      head.writeUInt16BE(value, 6 + at * 12 + field * 2);
    });
    offset += length;
  }
  return Buffer.concat([head, ...texts]);
}

/** @param first code point of its letters */
export function madeFont(family: string, first: number, count: number): Uint8Array {
  const base = readFileSync(BASE);
  const tables = new Map<string, Buffer>([
    ['cmap', cmapOf(first, count)],
    ['name', nameOf(family)],
  ]);
  for (let at = 12; at < 12 + base.readUInt16BE(4) * 16; at += 16) {
    const tag = base.toString('latin1', at, at + 4);
    const from = base.readUInt32BE(at + 8);
    if (!LEFT_OUT.has(tag)) tables.set(tag, base.subarray(from, from + base.readUInt32BE(at + 12)));
  }
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + sorted.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(sorted.length, 4);
  const bodies: Buffer[] = [];
  let offset = head.byteLength;
  for (const [at, [tag, bytes]] of sorted.entries()) {
    head.write(tag, 12 + at * 16, 'latin1');
    head.writeUInt32BE(offset, 12 + at * 16 + 8);
    head.writeUInt32BE(bytes.byteLength, 12 + at * 16 + 12);
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.byteLength % 4)) % 4)]);
    bodies.push(padded);
    offset += padded.byteLength;
  }
  return Uint8Array.from(Buffer.concat([head, ...bodies]));
}

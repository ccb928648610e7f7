import { crc32, deflateSync } from 'node:zlib';
import type { Draw } from '../world/random.ts';

/** Small pictures that are made here, so that none has to be shipped or copied. */

/** For pictures of a few kilobytes: what zlib sets aside otherwise takes longer than packing them. */
const SMALL = { level: 3, windowBits: 12, memLevel: 5, chunkSize: 4096 };

const SIGNATURE_BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG (RFC 2083), 8-bit RGB, from a colour for each pixel. */
function png(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colourAt(x, y);
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = red;
      rows[at + 1] = green;
      rows[at + 2] = blue;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE_BYTES,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, SMALL)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

/** A yard under a sky with a lorry in it, as `data:` address. */
export function photo(draw: Draw): string {
  const width = 96;
  const height = 64;
  const horizon = draw.integer(24, 36);
  const left = draw.integer(10, 40);
  const paint = [draw.integer(40, 220), draw.integer(40, 220), draw.integer(40, 220)] as const;
  const tyre = [25, 25, 28] as const;
  // Sky and yard are the same all along a row.
  const behind = Array.from({ length: height }, (_, y) =>
    y < horizon
      ? ([170 - y, 200 - y, 235 - y] as const)
      : ([120 - (y % 7), 118 - (y % 7), 112 - (y % 5)] as const),
  );
  return dataUrl(
    png(width, height, (x, y) => {
      const cab = x >= left + 34 && x < left + 44 && y >= horizon - 6 && y < horizon + 10;
      const box = x >= left && x < left + 32 && y >= horizon - 14 && y < horizon + 10;
      const wheel =
        y >= horizon + 10 &&
        y < horizon + 14 &&
        [4, 26, 38].some((at) => x - left >= at && x - left < at + 5);
      if (wheel) return tyre;
      return cab || box ? paint : (behind[y] ?? tyre);
    }),
  );
}

/** A scrawl as SVG path data in a box of 200 by 70. */
export function strokes(draw: Draw): string {
  const parts = ['M 8 45'];
  let x = 8;
  while (x < 180) {
    const step = draw.integer(8, 22);
    parts.push(
      `c ${Math.round(step / 3)} ${draw.integer(-35, -5)} ${step} ${draw.integer(-20, 25)} ${step} ${draw.integer(-4, 4)}`,
    );
    x += step;
  }
  return parts.join(' ');
}

/** The same kind of scrawl as a picture. */
export function signaturePng(draw: Draw): string {
  const height = 40;
  const pace = draw.between(3, 6);
  const swing = draw.between(7, 12);
  // A hand that tires: loops that grow smaller and drift.
  const line = Array.from({ length: 120 }, (_, x) => {
    const tired = 1 - x / 160;
    return 20 + swing * tired * Math.sin(x / pace) + 4 * Math.sin(x / (pace * 2.7));
  });
  const ink = [20, 40, 110] as const;
  const paper = [255, 255, 255] as const;
  return dataUrl(
    png(line.length, height, (x, y) => {
      const here = line[x] ?? 0;
      const before = line[x - 1] ?? here;
      const inked = y >= Math.min(here, before) - 0.8 && y <= Math.max(here, before) + 0.8;
      return inked ? ink : paper;
    }),
  );
}

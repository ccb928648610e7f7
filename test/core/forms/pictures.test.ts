import { expect, test } from 'vitest';
import { anyPictureIn, photoOf } from '../../../electron/core/forms/document/pictures.ts';

/** The beginning of a photo of 400 by 300 points, with how the camera was held. */
function photo(orientation: number, order: 'II' | 'MM'): Buffer {
  const short = (value: number): Buffer => {
    const bytes = Buffer.alloc(2);
    if (order === 'II') bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const long = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    if (order === 'II') bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const fact = (tag: number, value: number) => [
    short(tag),
    short(3),
    long(1),
    short(value),
    short(0),
  ];
  const tiff = Buffer.concat([
    ...[Buffer.from(order), short(42), long(8), short(2)],
    ...[...fact(0x0100, 400), ...fact(0x0112, orientation), long(0)],
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([
    ...[Buffer.from('ffd8ffe1', 'hex'), length, exif],
    Buffer.from('ffc0001108012c01900301220002110103110100', 'hex'),
  ]);
}

test.each([
  [1, 400, 300],
  [3, 400, 300],
  [6, 300, 400],
  [8, 300, 400],
])(
  'a photo has the sides that are seen, however the camera was held: %i',
  (turned, width, height) => {
    for (const order of ['II', 'MM'] as const) {
      expect(anyPictureIn(photo(turned, order))).toMatchObject({
        widthPx: width,
        heightPx: height,
      });
    }
  },
);

test('facts of a camera that are cut off or lie stop nothing', () => {
  const whole = photo(6, 'II');
  for (let cut = 8; cut < 50; cut += 1) {
    const bytes = Buffer.concat([
      whole.subarray(0, 12),
      Buffer.alloc(cut, 0xff),
      whole.subarray(12 + cut),
    ]);
    expect(() => anyPictureIn(bytes)).not.toThrow();
  }
});

test('a photo is whole whatever its phone put behind it, and damaged where its own end is gone', () => {
  const scan = Buffer.from('ffda0008010100003f00aabb', 'hex');
  const [end, film] = [Buffer.from('ffd9', 'hex'), Buffer.from('00ffda0001', 'hex')];
  // A small picture among the camera's facts has a scan and an end too.
  const small = Buffer.concat([Buffer.from('ffe2000b', 'hex'), scan.subarray(0, 7), end]);
  const begun = Buffer.concat([photo(1, 'II').subarray(0, -1), small, scan]);
  const why = (...parts: Buffer[]): unknown =>
    photoOf(`data:image/jpeg;base64,${Buffer.concat(parts).toString('base64')}`).why;
  expect(why(begun, end)).toBeNull();
  expect(why(begun, end, film)).toBeNull();
  expect(why(begun)).toEqual({ is: 'damaged' });
});

import { expect, it } from 'vitest';
import { decodeFrame, encodeFrame } from '../../electron/headless/frame.ts';

it('carries JSON values and typed arrays in any place', () => {
  const message = {
    id: 1,
    answer: {
      text: 'Łódź ☂',
      bytes: new Uint8Array([1, 2, 3]),
      rows: [{ at: new Float64Array([1.5, Number.NaN]) }, null],
    },
  };
  expect(decodeFrame(encodeFrame(message))).toEqual(message);
});

it('never takes text of a tenant for a typed array', () => {
  const forged = { parts: [{ path: ['x'], kind: 'Uint8Array', bytes: 4 }], x: null };
  expect(decodeFrame(encodeFrame(forged))).toEqual(forged);
});

it('refuses a frame that names parts it does not hold', () => {
  const header = new TextEncoder().encode(
    JSON.stringify({ value: { x: null }, parts: [{ path: ['x'], kind: 'Uint8Array', bytes: 99 }] }),
  );
  const frame = new Uint8Array(4 + header.byteLength);
  new DataView(frame.buffer).setUint32(0, header.byteLength, true);
  frame.set(header, 4);
  expect(() => decodeFrame(frame)).toThrow('Malformed frame');
});

it('refuses a path through a prototype', () => {
  const header = new TextEncoder().encode(
    JSON.stringify({
      value: {},
      parts: [{ path: ['__proto__', 'x'], kind: 'Uint8Array', bytes: 0 }],
    }),
  );
  const frame = new Uint8Array(4 + header.byteLength);
  new DataView(frame.buffer).setUint32(0, header.byteLength, true);
  frame.set(header, 4);
  expect(() => decodeFrame(frame)).toThrow('Malformed frame');
});

it('gives each typed array bytes of its own, also out of a Buffer that shares its memory', () => {
  const frame = encodeFrame({ bytes: new Uint8Array([1, 2, 3]) });
  const pool = Buffer.concat([Buffer.from('before'), frame, Buffer.from('after')]);
  const inside = pool.subarray(6, 6 + frame.byteLength);
  expect(decodeFrame(inside)).toEqual({ bytes: new Uint8Array([1, 2, 3]) });
});

it.each([-1, 0.5, '4', null])('refuses a part of %j bytes', (bytes) => {
  const value = { x: null };
  const parts = [{ path: ['x'], kind: 'Uint8Array', bytes }];
  const header = new TextEncoder().encode(JSON.stringify({ value, parts }));
  const frame = new Uint8Array(4 + header.byteLength + 8);
  new DataView(frame.buffer).setUint32(0, header.byteLength, true);
  frame.set(header, 4);
  expect(() => decodeFrame(frame)).toThrow('Malformed frame');
});

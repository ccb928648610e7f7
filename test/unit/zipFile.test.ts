import { expect, test } from 'vitest';
import { readAreaFile } from '../../renderer/features/areas/files/read.ts';
import { isZip } from '../../shared/rules/zipFile.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a ZIP file is told by four bytes, and areas whose first column is called PK are read', async () => {
  expect(isZip(bytesOf('PK\u0003\u0004'))).toBe(true);
  for (const text of ['PK', 'PK,name', 'pk\u0003\u0004', ''])
    expect(isZip(bytesOf(text))).toBe(false);
  const read = await readAreaFile(
    'a.csv',
    bytesOf('PK,name,lat,lng,radius\n1,Quarry,41.05,-2.31,150\n'),
  );
  expect(read).toMatchObject({ ok: true, found: [{ name: 'Quarry' }] });
});

import { describe, expect, it } from 'vitest';
import { brandOf } from '../../../electron/core/forms/brand.ts';
import { DocumentMaker } from '../../../electron/core/forms/document/make.ts';
import { documentKey } from '../../../electron/core/sync/single.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { collecting, type Collected } from '../answers/support.ts';
import { valueOf } from '../db/support.ts';

/** Whose a document is: the name and the sign of the company, as its service tells them. */

const LOGO = 'https://fleet.example/files/sign.png';
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SRC = `data:image/png;base64,${PNG.toString('base64')}`;

async function put(
  { context }: Collected,
  endpoint: 'getProvider' | 'listMyThemes',
  value: unknown,
): Promise<void> {
  valueOf(
    await context.store.write('documents.put', {
      ...{ key: documentKey(endpoint, {}, {}), endpoint, params: '{}', query: '{}' },
      ...{ text: JSON.stringify(value), path: '$', readAt: 1 },
    }),
  );
}

const files = ({ service }: Collected): string[] =>
  service.requests.filter((one) => one.startsWith('file'));

describe('the company of a document', () => {
  it('is named with its sign, which stand at its head with words for it', async () => {
    const under = await collecting();
    await put(under, 'getProvider', { name: 'provider', value: { companyName: 'Nordwind' } });
    await put(under, 'listMyThemes', [{ theme: { logo: SRC } }]);
    const brand = await brandOf(under.context);
    expect(brand).toEqual({ tenant: 'Nordwind', logo: SRC });
    const source = { answerId: '1', answerJson: '{"id":1}', formJson: null, readAt: 0 };
    const made = new DocumentMaker(null, []).make([source], {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
      ...brand,
    });
    const file = await readPdf(made?.pdf ?? new Uint8Array());
    expect(file.dense.startsWith('Nordwind')).toBe(true);
    expect(file.alternatives).toEqual(['Logo']);
    expect(files(under)).toEqual([]);
  });

  it('has a sign that lies at the service: fetched once, and here without a network', async () => {
    const under = await collecting();
    await put(under, 'listMyThemes', [{ logoUrl: LOGO }]);
    under.service.files.set(LOGO, PNG);
    const both = await Promise.all([brandOf(under.context), brandOf(under.context)]);
    expect(both).toEqual([1, 2].map(() => ({ tenant: '', logo: SRC })));
    under.allow(false);
    expect((await brandOf(under.context)).logo).toBe(SRC);
    expect(files(under)).toEqual([`file ${LOGO}`]);
  });

  it('has none where it can’t be had or lies at another server, which is not asked', async () => {
    const under = await collecting();
    await put(under, 'listMyThemes', [{ logo: LOGO }, { logo: 'https://other.example/logo.png' }]);
    expect((await brandOf(under.context)).logo).toBeNull();
    // Not once for each of a thousand documents.
    expect((await brandOf(under.context)).logo).toBeNull();
    expect(files(under)).toEqual([`file ${LOGO}`]);
  });
});

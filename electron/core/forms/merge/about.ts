import { inflateSync } from 'node:zlib';
import { type Cos, DamagedPdf, type Dict, Name, Ref, textString } from './cos.ts';
import { isStream, type SourceFile } from './source.ts';

/** What a merged file says of itself. */

/** What a file of the typesetter says of itself, as XML. */
export function metadataOf(source: SourceFile): Uint8Array {
  const at = source.catalog.get('Metadata');
  const stream = at instanceof Ref ? source.get(at.id) : null;
  if (stream === null || !isStream(stream)) throw new DamagedPdf('It says nothing of itself.');
  return stream.dict.has('Filter') ? inflateSync(stream.bytes) : stream.bytes.slice();
}

/** What the merged file says of itself: its own pages and its own name. */
export function metadataWith(bytes: Uint8Array, pages: number, fingerprint: string): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/(<xmpTPg:NPages>)\d+/, `$1${pages}`)
    .replaceAll(/(<xmpMM:(?:Instance|Document)ID>)[^<]*/g, `$1${fingerprint}`);
  return Buffer.from(text, 'utf8');
}

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a file is of which parts are somebody else's: tagged and titled, and no more. */
export function plainAbout(
  title: string,
  language: Cos | undefined,
): { catalog: Dict; info: Dict; metadata: Uint8Array } {
  const catalog: Dict = new Map<string, Cos>([
    ['Type', new Name('Catalog')],
    ['MarkInfo', new Map<string, Cos>([['Marked', true]])],
    ['ViewerPreferences', new Map<string, Cos>([['DisplayDocTitle', true]])],
  ]);
  if (language !== undefined) catalog.set('Lang', language);
  const xml =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpTPg="http://ns.adobe.com/xap/1.0/t/pg/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">' +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(title)}</rdf:li></rdf:Alt></dc:title>` +
    '<xmpTPg:NPages>0</xmpTPg:NPages><xmpMM:DocumentID></xmpMM:DocumentID><xmpMM:InstanceID></xmpMM:InstanceID>' +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>';
  return {
    catalog,
    info: new Map([['Title', textString(title)]]),
    metadata: Buffer.from(xml, 'utf8'),
  };
}

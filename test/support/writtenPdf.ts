import { deflateSync } from 'node:zlib';

/** PDFs as other programs write them: by hand, object by object. */

export interface Written {
  /** Objects by their numbers; those with bytes are streams. */
  objects: Readonly<Record<number, string | { dict: string; bytes: Uint8Array | string }>>;
  /** What the file says beside its root, the object 1. */
  trailer?: string;
  /**
   * `listed`: a plain list of objects; `packed`: objects and their list in streams; `filtered`: the
   * list made ready for packing as pictures are.
   */
  how?: 'listed' | 'packed' | 'filtered';
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Rows of a list as differences to the row above (PNG's filter 2). */
function upwards(rows: Buffer, width: number): Buffer {
  const out: number[] = [];
  for (let at = 0; at < rows.byteLength; at += 1) {
    if (at % width === 0) out.push(2);
    out.push(((rows[at] ?? 0) - (at < width ? 0 : (rows[at - width] ?? 0))) & 0xff);
  }
  return Buffer.from(out);
}

class Writer {
  readonly #pieces: Buffer[];
  readonly offsets = new Map<number, number>();
  #length = 0;

  constructor(before: Uint8Array) {
    this.#pieces = [Buffer.from(before)];
    this.#length = before.byteLength;
  }

  get length(): number {
    return this.#length;
  }

  put(piece: Uint8Array | string): void {
    const bytes = typeof piece === 'string' ? latin(piece) : Buffer.from(piece);
    this.#pieces.push(bytes);
    this.#length += bytes.byteLength;
  }

  object(id: number, value: Written['objects'][number]): void {
    this.offsets.set(id, this.#length);
    if (typeof value === 'string') this.put(`${id} 0 obj\n${value}\nendobj\n`);
    else {
      const bytes = typeof value.bytes === 'string' ? latin(value.bytes) : value.bytes;
      this.put(`${id} 0 obj\n<<${value.dict} /Length ${bytes.byteLength}>>\nstream\r\n`);
      this.put(bytes);
      this.put('\nendstream\nendobj\n');
    }
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#pieces));
  }
}

/**
 * Writes a PDF, or what a later change adds to one.
 *
 * @param before the file that is changed, and where its list of objects lies
 */
export function writtenPdf(
  { objects, trailer = '', how = 'listed' }: Written,
  before?: { bytes: Uint8Array; list: number },
): { bytes: Uint8Array; list: number } {
  const writer = new Writer(before?.bytes ?? latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'));
  const ids = Object.keys(objects).map(Number);
  const told = `/Root 1 0 R ${before === undefined ? '' : `/Prev ${before.list}`} ${trailer}`;
  if (how === 'listed') {
    for (const id of ids) writer.object(id, objects[id] ?? 'null');
    const list = writer.length;
    const lines = ids.map(
      (id) => `${id} 1\n${String(writer.offsets.get(id)).padStart(10, '0')} 00000 n \n`,
    );
    writer.put(`xref\n0 1\n0000000000 65535 f \n${lines.join('')}`);
    writer.put(`trailer\n<</Size ${Math.max(...ids) + 1} ${told}>>\nstartxref\n${list}\n%%EOF\n`);
    return { bytes: writer.bytes, list };
  }
  const plain = new Map(
    ids.flatMap((id): [number, string][] => {
      const value = objects[id];
      return typeof value === 'string' ? [[id, value]] : [];
    }),
  );
  const inPack = [...plain.keys()];
  for (const id of ids) if (!inPack.includes(id)) writer.object(id, objects[id] ?? 'null');
  const pack = Math.max(...ids) + 1;
  let body = '';
  const heads = inPack.map((id) => {
    const head = `${id} ${body.length}`;
    body += `${plain.get(id) ?? 'null'} `;
    return head;
  });
  const first = `${heads.join(' ')} `;
  writer.object(pack, {
    dict: `/Type /ObjStm /N ${inPack.length} /First ${first.length} /Filter /FlateDecode`,
    bytes: deflateSync(latin(first + body)),
  });
  const list = writer.length;
  const rows = Buffer.alloc((pack + 2) * 7);
  for (let id = 0; id <= pack + 1; id += 1) {
    const at = id === pack + 1 ? list : writer.offsets.get(id);
    const inside = inPack.indexOf(id);
    if (at !== undefined) rows.writeUInt8(1, id * 7);
    if (inside !== -1) rows.writeUInt8(2, id * 7);
    rows.writeUInt32BE(inside === -1 ? (at ?? 0) : pack, id * 7 + 1);
    rows.writeUInt16BE(Math.max(0, inside), id * 7 + 5);
  }
  const filtered = how === 'filtered';
  const params = filtered ? '/DecodeParms <</Predictor 12 /Columns 7>>' : '';
  writer.object(pack + 1, {
    dict: `/Type /XRef /Size ${pack + 2} /W [1 4 2] /Filter /FlateDecode ${params} ${told}`,
    bytes: deflateSync(filtered ? upwards(rows, 7) : rows),
  });
  writer.put(`startxref\n${list}\n%%EOF\n`);
  return { bytes: writer.bytes, list };
}

const drawn = (text: string): string => `BT /F1 14 Tf 60 700 Td (${text}) Tj ET`;

/**
 * A document of two pages without tags: what pages have in common stands above them, a picture draws
 * itself, links lead to the web, to a page and to a script, a layer is hidden.
 */
export function plainDocument(text: string): Written['objects'] {
  return {
    1: '<</Type /Catalog /Pages 2 0 R /Lang (nl) /OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>> /Outlines 12 0 R /Dests <</second [5 0 R /XYZ 0 700 0]>> /OCProperties <</OCGs [15 0 R 16 0 R] /D <</OFF [16 0 R]>>>>>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 99 /MediaBox [0 0 400 800] /Resources 6 0 R>>',
    3: '<</Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2>>',
    4: '<</Type /Page /Parent 3 0 R /Contents [7 0 R] /StructParents 900 /AA <</O <</S /JavaScript /JS (app.alert\\(2\\))>>>> /Annots [9 0 R 10 0 R 11 0 R]>>',
    5: '<</Type /Page /Parent 3 0 R /Contents 8 0 R /Rotate 90>>',
    6: '<</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /XObject <</X 14 0 R>>>>',
    7: { dict: '', bytes: `${drawn(`${text} first`)} /X Do` },
    8: { dict: '', bytes: drawn(`${text} second`) },
    9: '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://fleet.example/answer)>>>>',
    10: '<</Type /Annot /Subtype /Link /Rect [0 9 9 18] /A <</S /JavaScript /JS (app.alert\\(3\\))>>>>',
    11: '<</Type /Annot /Subtype /Link /Rect [0 18 9 27] /Dest /second>>',
    12: '<</Type /Outlines /First 13 0 R /Last 13 0 R /Count 1>>',
    13: '<</Title (Its second page) /Parent 12 0 R /Next 13 0 R /A <</S /GoTo /D /second>>>>',
    14: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 14 0 R>>>>',
      bytes: '0 0 4 4 re f',
    },
    15: '<</Type /OCG /Name (Shown)>>',
    16: '<</Type /OCG /Name (Hidden)>>',
  };
}

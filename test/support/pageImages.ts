import { crc32, deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Pages of PDFs as pictures, drawn by a reader that did not write them. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A PNG of pixels, four bytes each. */
function pngOf(width: number, height: number, pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param scale pixels to a point: 1.5 is about what a screen shows */
export async function pageImages(pdf: Uint8Array, scale: number): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(pdf));
    const images: Buffer[] = [];
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale });
      images.push(pngOf(width, height, data));
    }
    document.destroy();
    return images;
  } finally {
    library.destroy();
  }
}

/** How many dots of the margins at both sides of pages are not white. @param margin in points */
export async function inkInMargins(pdf: Uint8Array, margin: number): Promise<number> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(pdf));
    let ink = 0;
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: 0.5 });
      const side = Math.floor(margin / 2);
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < side; x += 1) {
          for (const at of [x, width - 1 - x])
            if ((data[(y * width + at) * 4] ?? 0) < 250) ink += 1;
        }
      }
    }
    document.destroy();
    return ink;
  } finally {
    library.destroy();
  }
}

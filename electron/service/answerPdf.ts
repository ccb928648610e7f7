import PDFDocument from 'pdfkit';
import { entriesOf, type AnswerEntry } from './answerEntries.ts';
import { registerFonts } from './pdfFonts.ts';
import { drawable, isPlain, linesOf, subsetsIn, type Run } from './pdfText.ts';

const MARGIN = 50;
const PHOTO = { fit: [220, 160] as [number, number] };
const SIGNATURE = { width: 200, height: 70 };

const LINE = 1.45;

/** Draws a text below what there is: in a standard font, or in those of its scripts. */
function write(
  pdf: PDFKit.PDFDocument,
  text: string,
  font: { name: string; size: number; indent: number },
): void {
  const plain = drawable(text);
  const x = MARGIN + font.indent;
  if (isPlain(plain)) {
    pdf.font(font.name).fontSize(font.size).text(plain, x);
    return;
  }
  const measure = ({ subset, text: part }: Run): number =>
    pdf.font(subset).fontSize(font.size).widthOfString(part);
  const width = pdf.page.width - MARGIN - x;
  for (const { runs } of linesOf(text, width, font.size * 0.28, measure)) {
    if (pdf.y + font.size * LINE > pdf.page.height - MARGIN) pdf.addPage();
    const top = pdf.y;
    for (const run of runs) {
      pdf.font(run.subset).fontSize(font.size);
      // The fonts' own heights differ: all letters of a line stand on one.
      pdf.text(run.text, x + run.x, top + font.size, { lineBreak: false, baseline: 'alphabetic' });
    }
    pdf.y = top + font.size * LINE;
  }
}

const PICTURE = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/;
const PATH = /^[MmLlHhVvCcQqSsTtAaZz0-9\s,.eE+-]+$/;

function drawEntry(pdf: PDFKit.PDFDocument, entry: AnswerEntry): void {
  const indent = entry.depth * 14;
  pdf.fillColor('#555555');
  write(pdf, entry.label, { name: 'Helvetica-Bold', size: 9, indent });
  if (entry.text === null) {
    pdf.moveDown(0.3);
    return;
  }
  pdf.fillColor('#000000');
  const picture = PICTURE.exec(entry.text)?.[1];
  if (picture !== undefined && drawPicture(pdf, picture, indent)) return;
  if (entry.isStrokes && PATH.test(entry.text) && drawStrokes(pdf, entry.text, indent)) return;
  write(pdf, entry.text, { name: 'Helvetica', size: 11, indent });
  pdf.moveDown(0.5);
}

/** False where the bytes are no picture. */
function drawPicture(pdf: PDFKit.PDFDocument, base64: string, indent: number): boolean {
  if (pdf.y > pdf.page.height - MARGIN - PHOTO.fit[1]) pdf.addPage();
  try {
    pdf.image(Buffer.from(base64, 'base64'), MARGIN + indent, pdf.y + 4, PHOTO);
  } catch {
    return false;
  }
  pdf.y += PHOTO.fit[1] + 10;
  return true;
}

/** False where the data is no path. */
function drawStrokes(pdf: PDFKit.PDFDocument, path: string, indent: number): boolean {
  if (pdf.y > pdf.page.height - MARGIN - SIGNATURE.height) pdf.addPage();
  pdf.save().translate(MARGIN + indent, pdf.y + 4);
  try {
    pdf.path(path).lineWidth(1.2).stroke('#1a2f6b');
  } catch {
    return false;
  } finally {
    pdf.restore();
  }
  pdf.y += SIGNATURE.height + 10;
  return true;
}

/** An answer as PDF: every field with its label, pictures drawn, the original JSON attached. */
export async function answerPdf(
  doc: string,
  title: string,
  formDoc: string | undefined,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Producer: 'Waybill fleet service', Creator: 'Waybill fleet service' },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const entries = entriesOf(doc, formDoc);
  const texts = [title, ...entries.flatMap(({ label, text }) => [label, text ?? ''])];
  await registerFonts(pdf, subsetsIn(texts.filter((text) => !isPlain(drawable(text))).join(' ')));
  write(pdf, title, { name: 'Helvetica-Bold', size: 18, indent: 0 });
  pdf.fillColor('#555555');
  write(pdf, 'Made by the fleet service', { name: 'Helvetica', size: 9, indent: 0 });
  pdf.moveDown();
  for (const entry of entries) drawEntry(pdf, entry);
  pdf.file(Buffer.from(doc), { name: 'answer.json', type: 'application/json' });
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

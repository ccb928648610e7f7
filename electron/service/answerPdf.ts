import PDFDocument from 'pdfkit';
import { entriesOf, type AnswerEntry } from './answerEntries.ts';

const MARGIN = 50;
const PHOTO = { fit: [220, 160] as [number, number] };
const SIGNATURE = { width: 200, height: 70 };

/**
 * The service's PDF has the standard fonts only, which know Latin letters. Others become this
 * sign; the whole answer lies beside it as an attached file.
 */
const UNKNOWN = '\u2022';
/** Characters of the WinAnsi encoding beyond Latin-1. */
const WIN_ANSI = /[\n\t\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

function drawable(text: string): string {
  let result = '';
  for (const letter of text.normalize('NFC')) result += WIN_ANSI.test(letter) ? letter : UNKNOWN;
  return result;
}

const PICTURE = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/;
const PATH = /^[MmLlHhVvCcQqSsTtAaZz0-9\s,.eE+-]+$/;

function drawEntry(pdf: PDFKit.PDFDocument, entry: AnswerEntry): void {
  const indent = entry.depth * 14;
  pdf.font('Helvetica-Bold').fontSize(9).fillColor('#555555');
  pdf.text(drawable(entry.label), MARGIN + indent, undefined);
  if (entry.text === null) {
    pdf.moveDown(0.3);
    return;
  }
  pdf.fillColor('#000000').font('Helvetica').fontSize(11);
  const picture = PICTURE.exec(entry.text)?.[1];
  if (picture !== undefined) {
    if (pdf.y > pdf.page.height - MARGIN - PHOTO.fit[1]) pdf.addPage();
    pdf.image(Buffer.from(picture, 'base64'), MARGIN + indent, pdf.y + 4, PHOTO);
    pdf.y += PHOTO.fit[1] + 10;
    return;
  }
  if (entry.isStrokes && PATH.test(entry.text)) {
    if (pdf.y > pdf.page.height - MARGIN - SIGNATURE.height) pdf.addPage();
    pdf.save().translate(MARGIN + indent, pdf.y + 4);
    pdf.path(entry.text).lineWidth(1.2).stroke('#1a2f6b').restore();
    pdf.y += SIGNATURE.height + 10;
    return;
  }
  pdf.text(drawable(entry.text), MARGIN + indent);
  pdf.moveDown(0.5);
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
  pdf.font('Helvetica-Bold').fontSize(18).text(drawable(title));
  pdf.font('Helvetica').fontSize(9).fillColor('#555555').text('Made by the fleet service');
  pdf.moveDown();
  for (const entry of entriesOf(doc, formDoc)) drawEntry(pdf, entry);
  pdf.file(Buffer.from(doc), { name: 'answer.json', type: 'application/json' });
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

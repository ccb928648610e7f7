import type {
  AnswerLayout,
  Block,
  FieldBlock,
  TableBlock,
  Value,
} from '../../../../shared/rules/formBlocks.ts';
import { runsLeftwards } from './text.ts';
import type { DocumentWords } from './words.ts';

/** What a value is to a document: a picture, a signature, so many letters wide. */

function isPicture(value: Value): boolean {
  return value.is === 'picture' && !value.signature;
}

/** Photos that stand in rows of their own; one alone stands beside its question. */
export function isGallery(value: Value): boolean {
  return value.is === 'many' && value.values.every(isPicture);
}

/** Also one that was left out: its line stands there without it. */
export function isSignature(value: Value): boolean {
  if (value.is === 'empty') return value.unsigned === true;
  return value.is === 'strokes' || (value.is === 'picture' && value.signature);
}

export function sizeOf(sizeBytes: number, words: DocumentWords): string {
  return sizeBytes < 1024 ? words.bytes(sizeBytes) : words.kilobytes(Math.round(sizeBytes / 1024));
}

/** How wide a text is, in letters: those of East Asia take the room of two. */
export function widthOf(text: string): number {
  const wide = text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g);
  return text.length + (wide?.length ?? 0);
}

/** Room between two columns, in letters. */
const BETWEEN = 3.4;

/** How wide a column wants to be. */
export function widthOfColumn(label: string, rows: TableBlock['rows'], at: number): number {
  const cells = rows.slice(0, 200).map((row) => lengthOf(row[at] ?? null));
  const longest = Math.max(widthOf(label), ...cells);
  return Math.min(30, Math.max(4, longest)) + BETWEEN;
}

/** Whether a column holds numbers alone. */
export function holdsNumbers(rows: TableBlock['rows'], at: number): boolean {
  return rows.every((row) => {
    const cell = row[at] ?? null;
    return cell === null || cell.is === 'number' || cell.is === 'empty';
  });
}

/** A number that machines tell forms apart by, without anything beside it. */
export function isMachines(field: FieldBlock): field is FieldBlock & { key: string } {
  const plain = field.value.is === 'text' || field.value.is === 'number';
  return field.key === 'formId' && plain && field.more.length === 0;
}

/** How long a cell's text is, for the widths of columns. */
function lengthOf(value: Value | null): number {
  if (value === null) return 0;
  switch (value.is) {
    case 'text':
    case 'choice':
    case 'day':
      return widthOf(value.text);
    case 'number':
      return value.text.length + (value.unit === null ? 0 : value.unit.length + 1);
    case 'instant':
    case 'record':
      return 18;
    case 'place':
    case 'picture':
      return 22;
    case 'empty':
    case 'yesNo':
      return 3;
    default:
      return 14;
  }
}

export function svgOf({ path, viewBox }: { path: string; viewBox: string }): string {
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number);
  const stroke = Math.max(width, height * 2.4) / 110;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">` +
    `<path d="${path}" fill="none" stroke="#13242b" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** The first place that the answer says of itself. */
export function placeOf(layout: AnswerLayout): (Value & { is: 'place' }) | null {
  for (const { value } of layout.head) if (value.is === 'place') return value;
  return null;
}

/** Labels and title together tell which way the document runs and which language it is in. */
export function sampleOf(layout: AnswerLayout): string {
  const labels = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) =>
      block.is === 'group' ? [block.label, ...labels(block.blocks)] : [block.label],
    );
  return [layout.title, ...labels(layout.body).slice(0, 200)].join('\n');
}

export function mostlyLeftwards(sample: string): boolean {
  const lines = sample.split('\n').filter((line) => line !== '');
  return lines.filter(runsLeftwards).length * 2 > lines.length;
}

import type { Block, Value } from '../../../../shared/rules/formBlocks.ts';
import { withFiles } from '../../../../shared/rules/answerFiles.ts';
import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';
import type { AnswerPicture, AnswerSource } from './make.ts';
import { pictureOf } from './pictures.ts';

/** The photos of an answer, each with the question that it answers. */

function inValue(value: Value | null, label: string, out: AnswerPicture[]): void {
  if (value === null) return;
  if (value.is === 'picture' && !value.signature) {
    const picture = pictureOf(value.src);
    if (!('why' in picture)) {
      out.push({ label, extension: picture.extension, bytes: picture.bytes });
    }
  }
  if (value.is === 'many') for (const one of value.values) inValue(one, label, out);
  if (value.is === 'nested') inBlocks(value.blocks, out);
  if ('more' in value) for (const fact of value.more) inValue(fact.value, label, out);
}

function inBlocks(blocks: readonly Block[], out: AnswerPicture[]): void {
  for (const block of blocks) {
    if (block.is === 'group') inBlocks(block.blocks, out);
    else if (block.is === 'field') {
      inValue(block.value, block.label, out);
      for (const fact of block.more) inValue(fact.value, block.label, out);
    } else {
      for (const row of block.rows) {
        row.forEach((cell, at) => inValue(cell, block.columns[at]?.label ?? block.label, out));
      }
    }
  }
}

/** What is no picture, or too large for one, is left out. */
export function picturesOf(source: AnswerSource): AnswerPicture[] {
  const layout = layoutAnswer(withFiles(source.answerJson, source.files ?? {}), source.formJson);
  const out: AnswerPicture[] = [];
  if (layout !== null) inBlocks([...layout.head, ...layout.body], out);
  return out;
}

import type { Block, Value } from '../../../../shared/rules/formBlocks.ts';
import { withFiles } from '../../../../shared/rules/answerFiles.ts';
import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';
import type { AnswerPicture, AnswerSource } from './make.ts';
import { photoOf } from './pictures.ts';

/** The photos of an answer, each with the question that it answers. */

const IMAGE = 'image/';

function inValue(value: Value | null, label: string, out: AnswerPicture[]): void {
  if (value === null) return;
  if (value.is === 'picture' && !value.signature) {
    out.push({ label, ...photoOf(value.src) });
  }
  if (value.is === 'file' && value.mime.startsWith(IMAGE)) {
    const kind = value.mime.slice(IMAGE.length).toUpperCase();
    out.push({ label, file: null, why: { is: 'kind', kind } });
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

/** What is no picture, or too large for one, is named with the reason. */
export function picturesOf(source: AnswerSource): AnswerPicture[] {
  const layout = layoutAnswer(withFiles(source.answerJson, source.files ?? {}), source.formJson);
  const out: AnswerPicture[] = [];
  if (layout !== null) inBlocks([...layout.head, ...layout.body], out);
  return out;
}

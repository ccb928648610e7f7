import type { Block, FieldBlock, Member, Value } from '../../shared/rules/formBlocks.ts';

/** How neighbouring blocks are drawn together: fields in one list, signatures side by side. */
export type Run =
  | { is: 'fields'; fields: FieldBlock[] }
  | { is: 'signatures'; fields: FieldBlock[] }
  | { is: 'gallery'; field: FieldBlock; pictures: Extract<Value, { is: 'picture' }>[] }
  | { is: 'block'; block: Exclude<Block, FieldBlock> };

/** The photos of a value; null where it is something else. */
export function picturesIn(value: Value): Extract<Value, { is: 'picture' }>[] | null {
  const values = value.is === 'many' ? value.values : [value];
  const pictures = values.filter((item) => item.is === 'picture').filter((item) => !item.signature);
  return pictures.length === values.length && pictures.length > 0 ? pictures : null;
}

function isSignature(value: Value): boolean {
  return value.is === 'strokes' || (value.is === 'picture' && value.signature);
}

/** Blocks in their order, gathered into runs; wrappers that say nothing are left out. */
export function runsOf(blocks: readonly Block[]): Run[] {
  const runs: Run[] = [];
  for (const block of blocks) {
    if (block.is === 'group' && block.bare) {
      runs.push(...runsOf(block.blocks));
      continue;
    }
    if (block.is !== 'field') {
      runs.push({ is: 'block', block });
      continue;
    }
    const pictures = picturesIn(block.value);
    if (pictures !== null) {
      runs.push({ is: 'gallery', field: block, pictures });
      continue;
    }
    const kind = isSignature(block.value) ? 'signatures' : 'fields';
    const last = runs.at(-1);
    if (last?.is === kind) last.fields.push(block);
    else runs.push({ is: kind, fields: [block] });
  }
  return runs;
}

/** What is empty says nothing as a small fact. */
export function factsBeside(facts: readonly Member[]): Member[] {
  return facts.filter(({ value }) => value.is !== 'empty');
}

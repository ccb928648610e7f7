import type { Block, Value } from '../../shared/rules/formBlocks.ts';

/** Every question of an answer with its value, each under the path of labels that leads to it. */
export function* linesOf(
  blocks: readonly Block[],
  above: readonly string[] = [],
): Generator<[string, Value]> {
  for (const block of blocks) {
    const path = 'bare' in block && block.bare ? above : [...above, block.label];
    const label = path.join(' › ');
    switch (block.is) {
      case 'field':
        yield [label, block.value];
        for (const fact of block.more) yield [`${label} › ${fact.label}`, fact.value];
        break;
      case 'group':
        yield* linesOf(block.blocks, path);
        break;
      case 'table':
        for (const [at, row] of block.rows.entries()) {
          for (const [column, cell] of row.entries()) {
            const title = block.columns[column]?.label ?? '';
            yield [`${label} ${String(at + 1)} › ${title}`, cell ?? { is: 'empty' }];
          }
        }
    }
  }
}

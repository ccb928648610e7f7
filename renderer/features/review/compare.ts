import type { AnswerLayout, Block, Value } from '../../../shared/rules/formBlocks.ts';

/** Two answers, question by question. */
export interface Compared {
  label: string;
  /** Null where that answer does not have the question. */
  a: string | null;
  b: string | null;
  differs: boolean;
}

/** What a value says, as text; drawings and pictures by their kind and size alone. */
export function valueText(value: Value | null): string {
  if (value === null) return '';
  switch (value.is) {
    case 'empty':
      return '';
    case 'text':
    case 'day':
    case 'choice':
    case 'json':
      return value.text;
    case 'number':
      return value.unit === null ? value.text : `${value.text} ${value.unit}`;
    case 'yesNo':
      return value.yes ? '✓' : '✗';
    case 'instant':
      return value.iso;
    case 'place':
      return [value.name, `${value.lat}, ${value.lng}`].filter(Boolean).join(' ');
    case 'picture':
      return `▣ ${String(value.src.length)}`;
    case 'strokes':
      return `✎ ${String(value.path.length)}`;
    case 'file':
      return `${value.mime} ${String(value.sizeBytes)}`;
    case 'link':
      return value.url;
    case 'record':
      return value.name;
    case 'many':
      return value.values.map(valueText).join(', ');
    case 'nested':
      return [...linesOf(value.blocks, [])].map(([label, text]) => `${label}: ${text}`).join('; ');
  }
}

function* linesOf(blocks: readonly Block[], above: readonly string[]): Generator<[string, string]> {
  for (const block of blocks) {
    const path = 'bare' in block && block.bare ? above : [...above, block.label];
    const label = path.join(' › ');
    switch (block.is) {
      case 'field':
        yield [label, valueText(block.value)];
        for (const fact of block.more) yield [`${label} › ${fact.label}`, valueText(fact.value)];
        break;
      case 'group':
        yield* linesOf(block.blocks, path);
        break;
      case 'table':
        for (const [at, row] of block.rows.entries()) {
          for (const [column, cell] of row.entries()) {
            const title = block.columns[column]?.label ?? '';
            yield [`${label} ${String(at + 1)} › ${title}`, valueText(cell)];
          }
        }
    }
  }
}

/** Lines by label; what comes twice under one label is told apart by its number. */
function linesBy(layout: AnswerLayout): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [label, text] of linesOf([...layout.head, ...layout.body], [])) {
    let name = label;
    for (let at = 2; lines.has(name); at += 1) name = `${label} ${String(at)}`;
    lines.set(name, text);
  }
  return lines;
}

/** Every question of both answers, those of the first in their order. */
export function compareAnswers(a: AnswerLayout, b: AnswerLayout): Compared[] {
  const left = linesBy(a);
  const right = linesBy(b);
  const labels = [...left.keys(), ...[...right.keys()].filter((label) => !left.has(label))];
  return labels.map((label) => {
    const [first, second] = [left.get(label) ?? null, right.get(label) ?? null];
    return { label, a: first, b: second, differs: (first ?? '') !== (second ?? '') };
  });
}

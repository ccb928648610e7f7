import type { AnswerLayout, Value } from '../../../shared/rules/formBlocks.ts';
import { linesOf } from '../../answers/lines.ts';

/** Two answers, question by question. */
export interface Compared {
  label: string;
  /** Null where that answer does not have the question. */
  a: Value | null;
  b: Value | null;
  differs: boolean;
}

/** What a value says to the letter, by which two are told apart; pictures and drawings whole. */
function valueText(value: Value | null): string {
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
      return value.yes ? 'yes' : 'no';
    case 'instant':
      return value.iso;
    case 'place':
      return [value.name, `${value.lat}, ${value.lng}`].filter(Boolean).join(' ');
    case 'picture':
      return value.src;
    case 'strokes':
      return `${value.viewBox} ${value.path}`;
    case 'file':
      return `${value.mime} ${String(value.sizeBytes)}`;
    case 'link':
      return value.url;
    case 'record':
      return value.name;
    case 'many':
      return value.values.map(valueText).join(', ');
    case 'nested':
      return [...linesOf(value.blocks)]
        .map(([label, inner]) => `${label}: ${valueText(inner)}`)
        .join('; ');
  }
}

/** Lines by label; what comes twice under one label is told apart by its number. */
function linesBy(layout: AnswerLayout): Map<string, Value> {
  const lines = new Map<string, Value>();
  for (const [label, value] of linesOf([...layout.head, ...layout.body])) {
    let name = label;
    for (let at = 2; lines.has(name); at += 1) name = `${label} ${String(at)}`;
    lines.set(name, value);
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
    return { label, a: first, b: second, differs: valueText(first) !== valueText(second) };
  });
}

import type { AnswerLayout, Value } from '../../shared/rules/formBlocks.ts';
import { formatExact } from '../state/format.ts';
import { text } from '../text/en.ts';
import { linesOf } from './lines.ts';

/** A value in words; empty for what no text can hold: photos, drawings, files. */
function said(value: Value): string {
  switch (value.is) {
    case 'empty':
    case 'picture':
    case 'strokes':
    case 'file':
      return '';
    case 'text':
    case 'choice':
    case 'day':
    case 'json':
      return value.text;
    case 'number':
      return value.unit === null ? value.text : `${value.text} ${value.unit}`;
    case 'yesNo':
      return value.yes ? text.word.yes : text.word.no;
    case 'instant': {
      const at = Date.parse(value.iso);
      return Number.isNaN(at) ? value.iso : formatExact(at);
    }
    case 'place':
      return [value.name ?? '', `${value.lat}, ${value.lng}`].filter(Boolean).join(' · ');
    case 'link':
      return value.url;
    case 'record':
      return value.name;
    case 'many':
      return value.values.map(said).filter(Boolean).join(', ');
    case 'nested':
      return lines(linesOf(value.blocks)).join('; ');
  }
}

function lines(given: Iterable<[string, Value]>): string[] {
  return [...given].flatMap(([label, value]) => {
    const words = said(value);
    return words === '' ? [] : [`${label}: ${words}`];
  });
}

/** An answer as lines of text, as its sheet tells it; what is empty or no text is left out. */
export function answerText({ title, head, body }: AnswerLayout): string {
  return [title, ...lines(linesOf([...head, ...body]))].join('\n');
}

import { text } from './en.ts';
import { directionOf } from './languages.ts';
import { language } from './use.ts';

const [LEFT_TO_RIGHT, RIGHT_TO_LEFT] = ['\u200e', '\u200f'];
const [BEGIN, END] = ['\u2068', '\u2069'];
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Where all is read from left to right already, nothing has to be set apart. */
const isPlain = (value: string): boolean =>
  directionOf(language()) === 'ltr' && !FROM_RIGHT.test(value);

/** A value of any script inside a line of text, whose order it leaves as it is. */
function isolated(value: string): string {
  return isPlain(value) ? value : `${BEGIN}${value}${END}`;
}

/** What was, and what came of it; the arrow points the way that the desk is read. */
export function fromTo(from: string, to: string): string {
  return `${isolated(from)} ${text.word.arrow} ${isolated(to)}`;
}

/** A line that runs as the desk does, also where a list goes by the first letter. */
export function deskLine(line: string): string {
  if (isPlain(line)) return line;
  return `${directionOf(language()) === 'ltr' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT}${line}`;
}

import { humanLabel } from '../../../../shared/rules/formLayout.ts';
import type { FieldBlock, Value } from '../../../../shared/rules/formBlocks.ts';
import type { Field, Section } from './data.ts';
import type { Text } from './text.ts';
import { widthOf } from './values.ts';

/** How lists of questions stand on paper, and words of machines on it. */

/** Longer questions fill more than a line of the narrow column. */
const LONG_QUESTION = 34;
/** Longer answers need more than a third of the page. */
const SHORT_ANSWER = 28;
/** A word of a machine: `in_progress`, `SUBMITTED`. */
const MACHINES = /^([a-z]+([_-][a-z]+)*|[A-Z]+(_[A-Z]+)*)$/;

/** The letters of a text. @param between stands between its lines */
export function plainText(text: Text, between = ''): string {
  return typeof text === 'string' ? text : text.t.map((line) => line.join('')).join(between);
}

function isShort(field: Field): boolean {
  return field.v.every((part) => part.k === 'text' && widthOf(plainText(part.t)) <= SHORT_ANSWER);
}

/** A list of questions that take more room than their answers says so. */
export function withRoom(section: Section): Section {
  if (section.k !== 'fields' || !section.i.every(isShort)) return section;
  const long = section.i.some(({ l }) => widthOf(plainText(l)) > LONG_QUESTION);
  return long ? { ...section, long } : section;
}

/** The state of an answer in a word of people: `in_progress` gives "In progress". */
export function stateOf({ key, value }: FieldBlock): Value {
  const isState = key === 'status' && value.is === 'text' && MACHINES.test(value.text);
  return isState ? { is: 'text', text: humanLabel(value.text.toLowerCase()) } : value;
}

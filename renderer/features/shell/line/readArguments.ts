import type { WriteName } from '../../../bridge.ts';
import { fieldName } from '../../../state/fieldName.ts';
import type { FormField } from '../../../records/form.ts';
import { idsIn, nothingIn, readField, wireId } from '../../../records/formValues.ts';
import { formatDistance, formatExact } from '../../../state/format.ts';
import { typedDay } from '../../../state/typedDay.ts';
import { dayOf, instantOfWall } from '../../../state/zone.ts';
import { zones } from '../../../state/zones.svelte.ts';
import { text } from '../../../text/en.ts';
import type { Chosen } from './commandOf.ts';
import { doesOf, fieldCalled, fieldsFor, fieldsOfWrite, isDistance, typedName } from './fields.ts';
import { findNamed } from './findNamed.ts';
import { findRecord, offersAt } from './findRecord.ts';
import type { Argument } from './lineForms.ts';
import { problem } from './plan.ts';
import type { LineContext, NamedRecord, Problem, TypedField } from './plan.ts';
import { readShape } from './readShape.ts';
import { readDistanceM } from './readValue.ts';
import { joined } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Everything that a line says. */
export interface Read {
  /** The record that it is about; null where it makes one. */
  readonly target: NamedRecord | null;
  readonly params: Record<string, string>;
  /** Records that the path names beside the target. */
  readonly others: readonly NamedRecord[];
  /** Records whose ids travel in the body, by their field. */
  readonly links: ReadonlyMap<string, NamedRecord>;
  readonly fields: readonly TypedField[];
}

/** What is being read, piece by piece. */
interface Reading {
  readonly line: string;
  readonly endpoint: WriteName;
  readonly context: LineContext;
  target: NamedRecord | null;
  readonly params: Record<string, string>;
  readonly others: NamedRecord[];
  readonly links: Map<string, NamedRecord>;
  readonly fields: TypedField[];
}

const PAIR = /^([\p{L}][\p{L}\p{M}\d_.-]*)=(.*)$/u;

/** The field and the value of a word that is such a pair. */
const pairIn = ({ text: word, isQuoted }: Token): RegExpExecArray | null =>
  isQuoted === true ? null : PAIR.exec(word);

/** Reads what stands behind the words of a command; says what is missing or can't be read. */
export async function readArguments(
  line: string,
  { endpoint, form, behind }: Chosen,
  context: LineContext,
): Promise<Read | Problem> {
  const reading: Reading = {
    ...{ line, endpoint, context, target: null },
    ...{ params: {}, others: [], links: new Map(), fields: [] },
  };
  let words = behind.filter((token) => pairIn(token) === null);
  for (const [at, argument] of form.takes.entries()) {
    const isLast = at === form.takes.length - 1;
    if (argument.is === 'shape') {
      const shape = readShape(words);
      if (shape.is === 'problem') return shape;
      reading.fields.push(...shape.fields);
      words = [...shape.rest];
      continue;
    }
    const taken = isLast ? words : words.slice(0, 1);
    words = words.slice(taken.length);
    const wrong = await take(reading, argument, taken);
    if (wrong !== null) return wrong;
  }
  const [left] = words;
  if (left !== undefined) return problem(text.line.tooMuch(joined(words)), left);
  return (await readPairs(reading, behind)) ?? readImplied(reading) ?? reading;
}

/** One record or value by the words that stand for it. */
async function take(
  reading: Reading,
  argument: Exclude<Argument, { is: 'shape' }>,
  taken: readonly Token[],
): Promise<Problem | null> {
  const { endpoint, context, line } = reading;
  const [first] = taken;
  const last = taken.at(-1);
  if (argument.is === 'value') {
    const field = fieldsOfWrite(endpoint).find(({ name }) => name === argument.field);
    if (field === undefined) throw new Error(`${endpoint} has no field ${argument.field}`);
    if (first === undefined) return problem(text.line.needs(fieldName(endpoint, field.name)));
    return set(reading, field, joined(taken), first);
  }
  const kind = text.entity[argument.entity];
  if (first === undefined || last === undefined) {
    const isRestored = doesOf(endpoint) === 'restore';
    const offered = await offersAt(context, argument.entity, line, isRestored);
    return problem(text.line.which(kind), null, offered);
  }
  const token = { text: joined(taken), from: first.from, to: last.to };
  const archived = doesOf(endpoint) === 'restore';
  const found = await findRecord(context, [argument.entity], { line, token }, archived);
  if ('is' in found) return found;
  if (argument.is === 'link') {
    const { field } = argument;
    reading.links.set(field, found);
    reading.fields.push({ field, value: wireId(found.row), shown: found.title });
    return null;
  }
  reading.params[argument.param] = found.row.id;
  if (reading.target === null) reading.target = found;
  else reading.others.push(found);
  return null;
}

/** Every `field=value`, in its order; a field counts once. */
async function readPairs(reading: Reading, behind: readonly Token[]): Promise<Problem | null> {
  const { endpoint, fields } = reading;
  for (const token of behind) {
    const pair = pairIn(token);
    if (pair === null) continue;
    const [, name = '', typed = ''] = pair;
    const field = fieldCalled(endpoint, name, reading.context);
    if (field === undefined) {
      return problem(text.line.noField(name, known(endpoint, reading.context)), token);
    }
    if (fields.some((one) => one.field === field.name)) {
      return problem(text.line.twice(fieldName(endpoint, field.name)), token);
    }
    const wrong = await set(reading, field, typed, token, `${name}=`);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** The fields of a write as they are typed. */
export function known(endpoint: WriteName, context: LineContext): string {
  return fieldsFor(endpoint, context)
    .map(({ name }) => typedName(endpoint, name))
    .join(', ');
}

/** What a form fills in by itself, and what it can't do without. */
function readImplied(reading: Reading): Problem | null {
  const { endpoint, fields, context } = reading;
  for (const field of fieldsFor(endpoint, context)) {
    if (field.required !== true || fields.some((one) => one.field === field.name)) continue;
    const label = fieldName(endpoint, field.name);
    if (field.ask.as !== 'instant') return problem(text.line.needs(label));
    const value = new Date(context.nowMs).toISOString();
    fields.push({ field: field.name, value, shown: formatExact(context.nowMs) });
  }
  return null;
}

async function set(
  reading: Reading,
  field: FormField,
  typed: string,
  token: Token,
  prefix = '',
): Promise<Problem | null> {
  const { endpoint, fields, context, line } = reading;
  const { name, ask } = field;
  const place = { line, token: { ...token, text: typed }, prefix };
  const wrong = (why: string): Problem =>
    problem(text.line.wrongField(fieldName(endpoint, name), why), token);
  // One of several is not emptied: which one is asked.
  if (typed.trim() === '' && ask.as !== 'choice') {
    if (field.required === true) return problem(text.line.needs(fieldName(endpoint, name)), token);
    fields.push({ field: name, value: nothingIn(field), shown: '' });
    return null;
  }
  if (isDistance(field)) {
    const metres = readDistanceM(typed, context.unitM);
    if (typeof metres !== 'number') return wrong(metres.why);
    fields.push({ field: name, value: metres, shown: formatDistance(metres) });
    return null;
  }
  switch (ask.as) {
    case 'record': {
      const found = await findRecord(context, [ask.entity], place, false);
      if ('is' in found) return found;
      fields.push({ field: name, value: wireId(found.row), shown: found.title });
      return null;
    }
    case 'choice': {
      const options = ask.options.map((option) => ({ id: option, name: ask.nameOf(option) }));
      const found = findNamed(options, [typed], fieldName(endpoint, name), place);
      const [chosen] = 'is' in found ? [] : found;
      if (chosen === undefined) {
        const names = options.map((option) => option.name).join(', ');
        const completions = 'is' in found ? found.completions : [];
        return { ...wrong(text.line.oneOf(names)), completions };
      }
      fields.push({ field: name, value: chosen.id, shown: chosen.name });
      return null;
    }
    case 'depot':
    case 'groups':
    case 'model':
    case 'reportKind': {
      const names = ask.as === 'groups' ? idsIn(typed) : [typed];
      const label = fieldName(endpoint, name);
      const found = findNamed(await context.named(ask.as), names, label, place);
      if ('is' in found) return found;
      const read = readField(field, found.map(({ id }) => id).join(', '));
      if ('error' in read) return wrong(read.error);
      const shown = found.map((one) => one.name).join(', ');
      fields.push({ field: name, value: read.value, shown });
      return null;
    }
    case 'instant': {
      const wall = typedDay(typed, true, dayOf(context.nowMs, zones.current));
      const at = instantOfWall(wall, zones.current);
      if (Number.isNaN(at)) return wrong(text.records.form.invalidInstant);
      fields.push({ field: name, value: new Date(at).toISOString(), shown: formatExact(at) });
      return null;
    }
    default:
      break;
  }
  const read = readField(field, typed);
  if ('error' in read) return wrong(read.error);
  fields.push({ field: name, value: read.value, shown: typed });
  return null;
}

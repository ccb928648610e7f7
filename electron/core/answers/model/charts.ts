import { pathTitle, placedBlocks, type Value } from '../../../../shared/rules/formBlocks.ts';
import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';

/**
 * What the answers of a form say together, question by question. Answers are told by their place in
 * the order in which they were added. Pure.
 */

/** One word that was chosen, and the answers that chose it. */
export interface Bar {
  text: string;
  /** Of a yes or a no, which has no text: each language has its own word. */
  yes?: boolean;
  in: number[];
}

/** One question of a form over its answers. */
export interface Chart {
  key: string;
  /** With the names of its sections: `Tyres › Front left`. */
  title: string;
  /** How it is drawn: words with their counts, numbers by time, or only whether it was answered. */
  is: 'words' | 'numbers' | 'given';
  /** The words that were given, the most frequent first; empty for free text. */
  bars: Bar[];
  /** Unit of the numbers, which is that of most where a changed form asks in another one; null where they have none. */
  unit: string | null;
  numbers: { in: number; value: number }[];
  /** Answers whose value is of another kind than the others'. */
  others: number[];
  /** Answers that do not hold the question, or hold it empty. */
  missing: number[];
}

/** Under what a yes and a no are counted: no choice is called so. */
const YES = '\0yes';
const NO = '\0no';
/** Longer texts are no words to count. */
const LONGEST_WORD = 60;
/** More different words of free text than this are no choices. */
const MOST_FREE_WORDS = 24;
/** More bars than this are no chart; the rest stands together as others. */
const MOST_BARS = 200;

interface Question {
  key: string;
  title: string;
  words: Map<string, Set<number>>;
  /** Whether a word came from a list of the form, not from free text. */
  chosen: boolean;
  /** By their unit, '' where none is known: miles and kilometres have no middle together. */
  numbers: Map<string, Chart['numbers']>;
  others: Set<number>;
  given: Set<number>;
}

/** The questions of a form while its answers are added. */
export class FormCharts {
  readonly #questions: Question[] = [];
  /** Under the keys of questions, then under the texts of the form that asked them. */
  readonly #byKey = new Map<string, Map<string | null, Question>>();
  #count = 0;

  /**
   * Adds the next answer; false where its text can not be read, and then it counts for none.
   *
   * @param formJson the form that asked, for its labels and choices; null where it is not known
   */
  add(answerJson: string, formJson: string | null): boolean {
    const layout = layoutAnswer(answerJson, formJson);
    if (layout === null) return false;
    const at = this.#count;
    this.#count += 1;
    for (const { block, key, names } of placedBlocks(layout.body)) {
      if (block.is === 'field') {
        this.#take(this.#question(key, names, formJson), block.value, at);
        continue;
      }
      for (const [index, column] of block.columns.entries()) {
        const label = [...names, column.label];
        const question = this.#question(`${key}/${column.key}`, label, formJson);
        for (const row of block.rows) this.#take(question, row[index] ?? null, at);
      }
    }
    return true;
  }

  /** A question that a changed form asks in other words is another one. */
  #question(key: string, names: readonly string[], formJson: string | null): Question {
    const known = this.#byKey.get(key) ?? new Map<string | null, Question>();
    this.#byKey.set(key, known);
    const title = pathTitle(names);
    const same = known.get(formJson) ?? [...known.values()].find((one) => one.title === title);
    const question = same ?? {
      ...{ key: known.size === 0 ? key : `${key} ${known.size}`, title, chosen: false },
      ...{ numbers: new Map(), words: new Map(), others: new Set(), given: new Set() },
    };
    if (same === undefined) this.#questions.push(question);
    known.set(formJson, question);
    return question;
  }

  #take(question: Question, value: Value | null, at: number): void {
    if (value === null || value.is === 'empty') return;
    if (value.is === 'many') {
      for (const one of value.values) this.#take(question, one, at);
      return;
    }
    question.given.add(at);
    const word = wordOf(value);
    if (value.is === 'number' && isCounted(value.text)) {
      const unit = value.unit ?? '';
      const numbers = question.numbers.get(unit) ?? [];
      question.numbers.set(unit, numbers);
      numbers.push({ in: at, value: Number(value.text) });
    } else if (word === null) question.others.add(at);
    else {
      question.chosen ||= value.is !== 'text';
      const answers = question.words.get(word) ?? new Set();
      question.words.set(word, answers.add(at));
    }
  }

  /** The questions in the order in which they were first met. */
  get charts(): Chart[] {
    const all = Array.from({ length: this.#count }, (_none, at) => at);
    return this.#questions.map((question) => ({
      ...drawn(question),
      ...{ key: question.key, title: question.title },
      missing: all.filter((at) => !question.given.has(at)),
    }));
  }
}

/** Whether digits are an amount; what has more of them than numbers keep is a name, counted as a word. */
function isCounted(digits: string): boolean {
  const number = Number(digits);
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

/** A value as a word that can be counted; null for what is none. */
function wordOf(value: Value): string | null {
  switch (value.is) {
    case 'choice':
      return value.text;
    case 'yesNo':
      return value.yes ? YES : NO;
    case 'record':
      return value.name;
    case 'number':
    case 'text':
      return value.text.length <= LONGEST_WORD ? value.text : null;
    default:
      return null;
  }
}

function barOf(word: string, answers: ReadonlySet<number>): Bar {
  const isYesNo = word === YES || word === NO;
  return {
    text: isYesNo ? '' : word,
    ...(isYesNo ? { yes: word === YES } : {}),
    in: [...answers],
  };
}

/** Answers, each once, that are not among those that are drawn. */
function without(answers: readonly number[], shown: ReadonlySet<number>): number[] {
  return [...new Set(answers)].filter((at) => !shown.has(at));
}

function drawn({
  words,
  chosen,
  numbers: byUnit,
  others,
}: Question): Omit<Chart, 'key' | 'title' | 'missing'> {
  const units = [...byUnit].toSorted(([, a], [, b]) => b.length - a.length);
  const [unit, numbers] = units[0] ?? ['', []];
  const counted = [...words].toSorted(([, a], [, b]) => b.size - a.size);
  const inWords = new Set(counted.flatMap(([, answers]) => [...answers]));
  const inNumbers = new Set(numbers.map((number) => number.in));
  const inAnyUnit = new Set(units.flatMap(([, some]) => some.map((number) => number.in)));
  const nothing = { bars: [], numbers: [], unit: null, others: [] };
  if (numbers.length > 0 && inAnyUnit.size >= inWords.size) {
    const rest = without([...others, ...inWords, ...inAnyUnit], inNumbers);
    return {
      ...nothing,
      ...{ is: 'numbers', numbers, unit: unit === '' ? null : unit, others: rest },
    };
  }
  const given = counted.reduce((sum, [, answers]) => sum + answers.size, 0);
  const repeats = counted.length <= MOST_FREE_WORDS && given >= counted.length * 1.5;
  if (counted.length > 0 && (chosen || repeats)) {
    const bars = counted.slice(0, MOST_BARS).map(([word, answers]) => barOf(word, answers));
    const shown = new Set(bars.flatMap((bar) => bar.in));
    const rest = without([...others, ...inAnyUnit, ...inWords], shown);
    return { ...nothing, is: 'words', bars, others: rest };
  }
  return { ...nothing, is: 'given' };
}

/** The readable form of an answer: what the desk draws and what is printed. */

/** One value of an answer, ready to be shown. */
export type Value =
  /** `unsigned`: in the place of a signature. */
  | { is: 'empty'; unsigned?: true }
  | { is: 'text'; text: string }
  /** The form's word for a stored value. */
  | { is: 'choice'; text: string; stored: string }
  /** Digits as the service wrote them. */
  | { is: 'number'; text: string; unit: string | null }
  | { is: 'yesNo'; yes: boolean }
  /** An instant with a zone, ISO 8601. */
  | { is: 'instant'; iso: string }
  /** A calendar day or a local time without a zone: shown as it stands. */
  | { is: 'day'; text: string }
  /** Degrees WGS 84, digits as written. */
  | { is: 'place'; lat: string; lng: string; name: string | null; more: Member[] }
  /** A picture inside the answer, as a data address of a bitmap type. */
  | { is: 'picture'; src: string; signature: boolean; more: Member[] }
  /** A drawn signature: checked SVG path data within a view box. */
  | { is: 'strokes'; path: string; viewBox: string; more: Member[] }
  /** Another file inside the answer; told of, never opened. */
  | { is: 'file'; mime: string; sizeBytes: number }
  /** A picture or document that lies elsewhere; never fetched while showing. */
  | { is: 'link'; url: string }
  /** A summary of another record. */
  | { is: 'record'; name: string; more: Member[] }
  | { is: 'many'; values: Value[] }
  /** Fields, groups or tables inside a table's cell. */
  | { is: 'nested'; blocks: Block[] }
  /** What is nested too deep to be drawn, as JSON text. */
  | { is: 'json'; text: string };

/** A smaller fact beside a value: accuracy of a place, caption of a photo. */
export interface Member {
  key: string;
  label: string;
  value: Value;
}

export interface FieldBlock {
  is: 'field';
  /** The answer's own key; null for the items of a list, which have none. */
  key: string | null;
  label: string;
  value: Value;
  more: Member[];
}
export interface GroupBlock {
  is: 'group';
  key: string | null;
  label: string;
  /** True for a wrapper such as `values`, whose name tells a reader nothing. */
  bare: boolean;
  blocks: Block[];
}
export interface TableBlock {
  is: 'table';
  key: string | null;
  label: string;
  columns: { key: string; label: string }[];
  /** Null where a row lacks the column. */
  rows: (Value | null)[][];
}
export type Block = FieldBlock | GroupBlock | TableBlock;

/** What a form's software needs and a reader hardly ever: the declared type of a field. */
export interface Technical {
  key: string;
  label: string;
  text: string;
  /** Label of the field that it belongs to. */
  of: string;
}

export interface AnswerLayout {
  title: string;
  /** Empty where the answer names none. */
  answerId: string;
  /** Who, where, when: known members of the answer itself. */
  head: FieldBlock[];
  /** What was answered. */
  body: Block[];
  technical: Technical[];
}

/** Names of small facts that need no label: what they say speaks for itself. */
const PLAIN_FACTS: ReadonlySet<string> = new Set([
  'caption',
  'label',
  'title',
  'name',
  'fullName',
  'description',
]);

/** The label that stands before a small fact; empty where it says nothing new. */
export function factLabel({ key, label, value }: Member): string {
  return value.is === 'text' && PLAIN_FACTS.has(key) ? '' : label;
}

/** Short words and numbers that read best in one line, with commas; null for anything else. */
export function shortList(values: readonly Value[]): string[] | null {
  const texts: string[] = [];
  for (const value of values) {
    if (value.is !== 'text' && value.is !== 'choice' && value.is !== 'number') return null;
    if (value.text.length > 24 || (value.is === 'number' && value.unit !== null)) return null;
    // A comma between entries would look like one of theirs.
    if (/[,،、，]/.test(value.text)) return null;
    texts.push(value.text);
  }
  return texts;
}

/** Size of the pad or of the pixels: said by the drawing itself. */
const SIZE_FACTS: ReadonlySet<string> = new Set(['width', 'height']);

function besides(value: Value, more: readonly Member[]): Member[] {
  const own = 'more' in value ? value.more : [];
  const drawn = value.is === 'strokes' || value.is === 'picture';
  return [...own.filter(({ key }) => !(drawn && SIZE_FACTS.has(key))), ...more];
}

/** What speaks for itself comes first, what a machine tells records apart by last. */
function rankOf(fact: Member): number {
  return factLabel(fact) === '' ? 0 : fact.key === 'id' ? 2 : 1;
}

/** The small facts worth saying beside a value: none that is empty, no size of a drawing. */
export function factsOf(value: Value, more: readonly Member[] = []): Member[] {
  return besides(value, more)
    .filter((fact) => fact.value.is !== 'empty')
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Labels of the facts beside a value that say nothing, for where no key may be missing. */
export function emptyFacts(value: Value, more: readonly Member[] = []): string[] {
  return besides(value, more)
    .filter((fact) => fact.value.is === 'empty')
    .map(({ label }) => label);
}

/** The head without what the title says already. */
export function headOf({ head, title }: AnswerLayout): FieldBlock[] {
  return head.filter(
    ({ key, value }) => !(key === 'formName' && value.is === 'text' && value.text === title),
  );
}

/** A question or a table of an answer, with where it stands. */
export interface PlacedBlock {
  block: FieldBlock | TableBlock;
  /** The keys of its sections and its own; labels where there are no keys. */
  key: string;
  /** The labels of its sections and its own. */
  names: string[];
}

/** The questions and tables of an answer in their order, out of whatever sections they stand in. */
export function* placedBlocks(
  blocks: readonly Block[],
  within: { key: string; names: readonly string[] } = { key: '', names: [] },
): Generator<PlacedBlock> {
  for (const block of blocks) {
    const key = `${within.key}/${block.key ?? block.label}`;
    const bare = block.is === 'group' && block.bare;
    const names = bare ? [...within.names] : [...within.names, block.label];
    if (block.is === 'group') yield* placedBlocks(block.blocks, { key, names });
    else yield { block, key, names };
  }
}

/** A question by its sections: `Tyres › Front left`. */
export function pathTitle(names: readonly string[]): string {
  return names.join(' › ');
}

import { jsonElements, jsonMember, jsonMembers } from '../../shared/rules/jsonText.ts';

/** One line of an answer as it is printed. */
export interface AnswerEntry {
  readonly label: string;
  /** Null for the heading of a group. */
  readonly text: string | null;
  /** Whether the text is a drawing, as SVG path data. */
  readonly isStrokes: boolean;
  readonly depth: number;
}

type Labels = ReadonlyMap<string, string>;

const isObject = (source: string) => source.startsWith('{');
const isArray = (source: string) => source.startsWith('[');
const isText = (source: string) => source.startsWith('"');
const unquoted = (source: string) => String(JSON.parse(source));

/** Labels of a form's fields by key, however deep they are declared. */
function labelsOf(source: string, labels: Map<string, string>): Map<string, string> {
  if (isArray(source)) for (const field of jsonElements(source)) labelsOf(field, labels);
  if (!isObject(source)) return labels;
  const members = jsonMembers(source);
  const key = members.get('key') ?? '';
  const label = members.get('label') ?? '';
  if (isText(key) && isText(label)) labels.set(unquoted(key), unquoted(label));
  for (const nested of ['fields', 'columns']) labelsOf(members.get(nested) ?? 'null', labels);
  return labels;
}

/** A value that fits on a line, numbers in the spelling that was sent; null for anything deeper. */
function plain(source: string): string | null {
  if (source === 'null') return '-';
  if (isText(source)) return unquoted(source);
  if (isArray(source)) {
    const items = jsonElements(source);
    return items.every(isText) ? items.map(unquoted).join(', ') : null;
  }
  if (!isObject(source)) return source;
  const members = jsonMembers(source);
  const lat = members.get('lat');
  const lng = members.get('lng');
  return members.size === 2 && lat !== undefined && lng !== undefined ? `${lat}, ${lng}` : null;
}

function collect(
  label: string,
  source: string,
  labels: Labels,
  depth: number,
  into: AnswerEntry[],
): void {
  const drawing = isObject(source) ? (jsonMember(source, 'path') ?? '') : '';
  if (isText(drawing)) {
    into.push({ label, text: unquoted(drawing), isStrokes: true, depth });
    return;
  }
  const text = plain(source);
  into.push({ label, text, isStrokes: false, depth });
  if (text !== null) return;
  if (isObject(source)) {
    for (const [key, nested] of jsonMembers(source)) {
      collect(labels.get(key) ?? key, nested, labels, depth + 1, into);
    }
    return;
  }
  jsonElements(source).forEach((item, index) => {
    const members = isObject(item) ? jsonMembers(item) : new Map<string, string>();
    const key = members.get('key') ?? '';
    const value = members.get('value');
    // Some forms answer with a list of {key, label, value}.
    if (value !== undefined && isText(key)) {
      const own = members.get('label') ?? key;
      collect(isText(own) ? unquoted(own) : unquoted(key), value, labels, depth + 1, into);
    } else collect(String(index + 1), item, labels, depth + 1, into);
  });
}

/** Every field of an answer with the form's label where there is one; nothing is left out. */
export function entriesOf(doc: string, formDoc: string | undefined): AnswerEntry[] {
  const declared = formDoc === undefined ? null : jsonMember(formDoc, 'fields');
  const labels = labelsOf(declared ?? 'null', new Map());
  const entries: AnswerEntry[] = [];
  for (const [key, value] of jsonMembers(doc)) {
    collect(labels.get(key) ?? key, value, labels, 0, entries);
  }
  return entries;
}

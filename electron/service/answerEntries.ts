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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Labels of a form's fields by key, however deep they are declared. */
function labelsOf(fields: unknown, labels = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(fields)) for (const field of fields) labelsOf(field, labels);
  if (!isRecord(fields)) return labels;
  const { key, label } = fields;
  if (typeof key === 'string' && typeof label === 'string') labels.set(key, label);
  for (const nested of ['fields', 'columns', 'sections']) labelsOf(fields[nested], labels);
  return labels;
}

function isPlace(value: Record<string, unknown>): boolean {
  return typeof value['lat'] === 'number' && typeof value['lng'] === 'number';
}

function plain(value: unknown): string | null {
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isRecord(value) && isPlace(value)) return `${String(value['lat'])}, ${String(value['lng'])}`;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return null;
}

function collect(
  label: string,
  value: unknown,
  labels: Labels,
  depth: number,
  into: AnswerEntry[],
): void {
  if (isRecord(value) && typeof value['path'] === 'string') {
    into.push({ label, text: value['path'], isStrokes: true, depth });
    return;
  }
  const text = plain(value);
  if (text !== null) {
    into.push({ label, text, isStrokes: false, depth });
    return;
  }
  into.push({ label, text: null, isStrokes: false, depth });
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      // One tenant's answers are a list of {key, label, value}.
      if (isRecord(item) && 'value' in item && typeof item['key'] === 'string') {
        const named = typeof item['label'] === 'string' ? item['label'] : item['key'];
        collect(named, item['value'], labels, depth + 1, into);
      } else collect(String(index + 1), item, labels, depth + 1, into);
    });
  } else if (isRecord(value)) {
    for (const [key, nested] of Object.entries(value)) {
      collect(labels.get(key) ?? key, nested, labels, depth + 1, into);
    }
  }
}

/** Every field of an answer with the form's label where there is one; nothing is left out. */
export function entriesOf(doc: string, formDoc: string | undefined): AnswerEntry[] {
  const answer: unknown = JSON.parse(doc);
  const form: unknown = formDoc === undefined ? undefined : JSON.parse(formDoc);
  const labels = labelsOf(isRecord(form) ? form['fields'] : undefined);
  const entries: AnswerEntry[] = [];
  if (!isRecord(answer)) return entries;
  for (const [key, value] of Object.entries(answer)) {
    collect(labels.get(key) ?? key, value, labels, 0, entries);
  }
  return entries;
}

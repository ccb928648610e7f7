import { formText } from '../../text/en.ts';

type Kind = keyof typeof formText.questions.kinds;

/** What forms call their kinds of question, written small and without signs between. */
const KNOWN = new Map<string, Kind>(
  Object.entries({
    yesNo: ['boolean', 'bool', 'yesno', 'checkbox', 'switch'],
    one: ['choice', 'select', 'radio', 'dropdown', 'singlechoice', 'enum'],
    several: ['multichoice', 'multiselect', 'multiplechoice', 'checkboxes'],
    text: ['text', 'string', 'shorttext'],
    longText: ['textarea', 'longtext', 'multiline'],
    number: ['number', 'integer', 'decimal', 'float'],
    date: ['date'],
    time: ['time'],
    dateTime: ['datetime', 'timestamp'],
    place: ['location', 'place', 'position', 'gps'],
    photo: ['photo', 'photos', 'image', 'picture'],
    signature: ['signature'],
    rating: ['rating', 'stars'],
    file: ['file', 'attachment'],
    section: ['section', 'page'],
    group: ['group', 'object'],
    table: ['table', 'grid', 'repeat', 'array'],
  } satisfies Record<Kind, string[]>).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as Kind] as const),
  ),
);

/** A form's own kind of question in words of the desk; null where it has none for it. */
export function kindWord(kind: string): string | null {
  const known = KNOWN.get(kind.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return known === undefined ? null : formText.questions.kinds[known];
}

import { namesInstant, namesInstantText } from './instant.ts';
import { jsonMembers } from './jsonText.ts';

/**
 * What tells of a record whether it is archived. The specification shows no such field (sections 2 and
 * 3): records of some tenants have a status or the instant of archiving, of others a flag, and of
 * others nothing, where only the list tells.
 */

/** Fields with a word: of a vehicle or a device it may be about its signal. */
const WORDS = ['status', 'state'] as const;
const ARCHIVED_WORDS: ReadonlySet<string> = new Set(['archived', 'deleted']);
const ALL_WORDS: ReadonlySet<string> = new Set(['archived', 'deleted', 'active']);
/** A field with an instant. */
const INSTANT = 'archivedAt';
/** Fields that are true or false, or 1 or 0. */
const FLAGS = ['archived', 'isArchived'] as const;

function wordOf(member: string | undefined): string {
  return member?.startsWith('"') === true ? member.slice(1, -1).toLowerCase() : '';
}

/** Whether a record, as its members' texts, says that it is archived, or was deleted softly. */
export function isArchived(members: ReadonlyMap<string, string>): boolean {
  return (
    WORDS.some((name) => ARCHIVED_WORDS.has(wordOf(members.get(name)))) ||
    namesInstantText(members.get(INSTANT) ?? 'null') ||
    FLAGS.some((name) => ['true', '1'].includes(members.get(name) ?? ''))
  );
}

/** The same of a record that was read from JSON. */
export function isArchivedRecord(record: object): boolean {
  const own = record as Readonly<Partial<Record<string, unknown>>>;
  return (
    WORDS.some((name) => ARCHIVED_WORDS.has(String(own[name]).toLowerCase())) ||
    namesInstant(own[INSTANT]) ||
    FLAGS.some((name) => own[name] === true || own[name] === 1)
  );
}

/** The same of a record's text. Most need not be taken apart to know that they are not. */
export function isArchivedText(text: string): boolean {
  return /archived|deleted/i.test(text) && isArchived(jsonMembers(text));
}

/** Whether a record says at all if it is archived. */
export function tellsArchived(members: ReadonlyMap<string, string>): boolean {
  return (
    [INSTANT, ...FLAGS].some((name) => members.has(name)) ||
    WORDS.some((name) => ALL_WORDS.has(wordOf(members.get(name))))
  );
}

/** What a restored record has in the place of what says that it is archived; a null takes the field away. */
export function restoredMembers(
  members: ReadonlyMap<string, string>,
): (readonly [string, string | null])[] {
  const changes: (readonly [string, string | null])[] = [];
  for (const name of WORDS) {
    // Which word it comes back with only the service knows.
    if (ARCHIVED_WORDS.has(wordOf(members.get(name)))) changes.push([name, null]);
  }
  if (members.has(INSTANT)) changes.push([INSTANT, 'null']);
  for (const name of FLAGS) {
    if (members.has(name)) changes.push([name, members.get(name) === '1' ? '0' : 'false']);
  }
  return changes;
}

/** What an archived record has, `at` being the instant (ISO, UTC). */
export function archivedMembers(
  members: ReadonlyMap<string, string>,
  at: string,
): (readonly [string, string])[] {
  const flags = FLAGS.filter((name) => members.has(name));
  return [
    ['status', '"archived"'],
    [INSTANT, JSON.stringify(at)],
    ...flags.map((name) => [name, members.get(name) === '0' ? '1' : 'true'] as const),
  ];
}

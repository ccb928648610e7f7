/**
 * Names of records that were made here, until the service has named them. They begin with a tilde,
 * which no identifier of the interface has, and the mirror takes no record whose identifier has this
 * form: what looks like one is one.
 */

const PREFIX = '~new-';
/** For SQL. */
export const TEMPORARY_GLOB = `${PREFIX}*`;

/** How they began in databases and files from before November 22nd, 2026; services may use it too. */
const OLD_PREFIX = 'tmp-';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^(?:${PREFIX}|${OLD_PREFIX})${UUID}$`);
const IN_JSON = new RegExp(`"((?:${PREFIX}|${OLD_PREFIX})${UUID})"`, 'g');

/** The name of the record that a create makes, by the id of its write. */
export function temporaryIdOf(opId: string): string {
  return `${PREFIX}${opId}`;
}

/** Both names that the record of a create may have: the second from an older Waybill. */
export function temporaryIdsOf(opId: string): readonly [string, string] {
  return [temporaryIdOf(opId), `${OLD_PREFIX}${opId}`];
}

/** The id of the create whose record has this temporary name. */
export function opIdOf(temporaryId: string): string {
  return temporaryId.replace(/^~new-|^tmp-/, '');
}

/** Whether an identifier has the form of a temporary one, which no service's has. */
export function isTemporaryId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Whether an identifier may be a temporary one of this or of an older Waybill. */
export function mayBeTemporaryId(id: string): boolean {
  return FORM.test(id);
}

/** The identifiers in a JSON text that may be temporary ones. */
export function temporaryIdsIn(json: string): Set<string> {
  return new Set([...json.matchAll(IN_JSON)].map((match) => match[1] ?? ''));
}

import { migrations } from '../../electron/core/db/migrations/index.ts';
import { writeQueries } from '../../electron/core/databaseParts.ts';
import type { FaultRule } from '../../electron/service/faults.ts';

/**
 * Every place at which the application is killed by name, in the order in which a series does. Every day
 * kills at one place of each kind in turn (`…_IN_TURN`): all of a kind go the same way through the code. The long
 * form kills at every place of each.
 */

/** Commits that the journal has first. Those of moves are told apart by where they lead. */
const JOURNALED = [
  'outbox.enqueue',
  'outbox.move to SENDING',
  'outbox.confirm',
  'outbox.cancel',
  'outbox.reject',
  'outbox.edit',
  'desk.remember',
];

/** Commits of what can be read again. */
const MIRRORED = [
  'scan.begin',
  'records.ingest',
  'records.ingestBody',
  'records.telemetry',
  'scan.complete',
  'outbox.reread',
  'outbox.recover',
  'documents.put',
];

/** Writes to the service, as `wire.ts` names them, in the order in which the script comes to them. */
const REQUESTS = [
  'POST vehicles',
  'POST vehicles/*',
  'POST areas',
  'POST vehicle/*/set-driver/*',
  'POST devices',
  'POST devices/*/install',
  'POST vehicles/*/odometer',
  'PATCH areas/*',
  'PATCH vehicles/*/archive',
  'POST vehicle/*/unset-driver/*',
  'DELETE areas/*',
  'POST vehicles/*/restore',
];

/** Of the places of one kind the one whose turn it is, by its place among the kinds. */
const turn = (places: readonly string[], index: number): string[] =>
  places.filter((_place, at) => at === index % places.length);

const commits = (name: string): string[] => [`${name}: not committed yet`, `${name}: committed`];
const journaled = (name: string): string[] => [`${name}: not in the journal yet`, ...commits(name)];
const request = (name: string): string[] => [
  `${name}: nothing sent yet`,
  `${name}: sent, no answer yet`,
  `${name}: answered, nothing recorded`,
];

const migrated = migrations.map(({ version }) => [
  `migration ${version}: begun`,
  `migration ${version}: not committed yet`,
]);

/** The first start, with these places of migrations: each life gets a little further than the one before. */
const firstStart = (migrating: readonly string[]): string[] => [
  'lock: after',
  ...request('POST login'),
  'accounts: not in place yet',
  'accounts: in place',
  ...migrating,
  'migrations: done',
  'search texts: before',
  'search texts: after',
  'journal attached: before',
  'journal and database made even: before',
  'journal and database made even: after',
  'journal attached: after',
  ...commits('meta.put'),
  ...commits('availability.put'),
];
export const FIRST_START: readonly string[] = firstStart(migrated.flat());
/** Migrations go all the same way: one is cut off at its beginning, and the next one at its end. */
export const FIRST_START_IN_TURN: readonly string[] = firstStart(
  migrated.slice(0, 2).flatMap(turn),
);

/** Commits of a working day, with these of those that are in the journal and of those that are not. */
const work = (journal: readonly string[], mirror: readonly string[]): string[] => [
  // Once, after the first load: whoever comes later finds it done.
  'built after the rows: before',
  'built after the rows: after',
  ...journal,
  ...mirror,
  'read: nothing sent yet',
  'read: answered, nothing recorded',
  'file: half a line written',
  'file: written, not synced',
  'file: synced',
  'file: end cut off',
];
/** A baseline is written once for all creates that one list serves: no life passes it again and again. */
const ALL_JOURNALED = [...JOURNALED, 'outbox.keepBaseline'].map(journaled);
const ALL_MIRRORED = MIRRORED.map(commits);
export const WORK: readonly string[] = work(ALL_JOURNALED.flat(), ALL_MIRRORED.flat());
export const WORK_IN_TURN: readonly string[] = work(
  ALL_JOURNALED.flatMap(turn),
  ALL_MIRRORED.flatMap(turn),
);

/** Requests of a working day. */
export const WIRE: readonly string[] = REQUESTS.flatMap(request);
export const WIRE_IN_TURN: readonly string[] = REQUESTS.map(request).flatMap(turn);

/** Places that a life passes again and again. */
export const OFTEN: readonly string[] = [...JOURNALED.flatMap(journaled), ...WIRE];

/** A create that is cut off before its request, and what its next life does about it. */
const cutOff = (adjusting: readonly string[]): string[] =>
  ['outbox.recover: not in the journal yet', ...adjusting].flatMap((name) => [
    'POST areas: nothing sent yet',
    name,
  ]);
export const CUT_OFF: readonly string[] = cutOff(journaled('outbox.adjust'));
export const CUT_OFF_IN_TURN: readonly string[] = cutOff(turn(journaled('outbox.adjust'), 1));

/** What is looked into when the wire fails as `DOUBTS` says. */
const DOUBTED = ['VERIFYING', 'UNCERTAIN', 'QUEUED', 'NEEDS_USER'].map((state) =>
  journaled(`outbox.move to ${state}`),
);
export const DOUBT: readonly string[] = DOUBTED.flat();
export const DOUBT_IN_TURN: readonly string[] = DOUBTED.flatMap(turn);

/** Of three new areas one never arrives, one arrives and is not answered, one goes well. */
export const DOUBTS: readonly FaultRule[] = [
  { kind: 'dropBefore', endpoint: 'createArea', every: 3 },
  { kind: 'dropAfter', endpoint: 'createArea', after: 1, every: 3 },
];

/** The journal is rewritten at a start, when it has grown large in the life before. */
export const REWRITE: readonly string[] = [
  'DELETE areas/*: answered, nothing recorded',
  'journal rewritten: not in place yet',
  'DELETE areas/*: answered, nothing recorded',
  'journal rewritten: in place',
];

/** Writes of the database that the script never makes, and why none of their own is needed. */
export const NOT_IN_THE_SCRIPT: Readonly<Partial<Record<keyof typeof writeQueries, string>>> = {
  'scan.abandon': 'a scan that is cut short changes nothing that was there',
  'scan.archivedStayed': 'a note about lists; made again by the next look at the same records',
  'removals.stayed': 'as scan.archivedStayed',
  'records.put': 'one record that was read again, as outbox.reread',
  'records.remove': 'needs two complete absences; the mirror can be read again',
  'removals.emptyTrash': 'takes what a policy wants gone; taken again by the next start',
  'documents.putLarge': 'as documents.put',
  'old.takeRecords':
    'out of a file that lies here until all of it was taken; taken again by the next start',
  'old.takeDocument': 'as old.takeRecords',
  'old.takePdf': 'as old.takeRecords',
  'review.judge': 'a person’s verdicts and notes, as desk.remember',
  'review.undo': 'as review.judge',
  'review.merge': 'as review.judge, for what comes in from a file',
  'answers.want': 'what a person asked for, as desk.remember',
  'answers.reconcile': 'follows from what was asked for; made again by every start',
  'answers.finish': 'one answer that was read; asked for again where it is lost',
  'answers.setState': 'a person’s wish, as desk.remember',
  'answers.cancel': 'a person’s wish, as desk.remember',
  'answers.putAway': 'a person’s wish, as desk.remember',
  'answers.retry': 'a person’s wish about what can be asked for again',
  'answers.refreshFacts': 'worked out from documents, again at every start',
  'pdfs.put': 'a document that was opened, as documents.put',
  'pdfs.hold': 'follows from the list of packs; noted again by every start',
  'storage.clearReadings': 'a person lets go of what can be read again',
  'storage.clearPdfs': 'as storage.clearReadings',
  'availability.remove': 'as availability.put',
  'outbox.discard': 'a person’s answer: one move, as outbox.cancel',
  'outbox.restore': 'a person’s answer: one move, as outbox.cancel',
  'outbox.recreate': 'a person’s answer: an enqueue and a discard in one, as outbox.enqueue',
  'outbox.resolve': 'a person’s answer: one move, as outbox.edit',
  'outbox.quarantine': 'one move of an op that nothing is sent for',
  'outbox.link': 'a person’s answer: as outbox.confirm',
  'outbox.acknowledge': 'a person’s answer: nothing is sent for it',
  'outbox.audited': 'a mark on a settled write',
  'outbox.narrowBaseline': 'what is left of a baseline, kept beside it, as outbox.keepBaseline',
  'outbox.dropBaselines': 'lets go of what nothing refers to',
  'removals.note': 'a question about what is listed no more; asked again after the next scan',
  'removals.keep': 'a person’s answer to it',
  'removals.putBack': 'a person’s answer to it',
  'outbox.hold': 'a person’s wish for several, as outbox.cancel',
  'outbox.resume': 'as outbox.hold',
  'outbox.handOver': 'a hold on waiting writes, as outbox.cancel',
  'outbox.takeBack': 'as outbox.handOver',
  'outbox.bringIn': 'writes that come in together, as outbox.enqueue',
};

/** Names of database writes that no list mentions. */
export function unmentioned(): string[] {
  const places = [...FIRST_START, ...WORK, ...CUT_OFF, ...DOUBT].map((place) =>
    place.replace(/( to |:).*/, ''),
  );
  return Object.keys(writeQueries).filter(
    (name) => !places.includes(name) && !Object.hasOwn(NOT_IN_THE_SCRIPT, name),
  );
}

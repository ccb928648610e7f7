import { STATE_WORDS } from '../../../shared/rules/valueWords.ts';

/** The ledger of writes. */
export const outbox = {
  what: 'writes',
  count: (count: number, words: string) => (count === 1 ? '1 write' : `${words} writes`),
  columns: {
    write: 'Write',
    reason: 'Reason',
    change: 'Change',
    state: 'State',
    attempts: 'Attempts',
    made: 'Made',
    updated: 'Last change',
  },
  filters: {
    open: 'Open',
    waiting: 'Waiting',
    needsYou: 'Needs you',
    settled: 'Settled',
    all: 'All',
  },
  filterLabel: 'Which writes',
  anyState: 'One state…',
  notCorrected: 'This write can’t be corrected here. The outbox tells what can be done with it.',
  stateCount: (state: string, count: string) => `${state} (${count})`,
  states: { ...STATE_WORDS, NEEDS_USER: 'Needs you' },
  explain: {
    QUEUED: 'It is sent as soon as it may.',
    SENDING: 'It is on its way to the service.',
    UNCERTAIN: 'The answer was lost. Waybill looks at the service before it sends anything again.',
    VERIFYING: 'Waybill is looking whether the service has it.',
    REJECTED: 'The service refused it. Nothing was changed there.',
    NEEDS_USER: 'Only you can decide how this goes on.',
    CONFIRMED: 'The service has it.',
    CANCELLED: 'It was taken back; it is not sent.',
    DISCARDED: 'It was given up. It can be brought back.',
  },
  holds: {
    op: 'Waits for another write',
    signIn: 'Waits for sign-in',
    offline: 'Waits for a connection',
    rateLimit: 'The service asked to wait',
    disk: 'Waits for space on this computer',
    person: 'Held by you',
    retry: 'Waits to try again',
    grace: 'Can still be taken back',
    handedOver: 'Handed over in a file',
    imported: 'Came out of a file, held',
  },
  /** What a hold means that only a person ends, instead of the words of its state. */
  explainHold: {
    person: 'It is not sent before you let it go on.',
    handedOver:
      'It left in a file, to be sent from elsewhere. If you let it go here after all, Waybill first looks whether the service has it.',
    imported:
      'It came out of a file and is held until you let it go. Waybill then looks whether the service has it before it sends anything.',
  },
  until: (time: string) => `until ${time}`,
  remedies: {
    cancel: 'Undo',
    retry: 'Try again now',
    edit: 'Edit',
    hold: 'Hold',
    resume: 'Go on',
    discard: 'Discard',
    undo: 'Undo at the service',
    link: 'It is this record',
    resolve: 'Choose per field',
    recreate: 'Create it again',
    restore: 'Bring back',
    acknowledge: 'Seen, leave them',
  },
  done: {
    cancel: 'Taken back',
    retry: 'Trying again',
    hold: 'Held',
    resume: 'Goes on',
    discard: 'Discarded; it can be brought back',
    undo: 'The undo is waiting to be sent',
    link: 'Linked',
    recreate: 'It will be created again',
    restore: 'Brought back',
    acknowledge: 'Noted; it will not be told again',
    resolve: 'Decided',
    edit: 'Changed',
  },
  after: 'After',
  absent: 'nothing',
  was: (value: string) => `changes (was ${value})`,
  /** A geometry: `7 points, 3.96 ha`. */
  shape: {
    points: (count: number) => (count === 1 ? '1 point' : `${String(count)} points`),
    around: (position: string) => `around ${position}`,
  },
  fields: 'Changes',
  deletes: 'The record as a whole is deleted',
  noFields: 'It has no fields; it acts on the record as a whole.',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${String(count)} attempts`),
  never: 'not attempted yet',
  dependsOn: (count: number) =>
    count === 1 ? 'Waits for 1 write before it' : `Waits for ${String(count)} writes before it`,
  irreversible: 'Can’t be taken back once it was sent',
  emptyOpen: 'Nothing waits',
  emptyOpenHint: 'Every write has reached the service. Settled writes are under “Settled”.',
  empty: 'No writes here',
  conflict: {
    over: {
      discarded:
        'It was discarded meanwhile, in another window or by somebody else at this desk. Nothing is left to choose.',
      decided:
        'It was decided meanwhile, or the service and you agree by now. Nothing is left to choose.',
    },
    across: (length: string) => `${length} across; the others are dashed`,
    title: 'Both sides changed the same field',
    explain:
      'While your change waited, somebody else changed the same field. Choose the value that it shall have; nothing is sent before you apply.',
    sides: {
      base: { title: 'Before', then: 'Puts back what both sides started from.' },
      mine: { title: 'Mine', then: 'Sends your value over theirs.' },
      theirs: { title: 'At the service', then: 'Keeps theirs; yours is not sent.' },
    },
    notOffered: 'Not possible here: assign it anew instead.',
    all: 'For every field:',
    left: (count: number) =>
      count === 1 ? '1 field to decide' : `${String(count)} fields to decide`,
    ready: 'Everything is decided',
    chooseAll: 'Choose a value for every field.',
  },
  link: {
    title: 'Which record is it?',
    explain:
      'Waybill could not tell whether the service made it. If one of these is it, choose it; otherwise try again.',
    candidates: 'Records that may be it',
    compare: (count: number) =>
      count === 1
        ? 'The record that may be it, beside what was sent'
        : 'The records that may be it, beside what was sent',
    sent: 'Sent',
    notShown: 'not shown',
    claimed: (name: string) => `Made by another write: ${name}`,
    source: {
      gone: 'The service no longer has it.',
      unknown: 'It can’t be read now; nothing is known of it here.',
      mirror: 'As it was when it was last read.',
    },
    search: 'Search for a record',
    id: 'Or the id of a record that is not in the list',
    do: 'Link',
    doNamed: (name: string) => `Link to ${name}`,
  },
  edit: { title: 'Edit the write', explain: 'It was not applied yet, so it can still be changed.' },
  leaving: {
    title: {
      signOut: (name: string) => `Sign out of ${name}?`,
      use: (name: string) => `Leave ${name}?`,
      remove: (name: string) => `Remove ${name}?`,
    },
    still: (count: number, words: string) =>
      count === 1 ? '1 write still waits:' : `${words} writes still wait:`,
    more: '…',
    inFlight: (count: number) =>
      count === 1
        ? '1 of them is on its way at this moment.'
        : `${String(count)} of them are on their way at this moment.`,
    then: {
      signOut: 'They stay on this computer and are sent after the next sign-in.',
      use: 'They stay on this computer and are sent when this account is in use again.',
      remove:
        'They will not be sent. They are kept as a file in the folder “removed” of Waybill’s data, from where they can be imported after signing in to the same account again.',
    },
    confirm: 'Type the number of writes that leave with it',
    export: 'Export a copy…',
    do: { signOut: 'Sign out', use: 'Switch', remove: 'Remove' },
    setAsideAs: (file: string) =>
      `The writes that waited are kept as ${file} in Waybill’s data folder.`,
    reviewsAs: (file: string) =>
      `Its reviews are kept as ${file} in Waybill’s data folder, and can be imported again.`,
    leftAs: (file: string) =>
      `Some of its files could not be deleted. Delete the folder ${file} in Waybill’s data folder.`,
  },
  history: {
    title: 'What happened to it',
    none: 'Nothing is noted.',
  },
  answer: {
    name: 'Last answer',
    status: (status: number) => `Status ${String(status)}`,
    body: 'What the service answered',
  },
  needs: 'Waits for',
  neededBy: 'Waits for this one',
  refused: (status: number, why: string) => `Refused (${String(status)}): ${why}`,
  changedBoth: (fields: string) => `The same was changed meanwhile: ${fields}.`,
  chosen: {
    none: 'All open writes',
    held: (count: number) => (count === 1 ? '1 write is held' : `${String(count)} writes are held`),
    resumed: (count: number) => (count === 1 ? '1 write goes on' : `${String(count)} writes go on`),
  },
  exporting: {
    title: 'Export writes',
    which: 'Which',
    all: (count: string) => `All that are open (${count})`,
    chosen: (count: string) => `The chosen ones (${count})`,
    why: 'For what',
    copy: 'To keep a copy',
    copyHint: 'The writes stay as they are and are sent from here.',
    handOver: 'To hand over',
    handOverHint:
      'They are held here and sent from where the file is imported. You can let them go here again at any time.',
    explain:
      'The file is a ZIP with a page that you can read and everything that Waybill needs to go on. It holds no password and no token, but all values of the writes.',
    busy: 'Exporting…',
    done: (count: number) =>
      count === 1 ? '1 write is in the file.' : `${String(count)} writes are in the file.`,
    handedOver: 'They are held here.',
    left: (count: number) =>
      count === 1
        ? '1 write stays here: it is on its way, or nobody could send it.'
        : `${String(count)} writes stay here: they are on their way, or nobody could send them.`,
    cancelled: 'No file was saved. Nothing was changed.',
  },
  saved: {
    file: (name: string) => `Saved as ${name}.`,
  },
  importing: {
    open: 'Import…',
    title: 'Import writes',
    choose: 'An exported outbox (ZIP)',
    chooseHint:
      'It has to be of the account that is in use. Nothing is changed before you confirm.',
    tooLarge: 'The file is larger than an outbox can be.',
    reading: 'Reading the file…',
    copy: (when: string) =>
      `A copy of ${when}. These writes wait where it was made, too: let them go in one place only.`,
    handOver: (when: string) => `Handed over ${when}. Where it was made, these writes are held.`,
    counts: {
      new: (count: number) =>
        count === 1 ? '1 write comes in, held.' : `${String(count)} writes come in, held.`,
      here: (count: number) =>
        count === 1
          ? '1 write is in this outbox already.'
          : `${String(count)} writes are in this outbox already.`,
      settled: (count: number) =>
        count === 1
          ? '1 write was settled where the file was made and stays out.'
          : `${String(count)} writes were settled where the file was made and stay out.`,
      notUnderstood: (count: number) =>
        count === 1
          ? '1 write is not understood by this Waybill. It is kept as it is and asks you.'
          : `${String(count)} writes are not understood by this Waybill. They are kept as they are and ask you.`,
      orphaned: (count: number) =>
        count === 1
          ? '1 write belongs to a record that is not in the file. It comes in and asks you.'
          : `${String(count)} writes belong to records that are not in the file. They come in and ask you.`,
      unreadable: (count: number) =>
        count === 1
          ? '1 entry is no write and stays out.'
          : `${String(count)} entries are no writes and stay out.`,
    },
    fates: {
      new: 'Comes in',
      here: 'Is here',
      settled: 'Settled there',
      notUnderstood: 'Not understood',
      orphaned: 'Without its record',
      unreadable: 'Stays out',
    },
    list: 'What the file holds',
    nothing: 'Nothing of this file would come in.',
    doNothing: 'Import',
    do: (count: number) => (count === 1 ? 'Import 1 write' : `Import ${String(count)} writes`),
    done: (count: number) =>
      count === 1
        ? '1 write came in. It is held until you let it go.'
        : `${String(count)} writes came in. They are held until you let them go.`,
    another: 'Choose another file',
  },
} as const;

const counted = (count: number, one: string, more: string): string =>
  `${String(count)} ${count === 1 ? one : more}`;

/** What is told after damaged or lost files of an account were made anew. */
export const recovery = {
  title: {
    damaged: 'The database of this account was damaged and has been made anew',
    lost: 'The database of this account was missing and has been made anew',
    older: 'The database of this account was an old copy and has been brought up to date',
    journal: 'The second copy of your writes was made anew',
    copied: 'The files of this account are a copy',
  },
  noticed: (when: string) => `Noticed ${when}.`,
  copied:
    'They come out of a backup or from another place, where what waits may have been sent already. So Waybill looks first.',
  allGone:
    'The journal beside it was missing, too: what waited to be sent, notes and reviews are gone from here. A backup of the folder of this account brings them back.',
  source: {
    whole: 'What no service can give again came back from its journal.',
    damaged:
      'The journal beside it was damaged too: what either file still gave came back, and nothing in it was taken for proof.',
    copied:
      'The journal beside it is a copy: what is in it came back, and nothing in it was taken for proof.',
    missing:
      'The journal beside it was missing: what the damaged file still gave came back, and nothing in it was taken for proof.',
  },
  journal: {
    whole:
      'The journal beside the database was an older one. The database itself is whole; nothing is lost.',
    copied: 'The journal beside the database was an older copy. The database itself is whole.',
    damaged: 'The journal beside the database was damaged. The database itself is whole.',
    missing: 'The journal beside the database was missing. The database itself is whole.',
  },
  back: 'Came back',
  waits: 'Waits',
  parts: {
    writes: (count: number) => counted(count, 'open write', 'open writes'),
    settled: (count: number) => counted(count, 'settled write', 'settled writes'),
    desk: (count: number) =>
      counted(count, 'thing', 'things').concat(
        ' that the desk remembers (views, drafts, notes, reviews)',
      ),
    trash: (count: number) => counted(count, 'record of the trash', 'records of the trash'),
  },
  nothing: 'Nothing had to',
  verified: 'Being checked',
  toVerify: (count: number) =>
    count === 1
      ? '1 write: Waybill looks for it at the service before anything is sent again.'
      : `${String(count)} writes: Waybill looks for them at the service before anything is sent again.`,
  aside: 'Set aside',
  asideHint: 'in the folder of this account, unchanged',
  todo: 'To do',
  todoText: {
    mirror:
      'Nothing. Vehicles, areas and everything else are read from the service again as soon as it can be reached.',
    writes: 'Nothing.',
  },
  done: 'I have read this',
} as const;

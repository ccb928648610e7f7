/** Records that are gone at the service: what would go, and what went. */
export const removals = {
  stopped: (count: string, total: string, what: string) =>
    `The service no longer lists ${count} of ${total} ${what}. Nothing was removed.`,
  review: 'Review…',
  title: (count: string, what: string) => `${count} ${what} would go`,
  why: {
    many: 'Two complete lists did not hold these records. So many never go without a person.',
    empty:
      'The service gave a complete list, and it was empty. That never removes anything by itself.',
    unproved:
      'Two complete lists did not hold these records, but the service also denies records that it lists, so its word proves nothing yet.',
  },
  explain:
    'Remove asks the service for each of them once more: what it still has stays, and the rest lies in the trash for a time (Settings, Removed records). Keep leaves all of them as no longer listed.',
  keep: 'Keep all',
  remove: (count: string) => `Remove ${count}`,
  retained: (count: number, words: string, what: string) =>
    `${words} ${what} ${count === 1 ? 'is' : 'are'} kept`,
  removed: (count: number, words: string, what: string) =>
    `${words} ${what} ${count === 1 ? 'was' : 'were'} removed`,
  stayed: (count: number, words: string) =>
    count === 0 ? '' : `, ${words} ${count === 1 ? 'is' : 'are'} still there`,
  areBack: (words: string, what: string) => `${words} ${what} put back`,
  trash: {
    hint: (days: number) =>
      `Records that are gone at the service lie here for ${days === 1 ? 'a day' : `${String(days)} days`}. Putting one back shows it in its list again, as no longer listed; it does not make it anew at the service.`,
    none: 'Nothing was removed in that time.',
    look: 'Look',
    putBack: 'Put back',
    isBack: (title: string) => `${title} is back in its list`,
    when: 'Removed',
    first: (shown: string, all: string) => `The latest ${shown} of ${all}`,
  },
} as const;

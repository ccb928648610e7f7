/**
 * What Waybill says outside its windows: in menus, the tray, questions and notices of the system, and
 * where there is no desk to say it. The desk tells the words of its language at its start (`shell.words`);
 * these here are said before it has ever told any.
 */

/** Texts by their names; `{}` stands for what differs. */
const ENGLISH_TEXTS = {
  menuFile: '&File',
  menuEdit: '&Edit',
  menuView: '&View',
  menuGo: '&Go',
  menuWrites: '&Writes',
  menuWindow: '&Window',
  menuHelp: '&Help',
  about: 'About Waybill',
  services: 'Services',
  hide: 'Hide Waybill',
  hideOthers: 'Hide others',
  unhide: 'Show all',
  quit: 'Quit',
  close: 'Close window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAsText: 'Paste without formatting',
  delete: 'Delete',
  selectAll: 'Select all',
  speech: 'Speech',
  startSpeaking: 'Start speaking',
  stopSpeaking: 'Stop speaking',
  resetZoom: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  minimize: 'Minimise',
  zoom: 'Zoom',
  front: 'Bring all to front',
  open: 'Open Waybill',
  nothingWaits: 'Nothing waits',
  openOutbox: 'Open the outbox to decide what happens to them.',
  stayOnDisk: 'They stay on this computer and go on when Waybill runs again.',
  exportCopy: 'Export a copy…',
  notExported: 'The copy was not saved',
  stay: 'Stay',
  unsaved: 'Throw away what you typed?',
  unsavedDetail: 'A form or a label in this window is not saved yet.',
  throwAway: 'Throw away',
  hangs: 'The desk does not answer',
  hangsDetail:
    'You can wait, or open it again. What you saved and every write that waits is on disk; a form that is open and not saved would be gone.',
  wait: 'Wait',
  openAgain: 'Open it again',
  cannotShow: 'Waybill can’t show its desk',
  cannotShowDetail:
    'What you saved and every write that waits is on this computer’s disk. Quit, restart the computer and start Waybill again.',
  tryAgain: 'Try again',
  keepsStopping: 'The desk keeps stopping',
  keepsStoppingDetail: 'It was opened again several times within a minute and stopped each time.',
  whatIsSafe: 'What is safe',
  safeOnDisk:
    'Everything that you saved, and every write that waits, is on this computer’s disk. Waybill goes on sending what can be sent. It all lies in this folder:',
  whatToDo: 'What to do',
  openDeskAgain: 'Open the desk again',
  restart: 'If it stops again, quit Waybill, restart the computer and start Waybill once more.',
  saveDiagnosis: 'Save a diagnostic text',
  diagnosisFor:
    'It is for whoever looks after your computer, and names versions and what stopped when, and nothing of your fleet.',
  cannotStart: 'Waybill can’t start',
  wentWrong: 'Something went wrong while starting: {}',
  nothingChanged: 'Nothing was changed: what you saved and every write that waits is on disk.',
  unconfined:
    'Waybill was started without the sandbox that confines its pages, and does not open so.',
  unconfinedSafe:
    'Nothing was changed. On Linux install the package of the system (.deb, .rpm) in place of the AppImage, or let programs make user namespaces.',
  watched:
    'Waybill was started with a door for debuggers (--remote-debugging-port or --remote-debugging-pipe), and does not open so: whoever reaches it reads and does everything that you can.',
  watchedSafe: 'Nothing was changed. Start Waybill without that switch.',
} as const;
export type ShellText = keyof typeof ENGLISH_TEXTS;
export const SHELL_TEXTS = Object.keys(ENGLISH_TEXTS) as [ShellText, ...ShellText[]];

/** Texts of a count, by the forms that a language has for numbers; `{}` stands for the number. */
export type CountForms = { [Rule in Intl.LDMLPluralRule]?: string | undefined } & {
  other: string;
};

const ENGLISH_COUNTS = {
  needsYou: { one: '{} write needs you', other: '{} writes need you' },
  waiting: { one: '{} write waits', other: '{} writes wait' },
  stillWaiting: { one: 'One write still waits', other: '{} writes still wait' },
  inFlight: {
    one: 'One of them is on the way at this moment. At the next start Waybill looks at the service before it sends anything again.',
    other:
      '{} of them are on the way at this moment. At the next start Waybill looks at the service before it sends anything again.',
  },
} as const;
export type ShellCount = keyof typeof ENGLISH_COUNTS;
export const SHELL_COUNTS = Object.keys(ENGLISH_COUNTS) as [ShellCount, ...ShellCount[]];

export interface ShellWords {
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  texts: Record<ShellText, string>;
  counts: Record<ShellCount, CountForms>;
  /** What writes are called, by their endpoints; the core's own names where one lacks. */
  writes: Record<string, string>;
  /** Why a start, or a copy at the end, was refused, by the code of the error; the core's own words where one lacks. */
  refusals: Record<string, { what: string; safe: string }>;
}

export const ENGLISH_WORDS: ShellWords = {
  ...{ language: 'en', direction: 'ltr', texts: ENGLISH_TEXTS, counts: ENGLISH_COUNTS },
  ...{ writes: {}, refusals: {} },
};

/** Refusals of a start, and of a copy at the end, that the desk has words for. */
export const REFUSALS_OUTSIDE = [
  'db.locked',
  'db.newer',
  'db.notAFile',
  'db.readonly',
  'disk.full',
  'file.notSaved',
  'policy.export',
  'transfer.tooMany',
] as const;

/** A count in words. */
export function counted(words: ShellWords, name: ShellCount, count: number): string {
  const forms = words.counts[name];
  const form = forms[new Intl.PluralRules(words.language).select(count)] ?? forms.other;
  // The desk writes numbers in these digits in every language.
  const digits = new Intl.NumberFormat(`${words.language}-u-nu-latn`);
  return form.replace('{}', digits.format(count));
}

import { one } from './rule.ts';
import type { Rule } from './rule.ts';

/** Further windows, and what is told outside of them. */

const DESKS = 'electron/shell/desks.ts';
const PLACES = 'electron/shell/places.ts';
const ATTENTION = 'electron/shell/attention.ts';
const QUIET = 'electron/shell/quiet.ts';
const CALLS = 'shared/ipc/shell.ts';

const more: Rule[] = [
  one(
    'desks',
    DESKS,
    'windows: a few at most',
    'if (windows.size >= MOST_WINDOWS) return false;',
    '',
  ),
  one('desks', PLACES, 'windows: how many', 'MOST_WINDOWS = 8', 'MOST_WINDOWS = 80'),
  one('desks', DESKS, 'windows: each is watched over', 'setup.opened(window);', ''),
  one(
    'desks',
    DESKS,
    'windows: the same preferences',
    'openDesk(make, optionsOf(slot),',
    'openDesk(make, {},',
  ),
  one(
    'desks',
    DESKS,
    'windows: a closed one is heard no more',
    'contents.delete(webContents);',
    '',
  ),
  one(
    'desks',
    DESKS,
    'windows: what was open in them is not kept',
    'slot.route = pageOf(window.webContents.getURL());',
    'slot.route = new URL(window.webContents.getURL()).hash;',
  ),
  one(
    'desks',
    PLACES,
    'windows: no more than the page of an address',
    '/^#\\/[a-z]{1,20}/.exec(hash)',
    '/^#.*/.exec(hash)',
  ),
];

const telling: Rule[] = [
  one('attention', ATTENTION, 'attention: once', 'if (latest <= (known ?? 0)) return;', ''),
  one(
    'attention',
    ATTENTION,
    'attention: not what was there at the start',
    'known = known === null ? needsYou : Math.min(known, needsYou);',
    'known = Math.min(known ?? 0, needsYou);',
  ),
  one('attention', ATTENTION, 'attention: not to whoever sits there', ' || isInUse()', ''),
  one('attention', ATTENTION, 'attention: the switch', '!settings().notifications || ', ''),
  one('attention', ATTENTION, 'attention: quiet hours', 'if (quietMs > 0) {', 'if (quietMs < 0) {'),
  one(
    'attention',
    ATTENTION,
    'attention: told after the quiet hours',
    'cancel = clock.after(quietMs, tell);',
    '',
  ),
  one('attention', QUIET, 'quiet hours: the switch', 'if (!quiet) return 0;', 'return 0;'),
  {
    check: 'attention',
    rule: 'attention: numbers alone',
    edits: [
      {
        file: ATTENTION,
        text: 'show({ waiting, needsYou });',
        becomes: 'show(event.payload);',
      },
      {
        file: ATTENTION,
        text: 'tray.setToolTip(`Waybill: ${words}`);',
        becomes: 'tray.setToolTip(`Waybill: ${words} ${JSON.stringify(counts)}`);',
      },
    ],
  },
  one(
    'attention',
    ATTENTION,
    'badge: what needs the person first',
    'needsYou > 0 ? needsYou : waiting',
    'waiting',
  ),
  one('attention', ATTENTION, 'tray: what waits', 'tray.setToolTip(`Waybill: ${words}`);', ''),
];

const asked: Rule[] = [
  one(
    'desks',
    CALLS,
    'windows: at pages of the desk alone',
    "z.refine((route) => isPage(/^#\\/([a-z]+)/.exec(route)?.[1] ?? '')),",
    '',
  ),
];

const HANDED = 'electron/shell/handed.ts';
const opened: Rule[] = [
  one('handed', HANDED, 'files: the ending', '!argument.toLowerCase().endsWith(ENDING)', 'false'),
  one('handed', HANDED, 'files: no NUL', "argument.includes('\\0') || ", ''),
  one(
    'handed',
    HANDED,
    'files: no NUL in an address',
    "file.includes('\\0') ? null : file",
    'file',
  ),
  one('handed', HANDED, 'files: no flags', "argument.startsWith('-') || ", ''),
  one('handed', HANDED, 'files: no links', ' || /^[a-z][a-z0-9+.-]+:\\/\\//i.test(argument)', ''),
  one('handed', HANDED, 'files: not the data folder', "argv[at - 1] === '--data'", 'false'),
  one(
    'handed',
    HANDED,
    'files: once',
    'const file = waits;\n      waits = null;',
    'const file = waits;',
  ),
];

export const windowRules: readonly Rule[] = [...more, ...asked, ...opened, ...telling];

import type { PageName } from './pages.ts';

/**
 * What a person can ask the desk to do, by name: the one table behind the palette, the keys of the desk
 * and the menu of the installed app. What each is called, the desk says in its language.
 */

/** Menus of the installed app that commands stand in. */
export type CommandMenu = 'file' | 'view' | 'go' | 'writes' | 'help';

export interface Command {
  menu: CommandMenu;
  /** Key in the notation of menus: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  /** The key on a Mac, where the other one moves in texts. */
  macKeys?: string;
  /** The letter that does it after G. */
  leader?: string;
  /** Done by the installed app alone: a browser has windows and folders of its own. */
  installed?: true;
}

const page = (leader: string, keys?: string): Command => ({
  ...{ menu: 'go', leader },
  ...(keys === undefined ? {} : { keys }),
});

const table = {
  'window.new': { menu: 'file', keys: 'Mod+Shift+N' },
  'window.wall': { menu: 'file', keys: 'Mod+Shift+M' },
  'area.new': { menu: 'file' },
  'answer.open': { menu: 'file' },
  'folder.open': { menu: 'file', installed: true },
  print: { menu: 'file', keys: 'Mod+P' },
  palette: { menu: 'view', keys: 'Mod+K' },
  'theme.dark': { menu: 'view' },
  'theme.light': { menu: 'view' },
  'theme.system': { menu: 'view' },
  'selection.follow': { menu: 'view' },
  'go.back': { menu: 'go', keys: 'Alt+Left', macKeys: 'Mod+[' },
  'go.forward': { menu: 'go', keys: 'Alt+Right', macKeys: 'Mod+]' },
  'page.vehicles': page('v', 'Mod+1'),
  'page.history': page('h', 'Mod+2'),
  'page.drivers': page('d', 'Mod+3'),
  'page.areas': page('a', 'Mod+4'),
  'page.devices': page('e', 'Mod+5'),
  'page.sensors': page('n'),
  'page.cameras': page('m'),
  'page.forms': page('f', 'Mod+6'),
  'page.review': page('q', 'Mod+7'),
  'page.fuel': page('u'),
  'page.reports': page('r', 'Mod+8'),
  'page.climate': page('c'),
  'page.outbox': page('o', 'Mod+9'),
  'page.users': page('p'),
  'page.clients': page('l'),
  'page.resellers': page('w'),
  'page.reference': page('i'),
  'page.settings': page('s', 'Mod+,'),
  workOffline: { menu: 'writes' },
  syncNow: { menu: 'writes', keys: 'Mod+Shift+S' },
  stopSync: { menu: 'writes' },
  diagnostics: { menu: 'help' },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof table;
export const commands: Readonly<Record<CommandName, Command>> = table;
export const COMMAND_NAMES = Object.keys(table) as [CommandName, ...CommandName[]];

/** The page that a command leads to; null for one that does something else. */
export function pageOfCommand(name: CommandName): PageName | null {
  return name.startsWith('page.') ? (name.slice('page.'.length) as PageName) : null;
}

/** The command that leads to a page; null where none does. */
export function commandOfPage(page: PageName): CommandName | null {
  return COMMAND_NAMES.find((name) => pageOfCommand(name) === page) ?? null;
}

/** The key of a command on this platform. */
export function keysFor({ keys, macKeys }: Command, mac: boolean): string | undefined {
  return mac ? (macKeys ?? keys) : keys;
}

/** The notation of Electron's menus. */
export function acceleratorOf(command: Command, mac: boolean): string | undefined {
  return keysFor(command, mac)?.replace('Mod', 'CmdOrCtrl');
}

const ON_A_MAC: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** A key as people of this platform write it: `⇧⌘N` or `Ctrl+Shift+N`. */
export function shownKeys(keys: string, mac: boolean): string {
  const parts = keys.split('+');
  if (!mac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
  const key = parts.at(-1) ?? '';
  // The order of Apple's menus.
  const before = ['Alt', 'Shift', 'Mod'].filter((name) => parts.slice(0, -1).includes(name));
  return before.map((name) => ON_A_MAC[name] ?? name).join('') + key;
}

import type { MenuItemConstructorOptions } from 'electron';
import {
  acceleratorOf,
  COMMAND_NAMES,
  commands,
  type CommandMenu,
  type CommandName,
} from '../../shared/rules/commands.ts';
import type { MenuEntry } from '../core/ports.ts';

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The menus by their names; those of commands alone appear once the desk has told its words. */
const TITLES: Readonly<Record<CommandMenu, string>> = {
  ...{ file: '&File', view: '&View', go: '&Go', writes: '&Writes', help: '&Help' },
};

/** `&` marks a letter in a menu; in the words of a command it is itself. */
function label(title: string): string {
  return title.replaceAll('&', '&&');
}

/** The commands of a menu in the order of their table, as the desk calls them. */
function commandItems(
  menu: CommandMenu,
  entries: readonly MenuEntry[],
  run: (name: CommandName) => void,
  mac: boolean,
): Item[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return COMMAND_NAMES.flatMap((name) => {
    const entry = byName.get(name);
    const command = commands[name];
    if (entry === undefined || command.menu !== menu) return [];
    const accelerator = acceleratorOf(command, mac);
    return [
      {
        ...{ label: label(entry.title), enabled: entry.enabled, click: () => run(name) },
        ...(accelerator === undefined ? {} : { accelerator }),
      },
    ];
  });
}

/** What the system itself does in each menu, behind the commands of the desk. */
function systemItems(menu: CommandMenu, platform: NodeJS.Platform, packaged: boolean): Item[] {
  switch (menu) {
    case 'file':
      return platform === 'darwin' ? [{ role: 'close' }] : [{ role: 'close' }, { role: 'quit' }];
    case 'view': {
      const zoom: Item[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }];
      const tools: Item[] = [LINE, { role: 'reload' }, { role: 'toggleDevTools' }];
      return [...zoom, LINE, { role: 'togglefullscreen' }, ...(packaged ? [] : tools)];
    }
    case 'go':
    case 'writes':
    case 'help':
      return [];
  }
}

/**
 * The application menu: every command of the desk with its key, from the table that the palette has
 * too, and what the system's own text editing and windows need.
 *
 * @param entries what the desk calls its commands and which can be done; empty before it has told
 * @param run does a command in the window in front
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  packaged: boolean,
  entries: readonly MenuEntry[],
  run: (name: CommandName) => void,
): MenuItemConstructorOptions[] {
  const of = (menu: CommandMenu): Item[] => {
    const own = commandItems(menu, entries, run, platform === 'darwin');
    const system = systemItems(menu, platform, packaged);
    if (own.length + system.length === 0) return [];
    const between = own.length > 0 && system.length > 0 ? [LINE] : [];
    const role = menu === 'help' ? ({ role: 'help' } as const) : {};
    return [{ label: TITLES[menu], ...role, submenu: [...own, ...between, ...system] }];
  };
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    ...of('file'),
    { role: 'editMenu' },
    ...(['view', 'go', 'writes'] as const).flatMap(of),
    { role: 'windowMenu' },
    ...of('help'),
  ];
}

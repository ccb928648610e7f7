import type { MenuItemConstructorOptions } from 'electron';
import {
  acceleratorOf,
  COMMAND_NAMES,
  commands,
  type CommandMenu,
  type CommandName,
} from '../../shared/rules/commands.ts';
import type { ShellText, ShellWords } from '../../shared/rules/shellWords.ts';
import type { MenuEntry } from '../core/ports.ts';

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** What the menus are called; those of commands alone appear once the desk has told its words. */
const TITLES = {
  ...{ file: 'menuFile', view: 'menuView', go: 'menuGo', writes: 'menuWrites', help: 'menuHelp' },
} as const satisfies Record<CommandMenu, ShellText>;

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

type Texts = ShellWords['texts'];
type Role = NonNullable<Item['role']>;

/** What the system does, by its own name for it; Electron's words for that are English. */
function byRole(texts: Texts, roles: readonly (readonly [Role, ShellText] | null)[]): Item[] {
  return roles.map((one) => {
    if (one === null) return LINE;
    const [role, text] = one;
    return { role, label: label(texts[text]) };
  });
}

/** What the system itself does in each menu, behind the commands of the desk. */
function systemItems(
  menu: CommandMenu,
  platform: NodeJS.Platform,
  packaged: boolean,
  texts: Texts,
): Item[] {
  switch (menu) {
    case 'file':
      return byRole(
        texts,
        platform === 'darwin'
          ? [['close', 'close']]
          : [
              ['close', 'close'],
              ['quit', 'quit'],
            ],
      );
    case 'view': {
      const tools: Item[] = [LINE, { role: 'reload' }, { role: 'toggleDevTools' }];
      const shown = byRole(texts, [
        ['resetZoom', 'resetZoom'],
        ['zoomIn', 'zoomIn'],
        ['zoomOut', 'zoomOut'],
        null,
        ['togglefullscreen', 'fullScreen'],
      ]);
      return [...shown, ...(packaged ? [] : tools)];
    }
    case 'go':
    case 'writes':
    case 'help':
      return [];
  }
}

/** The menu that macOS puts first, under the app's own name. */
function appMenu(texts: Texts): Item {
  const submenu = byRole(texts, [
    ...([['about', 'about'], null, ['services', 'services'], null] as const),
    ...([
      ['hide', 'hide'],
      ['hideOthers', 'hideOthers'],
      ['unhide', 'unhide'],
    ] as const),
    ...([null, ['quit', 'quit']] as const),
  ]);
  return { role: 'appMenu', submenu };
}

function editMenu(texts: Texts, mac: boolean): Item {
  const begin = byRole(texts, [
    ...([['undo', 'undo'], ['redo', 'redo'], null] as const),
    ...([
      ['cut', 'cut'],
      ['copy', 'copy'],
      ['paste', 'paste'],
    ] as const),
  ]);
  const end = byRole(
    texts,
    mac
      ? [
          ['pasteAndMatchStyle', 'pasteAsText'],
          ['delete', 'delete'],
          ['selectAll', 'selectAll'],
        ]
      : [['delete', 'delete'], null, ['selectAll', 'selectAll']],
  );
  const speech: Item = {
    label: label(texts.speech),
    submenu: byRole(texts, [
      ['startSpeaking', 'startSpeaking'],
      ['stopSpeaking', 'stopSpeaking'],
    ]),
  };
  return {
    ...{ role: 'editMenu', label: texts.menuEdit },
    submenu: [...begin, ...end, ...(mac ? [LINE, speech] : [])],
  };
}

function windowMenu(texts: Texts, mac: boolean): Item {
  const submenu = byRole(texts, [
    ...([
      ['minimize', 'minimize'],
      ['zoom', 'zoom'],
    ] as const),
    ...(mac ? ([null, ['front', 'front']] as const) : ([['close', 'close']] as const)),
  ]);
  return { role: 'windowMenu', label: texts.menuWindow, submenu };
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
  { texts }: ShellWords,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const of = (menu: CommandMenu): Item[] => {
    const own = commandItems(menu, entries, run, mac);
    const system = systemItems(menu, platform, packaged, texts);
    if (own.length + system.length === 0) return [];
    const between = own.length > 0 && system.length > 0 ? [LINE] : [];
    const role = menu === 'help' ? ({ role: 'help' } as const) : {};
    return [{ label: texts[TITLES[menu]], ...role, submenu: [...own, ...between, ...system] }];
  };
  return [
    ...(mac ? [appMenu(texts)] : []),
    ...of('file'),
    editMenu(texts, mac),
    ...(['view', 'go', 'writes'] as const).flatMap(of),
    windowMenu(texts, mac),
    ...of('help'),
  ];
}

/** The menu as it is shown: what the desk told last, in the words that it told last. */
export interface ShownMenu {
  set(entries: readonly MenuEntry[]): void;
  /** Once more, where the words have changed. */
  show(): void;
}

export function createMenu(
  words: () => ShellWords,
  apply: (entries: readonly MenuEntry[], words: ShellWords) => void,
): ShownMenu {
  let shown: readonly MenuEntry[] = [];
  const show = (): void => apply(shown, words());
  return {
    show,
    set(entries) {
      shown = entries;
      show();
    },
  };
}

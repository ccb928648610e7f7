import {
  COMMAND_NAMES,
  commands,
  keysFor,
  pageOfCommand,
  shownKeys,
} from '../../../shared/rules/commands.ts';
import type { CommandName } from '../../../shared/rules/commands.ts';
import { call, listen } from '../../bridge.ts';
import type { AppError } from '../../bridge.ts';
import { href } from '../../routes.ts';
import { account } from '../../state/account.svelte.ts';
import { connection } from '../../state/connection.svelte.ts';
import { isMac } from '../../state/keyboard.ts';
import { notices } from '../../state/notices.svelte.ts';
import { printing } from '../../state/printing.svelte.ts';
import { keyOf } from '../../state/ownKeys.ts';
import { preferences } from '../../state/preferences.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { trail } from '../../state/trail.svelte.ts';
import { text } from '../../text/en.ts';
import { wordsOutside } from './outside.ts';
import { selection } from './selection.svelte.ts';

/** A command of the shared table as it stands now. */
export interface DeskCommand {
  name: CommandName;
  title: string;
  /** Why it can't be done now. */
  refused?: string;
  run: () => void;
}

const installed = (): boolean => account.info?.host === 'electron';

/** One more window at the page that is open, or with the map alone. */
function openWindow(wall: boolean): void {
  const at = wall ? href('vehicles') : window.location.hash || href('vehicles');
  if (!installed()) {
    window.open(`${wall ? '/?wall' : '/'}${at}`, '_blank');
    return;
  }
  void call('shell.openWindow', { route: at, wall }).then((result) => {
    if (!result.ok) notices.tellFailed(result.error);
  });
}

function tellFailure(error: AppError | null): void {
  notices.tellFailed(error);
}

/** The desk's own, once it has begun. */
let openPalette = (): void => undefined;

type Rest = Omit<DeskCommand, 'name'>;

function theme(choice: 'dark' | 'light' | 'system'): Rest {
  return {
    title: text.palette[`${choice}Theme`],
    run: () => preferences.set('theme', choice),
  };
}

/** What a command is called now and what it does. */
function commandNow(name: CommandName): Rest {
  const page = pageOfCommand(name);
  if (page !== null) {
    return { title: text.palette.goTo(text.pages[page]), run: () => route.go(page) };
  }
  const now = connection.current;
  const offline = now?.state === 'workOffline';
  switch (name as Exclude<CommandName, `page.${string}`>) {
    case 'palette':
      return { title: text.palette.title, run: () => openPalette() };
    case 'print':
      return { title: text.palette.print, run: () => void printing.print() };
    case 'go.back':
      return {
        title: text.act.back,
        ...(trail.canGoBack ? {} : { refused: text.palette.nothingBefore }),
        run: () => window.history.back(),
      };
    case 'go.forward':
      return {
        title: text.palette.forward,
        ...(trail.canGoForward ? {} : { refused: text.palette.nothingAfter }),
        run: () => window.history.forward(),
      };
    case 'window.new':
      return { title: text.palette.newWindow, run: () => openWindow(false) };
    case 'window.wall':
      return { title: text.palette.wallMap, run: () => openWindow(true) };
    case 'folder.open':
      return {
        title: text.palette.openDataFolder,
        run: () =>
          void call('shell.openDataFolder', {}).then((result) => {
            if (!result.ok) notices.tellFailed(result.error);
          }),
      };
    case 'selection.follow':
      return {
        title: selection.follows ? text.palette.followNot : text.palette.follow,
        run: () => (selection.follows = !selection.follows),
      };
    case 'area.new':
      return { title: text.palette.newArea, run: () => route.go('areas', 'new') };
    case 'answer.open':
      return { title: text.palette.openAnswer, run: () => route.go('answers') };
    case 'theme.dark':
      return theme('dark');
    case 'theme.light':
      return theme('light');
    case 'theme.system':
      return theme('system');
    case 'workOffline':
      return {
        title: offline ? text.palette.goOnline : text.chip.workOfflineSwitch,
        run: () => void connection.workOffline(!offline).then(tellFailure),
      };
    case 'syncNow':
      return {
        title: text.chip.syncNow,
        ...(now?.state === 'online' ? {} : { refused: text.palette.needsNetwork }),
        run: () => void connection.syncNow().then(tellFailure),
      };
    case 'stopSync':
      return {
        title: text.chip.stopSync,
        ...(now !== null && now.syncing !== null ? {} : { refused: text.palette.nothingRead }),
        run: () => void connection.stopSync(),
      };
    case 'diagnostics':
      return { title: text.diagnostics.title, run: () => route.go('settings', 'about') };
  }
}

/** All that can be named here, in the order of the table. */
export function deskCommands(): DeskCommand[] {
  return COMMAND_NAMES.filter((name) => commands[name].installed !== true || installed()).map(
    (name) => ({ name, ...commandNow(name) }),
  );
}

/** The key of a command as people of this platform write it; null where it has none here. */
export function keysOf(name: CommandName): string | null {
  const { leader } = commands[name];
  const keys = keysFor(commands[name], isMac);
  if (leader !== undefined) {
    return preferences.values.singleKeys ? `${keyOf('leader')} ${leader.toUpperCase()}` : null;
  }
  // A browser keeps such keys to itself.
  return keys === undefined || !installed() ? null : shownKeys(keys, isMac);
}

/**
 * Tells the menu of the app what the commands are called and which can be done, whenever that
 * changes, and does what is chosen there.
 *
 * @param open opens the palette
 */
export function menuOfCommands(open: () => void): () => void {
  openPalette = open;
  let shown = '';
  let hasWords = false;
  const tellWords = (): void => {
    if (!hasWords) void call('shell.words', wordsOutside());
    hasWords = true;
  };
  const stopTelling = $effect.root(() => {
    $effect(() => {
      if (!installed()) return;
      tellWords();
      const items = deskCommands().map(({ name, title, refused }) => ({
        ...{ name, title, enabled: refused === undefined },
      }));
      const next = JSON.stringify(items);
      if (next === shown) return;
      shown = next;
      void call('shell.menu', { items });
    });
  });
  const stopListening = listen('command', ({ name }) => {
    const command = deskCommands().find((one) => one.name === name);
    if (command?.refused === undefined) command?.run();
  });
  return () => {
    stopTelling();
    stopListening();
  };
}

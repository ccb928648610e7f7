import { describe, expect, it } from 'vitest';
import {
  acceleratorOf,
  COMMAND_NAMES,
  commandOfPage,
  commands,
  pageOfCommand,
  shownKeys,
} from '../../shared/rules/commands.ts';
import { isPage, PAGES } from '../../shared/rules/pages.ts';

const all = COMMAND_NAMES.map((name) => ({ name, ...commands[name] }));

describe('the table of commands', () => {
  it('leads to every page that can be gone to', () => {
    const led = COMMAND_NAMES.map(pageOfCommand).filter((page) => page !== null);
    expect(led.every(isPage)).toBe(true);
    const rest = PAGES.filter((page) => !led.includes(page));
    // The way in has no command, and an answer is opened by its id.
    expect(rest).toEqual(['answers', 'welcome']);
    for (const page of led) expect(commandOfPage(page)).toBe(`page.${page}`);
  });

  it('gives no key and no letter twice, and takes none that texts are edited with', () => {
    const keys = all.map((command) => command.keys).filter((key) => key !== undefined);
    const letters = all.map(({ leader }) => leader).filter((letter) => letter !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(letters).size).toBe(letters.length);
    const edits = ['A', 'C', 'V', 'X', 'Y', 'Z', 'Q', 'W', 'R', '0', '-', '='];
    expect(keys.filter((key) => edits.some((edit) => key === `Mod+${edit}`))).toEqual([]);
  });

  it('writes a key as each platform does', () => {
    expect(shownKeys('Mod+Shift+N', true)).toBe('⇧⌘N');
    expect(shownKeys('Mod+Shift+N', false)).toBe('Ctrl+Shift+N');
    expect(shownKeys('Mod+1', true)).toBe('⌘1');
    expect(acceleratorOf({ menu: 'go', keys: 'Mod+Shift+N' }, false)).toBe('CmdOrCtrl+Shift+N');
    expect(acceleratorOf({ menu: 'go' }, true)).toBeUndefined();
    // Alt and an arrow moves by words in a text on a Mac.
    expect(acceleratorOf(commands['go.back'], false)).toBe('Alt+Left');
    expect(acceleratorOf(commands['go.back'], true)).toBe('CmdOrCtrl+[');
  });
});

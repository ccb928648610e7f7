import { isMac } from '../../state/keyboard.ts';
import { printing } from '../../state/printing.svelte.ts';
import { letterOf, singleAct } from '../../state/ownKeys.ts';
import { preferences } from '../../state/preferences.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { isDialogOpen, isTyping } from '../../ui/keyTarget.ts';
import { railGroups } from './rail.ts';

/** How the command key is called on this computer. */
export const commandKey = isMac ? '⌘' : 'Ctrl';

const pageByLetter = new Map(
  railGroups.flatMap(({ entries }) => entries.map(({ letter, page }) => [letter, page] as const)),
);
/** After the leader the next key within this time names a page. */
const LEADER_MS = 1500;

/** Keys of the whole desk: Ctrl/Cmd+K opens the palette, G (or its own key) and a letter goes to a page. */
export function deskKeys(openPalette: () => void): (event: KeyboardEvent) => void {
  let leaderAt = -Infinity;
  return (event) => {
    const letter = letterOf(event);
    if ((event.ctrlKey || event.metaKey) && letter === 'k') {
      event.preventDefault();
      openPalette();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && letter === 'p' && !event.shiftKey) {
      // The browser's own would print before the rows of tables were read.
      event.preventDefault();
      void printing.print();
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || !preferences.values.singleKeys) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    const page = pageByLetter.get(letter);
    if (event.timeStamp - leaderAt < LEADER_MS && page !== undefined) {
      leaderAt = -Infinity;
      event.preventDefault();
      // The letter is spent here: in a table it would mean something else.
      event.stopPropagation();
      route.go(page);
      return;
    }
    leaderAt = singleAct(event) === 'leader' ? event.timeStamp : -Infinity;
  };
}

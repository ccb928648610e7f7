import type { Attachment } from 'svelte/attachments';
import { singleAct } from '../state/ownKeys.ts';
import { isCovered } from './keyTarget.ts';
import { isNowhere } from './lostFocus.ts';

/**
 * Keys of a page's list work before it has the focus: the one that filters leads to its search, those that
 * move lead into its rows.
 *
 * @param onfilter absent where the list is not what its page is about
 */
export function pageKeys(onfilter: (() => void) | undefined): Attachment<HTMLElement> {
  return (grid) => {
    if (onfilter === undefined) return;
    const listen = (event: KeyboardEvent): void => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.defaultPrevented || !plain || !isNowhere(event.target)) return;
      if (isCovered()) return;
      const act = singleAct(event);
      if (act === 'filter') onfilter();
      else if (act === 'down' || act === 'up') grid.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  };
}

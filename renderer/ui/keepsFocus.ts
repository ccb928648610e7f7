import type { Attachment } from 'svelte/attachments';
import { isFocusLost } from './lostFocus.ts';

/** What takes the focus: an element, or a component that knows where it begins. */
interface Target {
  focus: () => void;
}

/** The places that an event which moved the focus came through, the nearest first. */
const passed = new WeakMap<Event, readonly HTMLElement[]>();

/** For as long as it has the focus only: a press of the mouse anywhere in it is to leave the focus alone. */
function focusWhole(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the focus in a place where what has it goes, as a button does that did what it said; the browser
 * would leave it with nothing, and a screen reader would begin anew. The nearest such place keeps it.
 *
 * @param to - where it goes on; without, on the place as a whole: a control that slid under the finger
 *   would act on the next Enter
 */
export function keepsFocus(
  to?: (place: HTMLElement) => Target | null | undefined,
): Attachment<HTMLElement> {
  return (place) => {
    /** What had the focus last, and the places within this one that would keep it. */
    let last: EventTarget | null = null;
    let nearer: readonly HTMLElement[] = [];
    const notice = (event: FocusEvent): void => {
      last = event.target;
      nearer = passed.get(event) ?? [];
      passed.set(event, [...nearer, place]);
    };
    const changes = new MutationObserver(() => {
      if (!(last instanceof Element) || place.contains(last)) return;
      last = null;
      if (nearer.some((one) => place.contains(one)) || !isFocusLost()) return;
      to?.(place)?.focus();
      if (isFocusLost()) focusWhole(place);
    });
    changes.observe(place, { childList: true, subtree: true });
    place.addEventListener('focusin', notice);
    return () => {
      changes.disconnect();
      place.removeEventListener('focusin', notice);
    };
  };
}

import { tick } from 'svelte';

/** Details of a record, as a list opens them. */
const DETAIL = 'main article.detail';

/** Whether what had the focus is gone: the browser leaves it with nothing. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

/** Whether the focus is where no key means anything: on nothing, on the page as a whole, in the rail. */
export function isNowhere(target: EventTarget | null): boolean {
  if (target === document.body) return true;
  return target instanceof Element && (target.matches('main') || target.closest('nav') !== null);
}

/** The details that are open, else the page as a whole. */
export function focusPage(): void {
  (document.querySelector<HTMLElement>(DETAIL) ?? document.querySelector('main'))?.focus();
}

/** Takes the focus into the details that a page was led to, once they are there; not from wherever the person went. */
export async function focusOpened(): Promise<void> {
  await tick();
  const found = document.querySelector<HTMLElement>(DETAIL);
  const main = document.querySelector('main');
  if (found !== null || main === null) {
    found?.focus();
    return;
  }
  // The page is on its way.
  main.focus();
  const ends = new AbortController();
  const changes = new MutationObserver(() => {
    const detail = document.querySelector<HTMLElement>(DETAIL);
    if (detail === null) return;
    ends.abort();
    detail.focus();
  });
  ends.signal.addEventListener('abort', () => changes.disconnect());
  changes.observe(main, { childList: true, subtree: true });
  main.addEventListener('focusout', () => ends.abort(), { signal: ends.signal });
}

/**
 * Looks where the focus is now.
 *
 * @returns puts it there again where it is lost: there, else in the pane around that, else on the page
 */
export function rememberFocus(): () => void {
  const at = document.activeElement;
  const pane = at?.closest('article') ?? null;
  return () => {
    for (const place of [at, pane]) {
      if (!isFocusLost()) return;
      if (place instanceof HTMLElement && place.isConnected) place.focus();
    }
    if (isFocusLost()) focusPage();
  };
}

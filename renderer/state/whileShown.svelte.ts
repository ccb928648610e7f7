import { untrack } from 'svelte';
import { whose } from './whose.svelte.ts';

/** Tells later whether the component that asks is still on the page. */
function onPage(): () => boolean {
  let isShown = true;
  $effect(() => () => {
    isShown = false;
  });
  return () => isShown;
}

/**
 * Tells later whether the component that asks is still on the page, of the account that it was made for:
 * what waits before it writes must write nothing once its form is gone. To be called while a component
 * is set up.
 */
export function stillShown(): () => boolean {
  const mine = untrack(() => whose.id);
  const isShown = onPage();
  return () => isShown() && whose.id === mine;
}

/**
 * Runs `then` only while the component that asks for it is on the page: work that ends later, as a
 * dialog's does that was closed meanwhile, must not close what stands there by then. To be called
 * while a component is set up.
 */
export function whileShown<A extends unknown[]>(then: (...args: A) => void): (...args: A) => void {
  const isShown = onPage();
  return (...args) => {
    if (isShown()) then(...args);
  };
}

import { untrack } from 'svelte';
import { whose } from './whose.svelte.ts';

/**
 * Tells later whether the component that asks is still on the page, of the account that it was made for:
 * what waits before it writes must write nothing once its form is gone. To be called while a component
 * is set up.
 */
export function stillShown(): () => boolean {
  const mine = untrack(() => whose.id);
  let isShown = true;
  $effect(() => () => {
    isShown = false;
  });
  return () => isShown && whose.id === mine;
}

/**
 * Runs `then` only while the component that asks for it is on the page: work that ends later, as a
 * dialog's does that was closed meanwhile, must not close what stands there by then. To be called
 * while a component is set up.
 */
export function whileShown<A extends unknown[]>(then: (...args: A) => void): (...args: A) => void {
  let isShown = true;
  $effect(() => () => {
    isShown = false;
  });
  return (...args) => {
    if (isShown) then(...args);
  };
}

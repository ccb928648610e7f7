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

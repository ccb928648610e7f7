/**
 * Runs `then` only while the component that asks for it is on the page: work that ends later, as a
 * dialog's does that was closed meanwhile, must not close what stands there by then. To be called
 * while a component is set up.
 */
export function whileShown(then: () => void): () => void {
  let isShown = true;
  $effect(() => () => {
    isShown = false;
  });
  return () => {
    if (isShown) then();
  };
}

/** Whether a button of the mouse, a pen or a finger is down now. */
let isDown = false;

const down = (): void => void (isDown = true);
const up = (): void => void (isDown = false);
window.addEventListener('pointerdown', down, true);
// Let go outside of the window, nobody tells: a key does.
for (const end of ['pointerup', 'pointercancel', 'keydown'] as const) {
  window.addEventListener(end, up, true);
}

/**
 * Calls once nothing is pressed: at once, or when it is let go. What opens while a button is down
 * would be closed by the same press, where that press closes something else.
 *
 * @returns calls it off
 */
export function onceReleased(act: () => void): () => void {
  if (!isDown) {
    act();
    return () => undefined;
  }
  const waiting = new AbortController();
  const released = (): void => {
    waiting.abort();
    act();
  };
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(end, released, { signal: waiting.signal });
  }
  return () => waiting.abort();
}

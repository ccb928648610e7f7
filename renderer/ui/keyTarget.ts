/** Whether a key belongs to what somebody types into or chooses from; a box that is ticked takes no letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = 'input:not([type="radio"], [type="checkbox"]), textarea, select';
  return target.isContentEditable || target.matches(field);
}

/** Whether a dialog is open, whose keys are its own. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Whether a dialog or a menu lies over the page. */
export function isCovered(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null;
}

/**
 * Leads the person to a control that shows what can't be read, so that it is not what would be sent.
 *
 * @returns whether there is one
 */
export function leadToUnread(form: Element | null): boolean {
  const unread = form?.querySelector<HTMLElement>('[data-unread]') ?? null;
  unread?.focus();
  return unread !== null;
}

/** Leads the person to the first control of a form that something is wrong with. */
export function focusFirstWrong(form: Element | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

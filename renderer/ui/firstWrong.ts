/** Leads the person to the first control of a form that something is wrong with. */
export function focusFirstWrong(form: Element | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

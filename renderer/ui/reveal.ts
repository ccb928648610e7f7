/** Pixels of the head that stays above the rows of a table. */
export const HEADER = 32;

/** Scrolls a table so far that a row is in sight; -1 is its head, which is above the first row. */
export function revealRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const top = Math.max(0, index) * rowHeight;
  const room = scroller.clientHeight - HEADER;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + room) {
    scroller.scrollTop = top + rowHeight - room;
  }
}

/** Puts the focus into the pane of details that stands beside a table. */
export function focusDetail(scroller: HTMLElement | null): void {
  const panes = document.querySelectorAll<HTMLElement>('main article.detail');
  [...panes].find((pane) => !pane.contains(scroller))?.focus();
}

const GAP = 4;
const EDGE = 8;

/**
 * Puts a panel of the top layer under its anchor, aligned with the side that has room, and above
 * it where there is none below; `asWide` makes it as wide as the anchor. Set through the CSSOM,
 * which the content security policy allows.
 */
export function floatBelow(
  panel: HTMLElement,
  anchor: Element,
  { asWide = false }: { asWide?: boolean } = {},
): void {
  const at = anchor.getBoundingClientRect();
  if (asWide) panel.style.width = `${String(at.width)}px`;
  const own = panel.getBoundingClientRect();
  const rtl = getComputedStyle(panel).direction === 'rtl';
  const wanted =
    rtl || at.left + own.width > window.innerWidth - EDGE ? at.right - own.width : at.left;
  const left = Math.max(EDGE, Math.min(wanted, window.innerWidth - own.width - EDGE));
  const below = at.bottom + GAP;
  const fits = below + own.height <= window.innerHeight - EDGE;
  const top = fits ? below : Math.max(EDGE, at.top - own.height - GAP);
  panel.style.left = `${String(left)}px`;
  panel.style.top = `${String(top)}px`;
}

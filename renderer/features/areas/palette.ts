/** Colours offered for areas: told apart on both grounds, none of them a state of the fleet. */
export const AREA_PALETTE = [
  '#0f7c8a',
  '#7a4fb5',
  '#b5487a',
  '#b4632a',
  '#6f7a1f',
  '#2f7f54',
  '#3f6fb0',
  '#6b7075',
] as const;

/** Colours to choose from for an area: that which it has first, where it is no offered one. */
export function coloursFor(present: string): readonly string[] {
  const own = present.toLowerCase();
  const isOffered = AREA_PALETTE.some((hex) => hex === own);
  return isOffered || !/^#[0-9a-f]{6}$/.test(own) ? AREA_PALETTE : [own, ...AREA_PALETTE];
}

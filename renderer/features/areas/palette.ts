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

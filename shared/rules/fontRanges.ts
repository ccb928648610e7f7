/**
 * Which code points each subset of the embedded fonts draws, as CSS spells it (`unicode-range`):
 * the desk's PDF names them in its style, the embedded service picks a font by them.
 */
export const FONT_RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
    'U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  latinExt:
    'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,' +
    'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113',
  vietnamese: 'U+0300-0301,U+0303,U+0309,U+0323,U+1EA0-1EF1',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  cyrillic: 'U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  cyrillicExt: 'U+0460-048F,U+0492-04AF,U+04B2-052F,U+1C80-1C8A',
  arabic: 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+FB50-FDFF,U+FE70-FEFC',
  hebrew: 'U+0590-05FF,U+20AA,U+FB1D-FB4F',
  thai: 'U+0E01-0E5B',
  devanagari: 'U+0900-097F,U+1CD0-1CF9,U+20B9,U+A830-A839,U+A8E0-A8FF',
} as const;

export type FontSubset = keyof typeof FONT_RANGES;

const SUBSETS = (Object.entries(FONT_RANGES) as [FontSubset, string][]).map(
  ([subset, range]) =>
    [
      subset,
      range.split(',').map((part) => {
        const [from = '', to = from] = part.replace('U+', '').split('-');
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
      }),
    ] as const,
);

/** The subsets that draw a letter, best first; empty where none does. */
export function subsetsOf(letter: string): FontSubset[] {
  const code = letter.codePointAt(0) ?? 0;
  return SUBSETS.filter(([, ranges]) =>
    ranges.some(([from, to]) => code >= from && code <= to),
  ).map(([subset]) => subset);
}

import { text } from '../text/en.ts';

/* Colours as CSS hex, for the few that come from the service. */

function channels(hex: string): [number, number, number] | null {
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim());
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  if (parts === undefined) return null;
  const [r = 0, g = 0, b = 0] = parts.map((part) => Number.parseInt(part, 16));
  return [r, g, b];
}

/** Names that colours go by. */
export type ColourName = keyof typeof text.colours.names;
/** Where each hue ends, in degrees; what is beyond the last is red again. */
const HUES: readonly (readonly [number, ColourName])[] = [
  ...([
    [15, 'red'],
    [42, 'orange'],
    [70, 'yellow'],
    [165, 'green'],
    [190, 'turquoise'],
  ] as const),
  ...([
    [255, 'blue'],
    [290, 'purple'],
    [345, 'pink'],
  ] as const),
];
/** Between the weakest and the strongest channel (0 to 1) there is less in a grey. */
const GREY_SPAN = 0.1;
/** Lightness (0 to 1) beyond which colours are called black, dark, light, white; what brown ends at. */
const LIGHTNESS = { black: 0.07, dark: 0.25, brown: 0.45, light: 0.75, white: 0.96 };

/** What people call a colour: `Grey`, `Dark blue`; null for what is no hex colour. */
export function colourName(hex: string): string | null {
  const found = channels(hex);
  if (found === null) return null;
  const [r = 0, g = 0, b = 0] = found.map((value) => value / 255);
  const [least, most] = [Math.min(r, g, b), Math.max(r, g, b)];
  const lightness = (least + most) / 2;
  const words = text.colours;
  if (lightness < LIGHTNESS.black) return words.names.black;
  if (lightness > LIGHTNESS.white) return words.names.white;
  const name = words.names[hueName([r, g, b], most - least, most, lightness)];
  if (lightness < LIGHTNESS.dark) return words.dark(name);
  return lightness > LIGHTNESS.light ? words.light(name) : name;
}

function hueName(
  [r, g, b]: readonly [number, number, number],
  span: number,
  most: number,
  lightness: number,
): ColourName {
  if (span < GREY_SPAN) return 'grey';
  const turn = most === r ? (g - b) / span : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  const degrees = (turn * 60 + 360) % 360;
  const name = HUES.find(([end]) => degrees < end)?.[1] ?? 'red';
  // What is darker of these two has a name of its own.
  if (lightness >= LIGHTNESS.brown) return name;
  return name === 'orange' ? 'brown' : name === 'yellow' ? 'olive' : name;
}

/** Relative luminance after WCAG 2.2, from 0 to 1; null for what is no hex colour. */
export function luminance(hex: string): number | null {
  const found = channels(hex);
  if (found === null) return null;
  const [r = 0, g = 0, b = 0] = found.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1 to 21; 1 where one is no hex colour. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  if (a === null || b === null) return 1;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Text needs this against its ground, marks need `MARK_CONTRAST` (WCAG 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

/** Whether a colour keeps a contrast against every one of several grounds. */
export function standsOut(colour: string, grounds: readonly string[], least: number): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= least);
}

/** A colour with a share (0 to 1) of another one mixed in; the first as it is where one is no hex. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  if (a === null || b === null) return one;
  const parts = a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How far a tenant's colour may be moved towards black or white before it is no longer theirs. */
const SHIFTS = [0, 0.1, 0.2, 0.3, 0.4];
/** Share of the accent in the ground of what is chosen. */
const SOFT_SHARE = 0.14;

export interface AccentColours {
  accent: string;
  hover: string;
  soft: string;
  ink: string;
}

/**
 * An accent out of a tenant's colours that reads as text on every ground of a theme, a little
 * darker or lighter where that is needed; null where none of them can be made to.
 */
export function accentOf(
  colours: readonly string[],
  grounds: readonly string[],
  dark: boolean,
): AccentColours | null {
  const towards = dark ? '#ffffff' : '#000000';
  const base = grounds[0] ?? (dark ? '#000000' : '#ffffff');
  for (const colour of colours) {
    for (const share of SHIFTS) {
      const accent = mix(colour, towards, share);
      const soft = mix(base, accent, SOFT_SHARE);
      const ink = inkOn(accent);
      const reads =
        standsOut(accent, [...grounds, soft], TEXT_CONTRAST) &&
        contrast(ink, accent) >= TEXT_CONTRAST;
      if (reads) return { accent, hover: mix(accent, towards, 0.15), soft, ink };
    }
  }
  return null;
}

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  return contrast(colour, '#000000') >= contrast(colour, '#ffffff') ? '#000000' : '#ffffff';
}

import type { TrackState } from '../../../shared/rules/track.ts';
import type { Palette } from '../palette.ts';

/** What the colour of a route tells. */
export const COLOUR_CHOICES = ['speed', 'status', 'vehicle'] as const;
export type ColourBy = (typeof COLOUR_CHOICES)[number];

/** From slow to fast, each at least 3:1 against the ground of its theme. */
const SPEED = {
  light: ['#6b7785', '#2468c8', '#0b7f5e', '#9a6700', '#c2410c', '#a81235'],
  dark: ['#9aa7b4', '#6aa5f8', '#3fcf9f', '#e3b341', '#f78a4c', '#ff6b81'],
} as const;
/** Vehicles side by side; told apart by their labels as well. */
const VEHICLE = {
  light: ['#2468c8', '#c2410c', '#0b7f5e', '#8a3ab9', '#9a6700', '#a81235', '#0e7490', '#4d5b6a'],
  dark: ['#6aa5f8', '#f78a4c', '#3fcf9f', '#c58af9', '#e3b341', '#ff6b81', '#4cc9e0', '#aab6c2'],
} as const;

const theme = (): 'light' | 'dark' =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';

/** The colour of a class of speed, by its place among those of `speedLimitsKmh`. */
export function speedColour(index: number): string {
  const ramp = SPEED[theme()];
  return ramp[Math.min(index, ramp.length - 1)] ?? ramp[0];
}

/** The colour of the n-th vehicle that is shown. */
export function vehicleColour(index: number): string {
  const colours = VEHICLE[theme()];
  return colours[index % colours.length] ?? colours[0];
}

/** The colour of what a vehicle did. */
export function stateColour(state: TrackState, palette: Palette): string {
  switch (state) {
    case 'driving':
      return palette.status.driving;
    case 'idle':
      return palette.status.idling;
    case 'stopped':
      return palette.status.stopped;
    case 'gap':
      return palette.status.offline;
  }
}

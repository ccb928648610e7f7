import type { PositionStatus } from '../../shared/rules/positions.ts';

/** What the map says, in one place for translation. */
export const mapText = {
  name: 'Map of the fleet',
  keys: 'Arrow keys move the map, plus and minus zoom, the menu key opens what can be done here.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit all vehicles',
  follow: 'Follow the selected vehicle',
  followNone: 'Select a vehicle to follow it',
  unfollow: 'Stop following',
  failed: 'The map cannot be drawn here',
  failedHint:
    'This computer offers no WebGL to draw with. Lists, details and forms show the same vehicles and areas.',
  legend: 'Vehicles by state',
  typeLegend: 'Pictures of vehicle types',
  otherType: 'Other',
  vehicles: (count: number) =>
    count === 1 ? '1 vehicle' : `${count.toLocaleString('en-GB')} vehicles`,
  status: {
    driving: 'Driving',
    idling: 'Idling',
    stopped: 'Stopped',
    offline: 'Offline',
    unknown: 'Unknown',
  } satisfies Record<PositionStatus, string>,
  attribution: 'Natural Earth',
  menu: 'What can be done here',
  zoomHere: 'Zoom here',
  copyCoordinates: 'Copy coordinates',
  coordinatesCopied: 'Coordinates copied.',
  createArea: 'Create area here',
  near: 'What’s near',
  openArea: (name: string) => `Open area ${name}`,
  nearTitle: 'Nearest vehicles',
  nearNone: 'No vehicle has a position.',
  zoomToThese: 'Zoom to these',
  more: (count: number) => `and ${count.toLocaleString('en-GB')} more: zoom in to tell them apart`,
  noFix: 'no fix yet',
  fix: 'Fix',
} as const;

/** Drivers and who drives what. */
export const people = {
  drives: 'Drives',
  drivesNothing: 'No vehicle is assigned.',
  drivenBy: (driver: string) => `Driven by ${driver}`,
  assign: 'Assign to a vehicle',
  takeOff: 'Take off',
  takeOffNamed: (driver: string, vehicle: string) => `Take ${driver} off ${vehicle}`,
  assigned: (driver: string, vehicle: string) => `${driver} drives ${vehicle}`,
  swapped: (one: string, other: string) => `${one} and ${other} swap vehicles`,
  clash: {
    title: 'This assignment changes another one',
    drives: (driver: string, vehicles: string) => `${driver} drives ${vehicles} now.`,
    drivenBy: (vehicle: string, driver: string) => `${vehicle} is driven by ${driver} now.`,
    swap: (driver: string, vehicle: string) => `Swap: ${driver} gets ${vehicle}`,
    move: (vehicles: string) => `Take off ${vehicles}, then assign`,
    both: 'Assign this one too',
    replace: (driver: string) => `Assign instead of ${driver}`,
  },
} as const;

/** Quantities with their units, and how long ago something was; amounts come formatted. */
export const units = {
  feet: (amount: string) => `${amount} ft`,
  metres: (amount: string) => `${amount} m`,
  miles: (amount: string) => `${amount} mi`,
  kilometres: (amount: string) => `${amount} km`,
  milesPerHour: (amount: string) => `${amount} mph`,
  kilometresPerHour: (amount: string) => `${amount} km/h`,
  seconds: (amount: string) => `${amount} s`,
  minutes: (amount: string) => `${amount} min`,
  hours: (amount: string) => `${amount} h`,
  days: (amount: string) => `${amount} d`,
  litres: (amount: string) => `${amount} l`,
  kilometre: 'km',
  mile: 'mi',
  now: 'now',
  ago: (time: string) => `${time} ago`,
} as const;

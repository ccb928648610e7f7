/** Temperature and humidity. */
export const climate = {
  series: 'Sensor',
  temperature: 'Temperature',
  humidity: 'Humidity',
  celsius: '°C',
  relative: '% RH',
  keys: 'Arrow keys step through the readings',
  range: (low: string, high: string) => `${low} to ${high}`,
  none: 'No readings of this kind in these days',
} as const;

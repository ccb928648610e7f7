import './browserStub.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatLength } from '../../renderer/state/areaFigures.ts';
import { formatDistance, formatSpeed } from '../../renderer/state/format.ts';
import { preferences, PREFERENCE_DEFAULTS } from '../../renderer/state/preferences.svelte.ts';
import {
  celsiusOf,
  consumptionUnit,
  distanceUnit,
  formatVolume,
  inConsumptionUnits,
  inTemperatureUnits,
  metresOf,
  temperatureUnit,
  volumeUnit,
} from '../../renderer/state/units.ts';

/** What of the document the choices are put on. */
vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
vi.stubGlobal('window', {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  waybill: undefined,
});

function choose(values: Partial<typeof PREFERENCE_DEFAULTS>): void {
  const all = { ...PREFERENCE_DEFAULTS, ...values };
  preferences.set('units', all.units);
  preferences.set('distance', all.distance);
  preferences.set('speed', all.speed);
  preferences.set('volume', all.volume);
  preferences.set('consumption', all.consumption);
  preferences.set('temperature', all.temperature);
  preferences.set('language', all.language);
}
afterEach(() => choose({}));

describe('units', () => {
  it('are those of the system where a quantity has none of its own', () => {
    choose({ units: 'imperial', language: 'en-US' });
    const shown = [distanceUnit(), volumeUnit(), consumptionUnit(), temperatureUnit()];
    expect(shown).toEqual(['mi', 'US gal', 'mpg (US)', '°F']);
    choose({ units: 'imperial', language: 'en' });
    expect([volumeUnit(), temperatureUnit()]).toEqual(['imp gal', '°C']);
    choose({});
    expect([formatDistance(150_000), formatSpeed(80)]).toEqual(['150 km', '80 km/h']);
  });

  it('are chosen for one quantity and leave the others as they are', () => {
    choose({ distance: 'mi' });
    expect([formatDistance(160_934.4), formatSpeed(80), formatLength(1609.344)]).toEqual([
      '100 mi',
      '80 km/h',
      '1 mi',
    ]);
    expect(metresOf(10)).toBe(16_093);
    choose({ speed: 'mph', volume: 'us', consumption: 'kmPerLitre' });
    expect(formatSpeed(160.9344)).toBe('100 mph');
    expect(formatDistance(150_000)).toBe('150 km');
    expect(formatVolume(37.854_117_84)).toBe('10.00 US gal');
    expect([inConsumptionUnits(8), consumptionUnit()]).toEqual([12.5, 'km/l']);
    choose({ units: 'imperial', volume: 'litre', consumption: 'litresPer100Km' });
    expect([volumeUnit(), consumptionUnit(), distanceUnit()]).toEqual(['l', 'l/100 km', 'mi']);
    choose({ consumption: 'us' });
    expect(inConsumptionUnits(10)).toBeCloseTo(23.52, 2);
  });

  it('of temperature come back as they were typed', () => {
    expect([inTemperatureUnits(-18), temperatureUnit()]).toEqual([-18, '°C']);
    choose({ temperature: 'fahrenheit' });
    expect([inTemperatureUnits(-40), inTemperatureUnits(100), temperatureUnit()]).toEqual([
      -40,
      212,
      '°F',
    ]);
    for (const typed of [0, 39, 40, 41.5, -0.4]) {
      expect(inTemperatureUnits(celsiusOf(typed))).toBe(typed);
    }
  });
});

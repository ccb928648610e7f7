import { describe, expect, it } from 'vitest';
import { countryNames } from '../../electron/service/countries.ts';
import {
  countryName,
  countryOfNumber,
  diallingCode,
  withCountry,
} from '../../renderer/state/country.ts';
import { reportKindsOf } from '../../renderer/state/reportKinds.ts';

describe('telephone numbers', () => {
  it.each([
    ['+34 555 0100', 'ES'],
    ['0034 555 0100', 'ES'],
    ['+351-555-0100', 'PT'],
    ['+1 (242) 555 0100', 'BS'],
    ['+44 1534 555', 'JE'],
    ['+44 20 555', 'GB'],
    ['+7 727 555', 'KZ'],
    ['+7 495 555', 'RU'],
    ['555 0100', null],
    ['+000 555 0100', null],
    ['', null],
  ])('%j belongs to %s', (number, country) => {
    expect(countryOfNumber(number)).toBe(country);
  });

  it('whose code several countries share belong to the own one or to none', () => {
    expect(countryOfNumber('+1 555 0100')).toBeNull();
    expect(countryOfNumber('+1 555 0100', 'CA')).toBe('CA');
    expect(countryOfNumber('+1 555 0100', 'PL')).toBeNull();
  });

  it.each([
    ['', 'PL', '+48'],
    ['555 0100', 'PL', '+48 555 0100'],
    ['0555 0100', 'PL', '+48 555 0100'],
    ['+34 555 0100', 'PL', '+48 555 0100'],
    ['0034 555-0100', 'PL', '+48 555-0100'],
    ['+48', 'ES', '+34'],
    ['+000 555', 'ES', '+34 000 555'],
    ['555', 'AQ', '555'],
  ])('%j gets the code of %s', (number, country, changed) => {
    expect(withCountry(number, country)).toBe(changed);
  });

  it('are dialled by a code in nearly every country that the service lists', () => {
    const without = Object.keys(countryNames()).filter((code) => diallingCode(code) === null);
    // Uninhabited, or without numbers of their own.
    expect(
      without.filter(
        (code) => !/^(AQ|AX|BV|CC|CX|EH|GS|HM|TF|UM|BL|MF|BQ|PN|YT|TA|CP|DG|EA|IC|CQ)$/.test(code),
      ),
    ).toEqual([]);
  });
});

describe('countries', () => {
  it('have the service’s name in English, and their own in other languages', () => {
    expect(countryName('ES', 'Kingdom of Spain', 'en-GB')).toBe('Kingdom of Spain');
    expect(countryName('ES', null, 'en-GB')).toBe('Spain');
    expect(countryName('es', 'Kingdom of Spain', 'es')).toBe('España');
  });

  it('that nobody knows are shown as they were sent', () => {
    expect(countryName('QX', null, 'en-GB')).toBe('QX');
    expect(countryName('Spain', null, 'pl')).toBe('Spain');
    expect(countryName('QX', 'Quixland', 'pl')).toBe('Quixland');
  });
});

describe('kinds of report', () => {
  it.each([
    ['{"formats":["csv"],"templates":[{"type":"trips","name":"Trips"},{"key":"fuel"}]}'],
    ['[{"type":"trips","name":"Trips"},"fuel"]'],
    ['{"data":[{"type":"trips","name":"Trips"},{"id":"fuel"},{"other":1}]}'],
  ])('are read out of %s', (json) => {
    expect(reportKindsOf(json)).toEqual([
      { value: 'trips', name: 'Trips' },
      { value: 'fuel', name: 'fuel' },
    ]);
  });

  it.each([[null], ['nonsense'], ['{}'], ['7']])('are none in %j', (json) => {
    expect(reportKindsOf(json)).toEqual([]);
  });
});

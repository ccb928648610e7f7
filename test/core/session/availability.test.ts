import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseProfile } from '../../../electron/core/api/profile.ts';
import { openStore } from '../../../electron/core/database.ts';
import type { Store } from '../../../electron/core/database.ts';
import {
  createAvailability,
  type Availability,
} from '../../../electron/core/session/availability.ts';
import { virtualClock } from '../../support/virtualClock.ts';

let store: Store;
const clock = virtualClock();

beforeEach(async () => {
  const opened = await openStore({ file: ':memory:', mode: 'inline' });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
});
afterEach(() => store.close());

function learn(overrides = '', changed: () => void = () => undefined): Availability {
  const profile = parseProfile(overrides);
  if (!profile.ok) throw new Error(profile.error.message);
  return createAvailability({ store, clock, profile: () => profile.value, changed });
}

const of = (availability: Availability, name: string) =>
  availability.list().find(({ endpoint }) => endpoint === name);

describe('availability', () => {
  it('is silent without evidence', () => {
    expect(learn().list()).toEqual([]);
  });

  it('learns from what endpoints answer', () => {
    const availability = learn();
    availability.observe('listVehicles', 200, null);
    availability.observe('listResellers', 403, null);
    availability.observe('listPlans', 404, null);
    availability.observe('listThemes', 501, null);
    availability.observe('getVehicle', 404, null);
    availability.observe('listRoles', 500, null);
    availability.observe('listTimezones', 429, null);
    const verdicts = availability.list().map(({ endpoint, available }) => [endpoint, available]);
    expect(Object.fromEntries(verdicts)).toEqual({
      listVehicles: true,
      listResellers: false,
      listPlans: false,
      listThemes: false,
    });
    expect(of(availability, 'listResellers')?.why).toContain('403');
    expect(of(availability, 'listResellers')?.since).toBe(clock.now());
  });

  it('tells whoever wants to know when something is refused or allowed again, and only then', async () => {
    let told = 0;
    const availability = learn('', () => (told += 1));
    availability.observe('listVehicles', 200, null);
    expect(told).toBe(0);
    availability.observe('listResellers', 403, null);
    availability.observe('listResellers', 403, null);
    expect(told).toBe(1);
    availability.observe('listResellers', 200, null);
    expect(told).toBe(2);
    availability.observe('getPlanPermissions', 200, '{"data":["vehicles.read"]}');
    expect(told).toBe(3);
    await availability.forget('listDevices');
    expect(told).toBe(4);
  });

  it('learns from the permissions of plan and account', () => {
    const availability = learn();
    availability.observe(
      'getPlanPermissions',
      200,
      '{"data":["vehicles.read","areas.read","fuel.read"]}',
    );
    expect(of(availability, 'listVehicles')).toMatchObject({ available: true });
    expect(of(availability, 'listDevices')).toMatchObject({
      available: false,
      why: 'It is not part of the current plan.',
    });
    availability.observe('getMe', 200, '{"id":1,"permissions":["vehicles.read"]}');
    expect(of(availability, 'listFuelTypes')).toMatchObject({
      available: false,
      why: 'The role of this account does not include it.',
    });
    expect(of(availability, 'listRoles')).toBeUndefined();
  });

  it('takes lists that speak another language for no evidence', () => {
    const availability = learn();
    availability.observe('getPlanPermissions', 200, '{"data":["VEHICLE_VIEW","AREA_VIEW"]}');
    availability.observe('getMe', 200, '{"id":1,"permissions":[]}');
    expect(availability.list().filter(({ available }) => !available)).toEqual([]);
    const taught = learn('{"permissions":{"vehicles.read":"VEHICLE_VIEW"}}');
    taught.observe('getPlanPermissions', 200, '["VEHICLE_VIEW"]');
    expect(of(taught, 'listVehicles')?.available).toBe(true);
    expect(of(taught, 'listDevices')?.available).toBe(false);
  });

  it('believes what was seen more than what lists say, and one refusal hides no module', () => {
    const availability = learn();
    availability.observe('getPlanPermissions', 200, '{"data":["areas.read"]}');
    availability.observe('listVehicles', 200, null);
    availability.observe('getOdometer', 403, null);
    expect(of(availability, 'listVehicles')?.available).toBe(true);
    expect(of(availability, 'getOdometer')?.available).toBe(false);
    expect(of(availability, 'listAreas')?.available).toBe(true);
  });

  it('is remembered, and forgotten by Try again', async () => {
    const first = learn();
    first.observe('getPlanPermissions', 200, '{"data":["areas.read"]}');
    first.observe('listResellers', 403, null);
    first.observe('listPlans', 404, null);
    const second = learn();
    await second.load();
    expect(of(second, 'listResellers')?.available).toBe(false);
    expect(of(second, 'listVehicles')?.available).toBe(false);
    await second.forget('listResellers');
    await second.forget('listPlans');
    await second.forget('__proto__');
    expect(of(second, 'listResellers')).toBeUndefined();
    const third = learn();
    await third.load();
    expect(of(third, 'listPlans')).toBeUndefined();
    second.observe('listResellers', 200, null);
    expect(of(second, 'listResellers')?.available).toBe(true);
  });
});

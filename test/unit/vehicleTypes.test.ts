import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../renderer/state/record.ts';
import { typeColour, typeEntries, typeGroup, typeOf } from '../../renderer/state/vehicleType.ts';

describe('vehicle types', () => {
  it.each([
    ['van', 'Van', 'van'],
    ['refrigerated', 'Refrigerated truck', 'refrigerated'],
    ['service', 'Service vehicle', 'service'],
    ['x7', 'Motor cycle', 'bike'],
    ['hgv', null, 'truck'],
    ['coach', 'City coach', 'bus'],
    [null, 'Semi-trailer', 'trailer'],
    ['custom-1', 'Zeppelin', 'other'],
    [null, null, 'other'],
  ])('%s, %s is shown as %s', (key, name, group) => {
    expect(typeGroup(key, name)).toBe(group);
  });

  const types = new Map([
    ['21', fieldsOf({ id: 21, name: 'Van', driving: '#1f9d55', default: '#6b7280' })],
    ['22', fieldsOf({ id: 22, name: 'Truck', colors: { stopped: '#3b6fd4' } })],
  ]);

  it('take their name from the list where the vehicle has only an id', () => {
    expect(typeOf(fieldsOf({ typeId: 22 }), types)).toEqual({
      id: '22',
      group: 'truck',
      name: 'Truck',
    });
    expect(typeOf(fieldsOf({ typeId: '99', type: 'bus' }), types)).toEqual({
      id: '99',
      group: 'bus',
      name: 'bus',
    });
    expect(typeOf(fieldsOf({}), types)).toEqual({ id: null, group: 'other', name: null });
  });

  it('have a colour for each movement, and the plain one for what is offline', () => {
    const [van, truck] = [types.get('21'), types.get('22')];
    expect(typeColour(van, 'driving')).toBe('#1f9d55');
    expect(typeColour(van, 'stopped')).toBe('#6b7280');
    expect(typeColour(van, 'offline')).toBe('#6b7280');
    expect(typeColour(truck, 'stopped')).toBe('#3b6fd4');
    expect(typeColour(truck, 'driving')).toBeNull();
    expect(typeColour(undefined, 'driving')).toBeNull();
  });

  it('stand once in the legend, with every name that their picture has', () => {
    const entries = typeEntries([
      { id: '1', group: 'truck', name: 'Truck' },
      { id: '2', group: 'van', name: 'Courier van' },
      { id: '3', group: 'van', name: 'Van' },
      { id: '2', group: 'van', name: 'Courier van' },
      { id: null, group: 'other', name: null },
    ]);
    expect(entries).toEqual([
      { group: 'truck', names: ['Truck'] },
      { group: 'van', names: ['Courier van', 'Van'] },
      { group: 'other', names: [] },
    ]);
  });
});

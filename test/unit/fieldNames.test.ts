import { describe, expect, it } from 'vitest';
import { furtherForms, writeForms } from '../../renderer/records/writeForms.ts';
import { fieldName, fieldNames } from '../../shared/rules/fieldNames.ts';

describe('the name of a field', () => {
  it('is the same in messages and exported files as in the forms of the desk', () => {
    const asked = [...Object.entries(writeForms), ...furtherForms].flatMap(([endpoint, form]) =>
      'fields' in form ? form.fields.map(({ name, label }) => ({ endpoint, name, label })) : [],
    );
    expect(asked.length).toBeGreaterThan(40);
    for (const { endpoint, name, label } of asked) {
      expect(fieldName(endpoint, name), `${endpoint} ${name}`).toBe(label);
    }
  });

  it('says that groups of an area are chosen by name', () => {
    expect(fieldNames('updateArea', ['groupIds', 'name'])).toBe('Groups, Name');
  });

  it('is the key in words for a field that a tenant added', () => {
    expect(fieldNames('updateVehicle', ['costCentre', 'defaultLabel'])).toBe('Cost centre, Label');
    expect(fieldName('updateVehicle', '__proto__')).toBe('__proto__');
    expect(fieldName('toString', 'constructor')).toBe('Constructor');
  });
});

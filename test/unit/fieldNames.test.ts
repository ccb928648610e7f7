import { describe, expect, it } from 'vitest';
import { furtherForms, writeForms } from '../../renderer/records/writeForms.ts';
import { fieldName, fieldNames } from '../../shared/rules/fieldNames.ts';

describe('the name of a field', () => {
  it('is a word of people for everything that the forms of the desk ask', () => {
    const asked = [...Object.entries(writeForms), ...furtherForms].flatMap(([endpoint, form]) => {
      if (!('fields' in form)) return [];
      return form.fields.map(({ name }) => fieldName(endpoint, name));
    });
    expect(asked.length).toBeGreaterThan(40);
    const ids = [...new Set(asked)].filter((name) => / ids?$/i.test(name));
    expect(ids).toEqual([]);
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

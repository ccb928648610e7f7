import { describe, expect, it } from 'vitest';
import {
  endpoint,
  isEndpointName,
  isWriteName,
  writeNames,
} from '../../../shared/api/catalogue.ts';
import { methodOf, paramNamesOf } from '../../../shared/api/endpoint.ts';
import { unexpectedChanges } from '../../../electron/core/outbox/model/rule.ts';

describe('the catalogue of writes', () => {
  it.each(writeNames.map((name) => [name]))('%s can be verified and undone as it says', (name) => {
    const row = endpoint(name);
    const rule = row.write;
    if (rule === undefined) throw new Error('no rule');
    expect(isEndpointName(rule.verifyBy)).toBe(true);
    if (!isEndpointName(rule.verifyBy)) return;
    const verifier = endpoint(rule.verifyBy);
    expect(methodOf(verifier)).toBe('GET');
    const known = new Set(paramNamesOf(row));
    for (const param of paramNamesOf(verifier)) expect(known, rule.verifyBy).toContain(param);
    if (rule.does === 'create') expect(['page', 'list']).toContain(verifier.reply);
    else expect(known).toContain(rule.target.param);
    if (rule.does === 'assign' || rule.does === 'unassign') expect(rule.link).toBeDefined();
    if (rule.inverse !== 'none') expect(isWriteName(rule.inverse)).toBe(true);
  });
});

it('names that a record repeats of what a write sent are no change of somebody else', () => {
  const beside = (patch: object) => {
    const before = { id: 1, groups: [], groupsList: '', vin: 'A' };
    const after = { id: 1, groups: [{ id: 7, name: 'Nights' }], groupsList: 'Nights', vin: 'B' };
    return unexpectedChanges(
      ...(['updateVehicle', JSON.stringify(patch)] as const),
      ...([JSON.stringify(before), JSON.stringify(after)] as const),
    );
  };
  expect(beside({ groupIds: [7] })).toEqual(['vin']);
  expect(beside({ defaultLabel: 'One' })).toEqual(['groups', 'groupsList', 'vin']);
});

import { describe, expect, test } from 'vitest';
import { inUse } from '../../renderer/features/settings/findings.ts';

describe('which name of a profile is in use', () => {
  const limit = { about: 'limit', endpoint: 'listDrivers', used: 'limit', found: 'size' } as const;
  const roles = { about: 'envelope', endpoint: 'listRoles', used: 'data', found: 'x' } as const;
  const probed = { overrides: '{"query":{"limit":"size"},"envelopes":{"listRoles":["x"]}}' };

  test('what the person set counts before what was found, and that before the default', () => {
    expect(inUse(limit, probed, '')).toBe('found');
    expect(inUse(limit, probed, '{"query":{"limit":"mine"}}')).toBe('set');
    expect(inUse(limit, probed, '{"query":{"page":"mine"}}')).toBe('found');
    expect(inUse(roles, probed, '{}')).toBe('found');
    expect(inUse({ ...roles, endpoint: 'listPlans' }, probed, '{}')).toBe('default');
    expect(inUse(limit, { overrides: '{}' }, '{"query":')).toBe('default');
  });
});

import { describe, expect, test } from 'vitest';
import { formsOf, isOffered } from '../../renderer/records/forms.ts';
import type { EndpointName } from '../../shared/api/catalogue.ts';

/** The writes that a users page offers. */
function offered(
  at: 'list' | 'record',
  clientId: string | null,
  refused: readonly EndpointName[] = [],
): string[] {
  return formsOf('user', at)
    .filter(([, form]) =>
      isOffered(form, {
        clientId,
        isRefused: (name) => refused.includes(name),
        ...(at === 'record' ? { archived: false } : {}),
      }),
    )
    .map(([name]) => name);
}

describe('users of an account that belongs to a client', () => {
  test('are added and changed by the client-scoped rows', () => {
    expect(offered('list', '501')).toEqual(['createClientUser']);
    expect(offered('record', '501')).toEqual(['archiveUser', 'updateClientUser']);
  });

  test('are added and changed by the general rows above clients', () => {
    expect(offered('list', null)).toEqual(['createUser']);
    expect(offered('record', null)).toEqual(['updateUser', 'archiveUser']);
  });

  test('fall back to the client-scoped row where the general one is refused', () => {
    expect(offered('record', null, ['updateUser'])).toContain('updateClientUser');
  });
});

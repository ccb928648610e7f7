import { describe, expect, test } from 'vitest';
import { formsOf, isOffered } from '../../renderer/records/forms.ts';
import { fieldsOfText } from '../../renderer/state/record.ts';
import type { EndpointName } from '../../shared/api/catalogue.ts';

/** The writes that a users page offers. */
function offered(
  at: 'list' | 'record',
  clientId: string | null,
  refused: readonly EndpointName[] = [],
  json = '{"id":7,"team":{"clientId":501}}',
): string[] {
  return formsOf('user', at)
    .filter(([, form]) =>
      isOffered(form, {
        clientId,
        isRefused: (name) => refused.includes(name),
        ...(at === 'record' ? { archived: false, fields: fieldsOfText(json) } : {}),
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

  test('and only on users that name their client, without whom there is no address', () => {
    for (const json of ['{"id":7}', '{"id":7,"team":{"id":3,"clientId":null}}']) {
      expect(offered('record', null, ['updateUser'], json)).not.toContain('updateClientUser');
    }
  });
});

import { expect, it } from 'vitest';
import { withoutTokens } from '../../electron/core/outbox/model/tokenShapes.ts';

it('what looks like a token is taken out of the answer to a write, and nothing else', () => {
  const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJ1LTEifQ', 'c2lnbmF0dXJl'].join('.');
  for (const answer of [
    { token: 'opaque-1', refreshToken: 'opaque-2', expireAt: '2026-03-01' },
    { result: { access_token: 'opaque-1', id_token: 'opaque-2' } },
    { note: `as ${jwt} said`, password: 'opaque-1' },
  ]) {
    const left = withoutTokens(JSON.stringify(answer));
    expect(left).not.toMatch(/opaque|eyJ/);
    expect(JSON.parse(left)).toMatchObject('expireAt' in answer ? { expireAt: '2026-03-01' } : {});
  }
  // Cut off within it.
  expect(withoutTokens(`{"id":7,"token":"${jwt.slice(0, 30)}`)).toBe('{"id":7,"token":"[secret]"');
  const plain = '{"id":7,"key":"tyre-left","name":"Token ring","note":"a \\"quoted\\" eye"}';
  expect(withoutTokens(plain)).toBe(plain);
});

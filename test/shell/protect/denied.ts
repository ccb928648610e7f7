import assert from 'node:assert/strict';
import type Electron from 'electron';
import type { FakeSession, PermissionName } from '../../support/electron.ts';
import { permissionNames } from '../../support/permissionNames.ts';

const PERMISSIONS = new Set([
  ...permissionNames('setPermissionRequestHandler'),
  ...permissionNames('setPermissionCheckHandler'),
]);

/** A session in which nothing is allowed, however it is asked. */
export function assertDenied(session: FakeSession): void {
  for (const name of PERMISSIONS) {
    for (const origin of ['app://waybill/', 'https://evil.example/']) {
      const allowed = name === 'clipboard-sanitized-write' && origin.startsWith('app:');
      const got = session.permits(name as PermissionName, origin);
      assert.deepEqual(got, { request: allowed, check: allowed }, `${name} for ${origin}`);
    }
  }
  assert.equal(session.device?.({} as Electron.DevicePermissionHandlerHandlerDetails), false);
  assert.notEqual(session.displayMedia, null);
  assert.equal(session.captures(), false);
}

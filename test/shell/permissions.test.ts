import type Electron from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeSession, type PermissionName } from '../support/electron.ts';
import { denyPermissions } from '../../electron/shell/navigation.ts';
import { permissionNames } from '../support/permissionNames.ts';
import { answering, endAll, launch } from '../support/shell.ts';

afterEach(endAll);

const requested = permissionNames('setPermissionRequestHandler');
const checked = permissionNames('setPermissionCheckHandler');

function denied(): FakeSession {
  const session = new FakeSession();
  denyPermissions(session as unknown as Electron.Session);
  return session;
}

describe('permissions', () => {
  it('are all that Electron’s types name', () => {
    expect(requested.length).toBeGreaterThanOrEqual(45);
    for (const name of ['media', 'geolocation', 'clipboard-read', 'web-printing', 'unknown']) {
      expect(requested).toContain(name);
      expect(checked).toContain(name);
    }
  });

  it.each([...new Set([...requested, ...checked])])('denies %s, whoever asks', (name) => {
    const session = denied();
    const own = name === 'clipboard-sanitized-write';
    const ask = (origin: string) => session.permits(name as PermissionName, origin);
    expect(ask('app://waybill/')).toEqual({ request: own, check: own });
    for (const foreign of ['https://evil.example/', 'app://waybill.evil/', 'app://evil@waybill/']) {
      expect(ask(foreign)).toEqual({ request: false, check: false });
    }
  });

  it('denies every device and every picture of the screen, in Electron’s own way', () => {
    const session = denied();
    const details = { deviceType: 'usb', origin: 'app://waybill/' };
    expect(session.device?.(details as Electron.DevicePermissionHandlerHandlerDetails)).toBe(false);
    expect(session.displayMedia).not.toBeNull();
    expect(session.captures()).toBe(false);
  });

  it('are set on the desk’s session before a window opens, with no handler missing', async () => {
    const { recorded } = await launch();
    const session = recorded.sessions.get('default');
    expect(session?.request).toBeTypeOf('function');
    expect(session?.check).toBeTypeOf('function');
    expect(session?.device).toBeTypeOf('function');
    expect(session?.displayMedia).toBeTypeOf('function');
  });

  it('let the desk save one thing only: the diagnostic text', async () => {
    const fake = await launch();
    await answering(fake);
    const session = fake.recorded.sessions.get('default');
    expect(session?.downloads('app://waybill/trouble.txt')).toBe(true);
    expect(session?.downloads('app://waybill/index.html')).toBe(false);
    expect(session?.downloads('https://evil.example/trouble.txt')).toBe(false);
  });
});

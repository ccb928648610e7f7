import { fail, type AppError } from '../../../shared/result.ts';
import type { Renewed } from '../api/refresh.ts';
import type { LocalService, LocalServiceInfo, StoredSecret } from '../ports.ts';
import type { SessionCalls } from './calls.ts';
import type { Monitor } from './connection.ts';

/**
 * The sign-in of the local workspace, which nobody has to type: the embedded service is started,
 * found on whatever port it got, and signed in to with its own credentials.
 */
export interface LocalSession {
  /** Null while the service does not run: its old port may belong to somebody else by now. */
  baseUrl(): string | null;
  /** Starts the service where it is down, and signs in where nobody is. Never rejects. */
  connect(): Promise<void>;
  /** A fresh log-in, for when a token can't be renewed. */
  logIn(): Promise<Renewed>;
  /** Signed out on purpose: `connect` no longer signs in, until somebody does. */
  stayOut(on: boolean): void;
  /** Follows the service through its ends and starts; returns the function that stops it. */
  listen(): () => void;
  /** GeoJSON text of the town; null before the first start. */
  basemap(): string | null;
}

export interface LocalSessionSetup {
  service: LocalService;
  /** The workspace that this account belongs to. */
  workspaceId: string;
  calls: SessionCalls;
  hasTokens(): boolean;
  signedIn(secret: StoredSecret): Promise<void>;
  monitor(): Monitor;
}

const OTHER_WORKSPACE: AppError = fail({
  kind: 'local',
  code: 'local.otherWorkspace',
  message: 'The embedded service holds another workspace than this account’s.',
  safe: 'What this account has is untouched; it stays offline.',
  next: 'none',
}).error;

export function createLocalSession(setup: LocalSessionSetup): LocalSession {
  let running: LocalServiceInfo | null = null;
  let basemap: string | null = null;
  let out = false;
  let connecting: Promise<void> | null = null;

  const logIn = async (): Promise<Renewed> => {
    if (running === null) return { ok: false, why: 'unreachable' };
    const { email, password } = running;
    const loggedIn = await setup.calls.login({ email, password });
    if (!loggedIn.ok) {
      return { ok: false, why: loggedIn.error.kind === 'auth' ? 'refused' : 'unreachable' };
    }
    return loggedIn.value.is === 'tokens'
      ? { ok: true, secret: loggedIn.value.secret }
      : { ok: false, why: 'refused' };
  };

  /** Somebody signed out, or is signed in already. */
  const isSettled = (): boolean => out || setup.hasTokens();

  const connect = async (): Promise<void> => {
    const monitor = setup.monitor();
    const started = await setup.service.start();
    if (!started.ok) return monitor.report(false, started.error);
    if (started.value.workspaceId !== setup.workspaceId) {
      return monitor.report(false, OTHER_WORKSPACE);
    }
    running = started.value;
    basemap = started.value.basemap;
    monitor.setAddress(running.baseUrl);
    if (isSettled()) return;
    const renewed = await logIn();
    // It may have come to that meanwhile.
    if (isSettled()) return;
    if (renewed.ok) await setup.signedIn(renewed.secret);
    else if (renewed.why === 'refused') monitor.setSignIn('out', null);
  };

  const connectOnce = (): Promise<void> => {
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  return {
    baseUrl: () => running?.baseUrl ?? null,
    basemap: () => basemap,
    logIn,
    connect: connectOnce,
    stayOut(on) {
      out = on;
    },
    listen: () =>
      setup.service.onChange(() => {
        running = null;
        const monitor = setup.monitor();
        const wasOffline = monitor.current().state === 'offline';
        monitor.report(
          false,
          fail({
            kind: 'offline',
            code: 'local.down',
            message: 'The embedded fleet service has ended.',
            safe: 'Changes wait in the outbox.',
            next: 'waitForNetwork',
          }).error,
        );
        // The connection monitor probes from here on, and each probe starts the service again. Known
        // to be down already, this is the news that it may come back.
        if (wasOffline) monitor.wake();
      }),
  };
}

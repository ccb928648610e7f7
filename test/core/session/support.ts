import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { createRedactor } from '../../../electron/core/api/redactor.ts';
import type { Core } from '../../../electron/core/core.ts';
import type { LocalService, Ports } from '../../../electron/core/ports.ts';
import { createSession, type Session } from '../../../electron/core/session/session.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { fail } from '../../../shared/result.ts';
import { fewLists } from '../../support/fewLists.ts';

/** No embedded service: for tests of real servers. */
export const noLocalService: LocalService = {
  start: () =>
    Promise.resolve(fail({ kind: 'offline', code: 'local.down', message: 'There is none here.' })),
  onChange: () => () => undefined,
  remove: () => Promise.resolve({ ok: true, value: {} }),
  close: () => Promise.resolve(),
};

export interface Desk {
  session: Session;
  ports: Ports;
  events: AnyEvent[];
  /** Every line that was logged. */
  log: string[];
  /** Resolves with the first event, past or coming, that fits. */
  until(what: string, fits: (event: AnyEvent) => boolean): Promise<AnyEvent>;
  /** Forgets past events, so that `until` waits for coming ones. */
  forget(): void;
  close(): Promise<void>;
}

export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-session-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * A session over plain Node, a folder of the test's own and whatever ports the test replaces. Where
 * the network is not among them, the person may list vehicles, drivers and roles alone.
 */
export async function openDesk(folder: string, replaced: Partial<Ports> = {}): Promise<Desk> {
  const log: string[] = [];
  const base = createNodePorts({ dataDir: folder, logLevel: 'error' });
  const ports: Ports = {
    ...base,
    http: fewLists(base.http, ['vehicle', 'driver', 'role']),
    secrets: memorySecrets(),
    localService: noLocalService,
    database: 'inline',
    log: { write: (level, event, detail) => log.push(JSON.stringify({ level, event, detail })) },
    version: 'test',
    ...replaced,
  };
  const events: AnyEvent[] = [];
  const waiting = new Set<(event: AnyEvent) => void>();
  const session = await createSession(
    ports,
    (event) => {
      events.push(event);
      for (const tell of [...waiting]) tell(event);
    },
    createRedactor(),
  );
  const opened = await session.open();
  if (!opened.ok) throw new Error(opened.error.message);
  session.start();
  return {
    session,
    ports,
    events,
    log,
    until(what, fits) {
      const past = events.find(fits);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          reject(new Error(`Waited in vain for ${what}; saw ${JSON.stringify(events.slice(-5))}`));
        }, 20_000);
        const tell = (event: AnyEvent): void => {
          if (!fits(event)) return;
          clearTimeout(late);
          waiting.delete(tell);
          resolve(event);
        };
        waiting.add(tell);
      });
    },
    forget() {
      events.length = 0;
    },
    async close() {
      await session.close();
      ports.http.close();
    },
  };
}

/** Resolves with the next event that fits. Ask before doing what causes it. */
export function nextEvent(
  core: Pick<Core, 'on'>,
  fits: (event: AnyEvent) => boolean,
): Promise<AnyEvent> {
  return new Promise((resolve) => {
    const stop = core.on((event) => {
      if (!fits(event)) return;
      stop();
      resolve(event);
    });
  });
}

export function isState(state: string): (event: AnyEvent) => boolean {
  return (event) => event.name === 'connection' && event.payload.state === state;
}

/** Every file below a folder. */
export function filesUnder(top: string): string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Every file's bytes as one text, to search for what must not be there. */
export function everything(top: string): string {
  return filesUnder(top)
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

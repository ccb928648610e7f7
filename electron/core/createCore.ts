import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AnyEvent, EventOf, Handlers } from '../../shared/ipc/contract.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createRedactor, redactedLog } from './api/redactor.ts';
import type { Core } from './core.ts';
import { failedBy } from './db/failure.ts';
import { takeLock } from './db/lock.ts';
import { createNotebook } from './diagnostics/notebook.ts';
import { createDispatch } from './dispatch.ts';
import { exportHandlers } from './forms/export.ts';
import { createFontFetch } from './forms/fontFetch.ts';
import { fontHandlers } from './forms/fontList.ts';
import { answerHandlers } from './handlers/answers.ts';
import { deskHandlers } from './handlers/desk.ts';
import { diagnosticsHandlers } from './handlers/diagnostics.ts';
import { exportsHandlers } from './handlers/exports.ts';
import { groundHandlers } from './handlers/ground.ts';
import { packsHandlers } from './handlers/packs.ts';
import { outboxHandlers } from './handlers/outbox.ts';
import { recordHandlers } from './handlers/records.ts';
import { removalHandlers } from './handlers/removals.ts';
import { reviewHandlers } from './handlers/review.ts';
import { sessionHandlers } from './handlers/session.ts';
import { shellHandlers } from './handlers/shell.ts';
import { storageHandlers } from './handlers/storage.ts';
import { brokenWords, guarded, noPolicy, underPolicy } from './policy.ts';
import type { Ports } from './ports.ts';
import { createSession, type Session } from './session/session.ts';

/** The session with the account that was last in use. Errors: those of its files. */
async function openSession(...made: Parameters<typeof createSession>): Promise<Result<Session>> {
  try {
    const session = await createSession(...made);
    const opened = await session.open();
    return opened.ok ? ok(session) : opened;
  } catch (error) {
    return failedBy(error);
  }
}

interface Events extends Pick<Core, 'on'> {
  emit(event: AnyEvent): void;
  /** The notices of this start, one of each kind, where no page has asked for them yet. */
  takeNotices(): EventOf<'notice'>[];
  close(): void;
}

function createEvents(): Events {
  const listeners = new Set<(event: AnyEvent) => void>();
  /** Told before anybody listened, such as a damaged list of accounts. */
  const early: AnyEvent[] = [];
  /** A host listens before its page can: what it hears then, the page asks for. Null from then on. */
  let untaken: Map<string, EventOf<'notice'>> | null = new Map();
  const tell = (event: AnyEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  return {
    emit(event) {
      if (event.name === 'notice') {
        untaken?.set(event.payload.code, event.payload);
        if (listeners.size === 0) early.push(event);
      }
      tell(event);
    },
    takeNotices() {
      const taken = [...(untaken?.values() ?? [])];
      untaken = null;
      return taken;
    },
    on(listener) {
      listeners.add(listener);
      // Later, so that the listener has what this call gives back before it is told anything.
      queueMicrotask(() => {
        for (const event of early.splice(0)) tell(event);
      });
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

/**
 * Builds the core: takes the data folder, opens the account that was last in use and answers from
 * its mirror; only then does anything go to the network.
 *
 * Errors (`local`): `db.locked` when another Waybill has this folder, `db.newer`,
 * `db.sqliteTooOld`, `db.readonly`, `disk.full`. Nothing was changed then. An account whose own files
 * are the reason why it can't be opened is told in a notice, and the core opens without it.
 */
export async function createCore(given: Ports): Promise<Result<Core>> {
  const begun = given.clock.now();
  const redactor = createRedactor();
  const notebook = given.notebook ?? createNotebook(given.clock);
  const log = given.notebook === undefined ? notebook.over(given.log) : given.log;
  const policy = given.policy ?? noPolicy('');
  const ports = underPolicy({ ...given, log: redactedLog(log, redactor) }, policy);
  try {
    await mkdir(ports.paths.data, { recursive: true, mode: 0o700 });
    await chmod(ports.paths.data, 0o700);
  } catch (error) {
    return failedBy(error);
  }
  const lock = takeLock(path.join(ports.paths.data, 'waybill.lock'));
  if (!lock.ok) return lock;

  const events = createEvents();
  const { emit } = events;

  const begunSession = await openSession(ports, emit, redactor);
  if (!begunSession.ok) {
    lock.value.release();
    return begunSession;
  }
  const session = begunSession.value;

  const account = session.context;
  const online = (): boolean => session.connection().state !== 'workOffline';
  const fonts = createFontFetch({ ports, mayAsk: online });
  const handlers: Handlers = {
    ...recordHandlers(account),
    ...removalHandlers(account),
    ...outboxHandlers(account, session.whenOpened),
    ...sessionHandlers(session),
    ...deskHandlers(account, ports, emit),
    'desk.notices': () => ok({ notices: events.takeNotices() }),
    ...diagnosticsHandlers(account, ports, notebook),
    ...exportHandlers(account, ports),
    ...fontHandlers(ports.paths.data, fonts),
    ...exportsHandlers(account, ports),
    ...answerHandlers(account),
    ...reviewHandlers(account),
    ...groundHandlers(account),
    ...packsHandlers(account),
    ...storageHandlers(account, ports),
    ...shellHandlers(ports.desktop, policy, emit),
  };
  const openId = (): string | null => account()?.identity.id ?? null;
  const dispatch = createDispatch(guarded(handlers, policy), ports.log, openId);
  if (policy.state === 'broken') {
    const message = brokenWords(policy);
    emit({ name: 'notice', payload: { level: 'warning', code: 'policy.broken', message } });
  }
  session.start();
  ports.log.write('info', 'core.opened', { ms: ports.clock.now() - begun });

  return ok({
    call: dispatch,
    on: events.on,
    async close() {
      await session.close();
      await ports.typesetter.close();
      events.close();
      ports.http.close();
      lock.value.release();
    },
  });
}

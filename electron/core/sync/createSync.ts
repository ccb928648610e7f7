import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountBase } from '../account.ts';
import { createInTurn } from '../inTurn.ts';
import { createChangeFeed } from './changeFeed.ts';
import type { SyncContext } from './context.ts';
import { SCAN_ORDER } from './plan.ts';
import { createPositionFeed } from './positions.ts';
import { readRecord, refreshRecord } from './readRecord.ts';
import { confirmRemoval } from './removals.ts';
import { createRhythm } from './rhythm.ts';
import { createRounds } from './rounds.ts';
import { STOPPED } from './scan.ts';
import type { Round, Work } from './rounds.ts';
import { readDocument } from './single.ts';
import type { Sync } from './sync.ts';

const closedError: Result<never> = fail({
  kind: 'local',
  code: 'sync.closed',
  message: 'This account was closed.',
});

/** Keeps the mirror of one account fresh. It takes no other timer than the clock of the ports. */
export function createSync(account: Omit<AccountBase, 'sync' | 'outbox'>): Sync {
  const ending = new AbortController();
  const { store, connection, ports, emit } = account;
  const feed = createChangeFeed(ports.clock, emit);
  const context: SyncContext = {
    ...account,
    signal: ending.signal,
    tell: (changes) => feed.note(changes),
  };
  const positions = createPositionFeed(context);
  const rounds = createRounds(context);
  const turns = createInTurn();
  /** Ends the reading that is under way, and those that wait for their turn. */
  let stopping = new AbortController();

  /** Whatever reads lists runs one after another. */
  const inTurn = <T>(run: () => Promise<Result<T>>): Promise<Result<T>> =>
    turns.run(async () => (ending.signal.aborted ? closedError : run()));
  /** The desk shows what is read for as long as it is. */
  const shown = <T>(run: Promise<T>): Promise<T> => run.finally(() => connection.setSyncing(null));
  /** `plan` is asked when it is this round's turn. */
  const round = (plan: () => Work): Promise<Round> => {
    const stopped = stopping.signal;
    return inTurn(async () => {
      if (stopped.aborted) return ok({});
      const work = plan();
      const nothing = work.entities.length === 0 && work.news.length === 0 && !work.documents;
      return nothing ? ok({}) : shown(rounds.run(work, stopped));
    });
  };

  const rhythm = createRhythm(context, {
    look: () => round(rounds.due),
    readPositions: () => positions.refresh(),
  });
  const stopListening = store.onChange((changes) => {
    feed.note(changes);
    for (const { entity, ids } of changes) if (entity === 'vehicle') positions.lookAgain(ids);
  });

  return {
    start: () => rhythm.start(),
    wake: () => rhythm.wake(),
    scan: (entity) =>
      round(() => ({
        entities: entity === undefined ? SCAN_ORDER : [entity],
        documents: entity === undefined,
        news: [],
      })),
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
    readRecord: (entity, id) => readRecord(context, entity, id),
    refreshRecord: (entity, id) => refreshRecord(context, entity, id),
    readDocument: (endpoint, params, query) => readDocument(context, endpoint, params, query),
    // Not while a scan of the same list is under way.
    confirmRemoval(entity) {
      const stopped = stopping.signal;
      return inTurn(() => {
        if (stopped.aborted) return Promise.resolve(STOPPED);
        const signal = AbortSignal.any([ending.signal, stopped]);
        const progress = (rows: number): void =>
          connection.setSyncing({ entity, step: 1, steps: 1, rows });
        return shown(confirmRemoval({ ...context, signal }, entity, progress));
      });
    },
    positions: () => positions.current(),
    async close() {
      ending.abort();
      rhythm.stop();
      feed.close();
      stopListening();
      await turns.ended();
      await rhythm.rested();
    },
  };
}

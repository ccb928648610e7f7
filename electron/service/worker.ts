import { parentPort, workerData } from 'node:worker_threads';
import { FolderRefused } from './dataFolder.ts';
import type { FaultRule } from './faults.ts';
import { createService, type RunningService, type ServiceOptions } from './createService.ts';

/**
 * The service in a thread of its own, so that it neither blocks its host nor survives being
 * terminated. The host passes WorkerInput as `workerData`, waits for `ready` or `failed`, and may
 * then send orders; a thread that is terminated leaves its database whole (WAL).
 */

export type WorkerInput = Pick<
  ServiceOptions,
  'dataDir' | 'port' | 'seed' | 'seedText' | 'vehicles' | 'faults' | 'faultSeed'
> & {
  /** Added to the computer's time, ms. */
  readonly clockOffsetMs?: number;
};

export type WorkerOrder =
  | { readonly do: 'stop' }
  | { readonly do: 'faults'; readonly rules: readonly FaultRule[]; readonly seed?: number }
  /** Answered by a `report` with the same id. */
  | { readonly do: 'report'; readonly id: number };

/** What the thread tells its host. */
export type WorkerNews =
  | ({ readonly is: 'ready' } & Pick<
      RunningService,
      'baseUrl' | 'workspaceId' | 'email' | 'password' | 'token' | 'basemap' | 'accounts'
    >)
  /** `reason` where it is the data folder that can't be used. */
  | {
      readonly is: 'failed';
      readonly message: string;
      readonly reason?: FolderRefused['reason'];
    }
  | {
      readonly is: 'report';
      readonly id: number;
      readonly requests: ReturnType<RunningService['requests']>;
      readonly log: ReturnType<RunningService['log']>;
    }
  /** A mistake in the service; it answered 500 and goes on. */
  | { readonly is: 'bug'; readonly message: string }
  | { readonly is: 'stopped' };

const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread');
const tell = (news: WorkerNews) => port.postMessage(news);
const messageOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function obey(service: RunningService, order: WorkerOrder): Promise<void> {
  switch (order.do) {
    case 'stop':
      await service.close();
      tell({ is: 'stopped' });
      port?.close();
      return;
    case 'faults':
      service.faults.set(order.rules, order.seed);
      return;
    case 'report':
      tell({ is: 'report', id: order.id, requests: service.requests(), log: service.log() });
      return;
  }
}

// The host is the only one who can pass data in; its type is this module's own.
const { clockOffsetMs = 0, ...input } = workerData as WorkerInput;
try {
  const service = await createService({
    ...input,
    clock: () => Date.now() + clockOffsetMs,
    onBug: (error) => tell({ is: 'bug', message: messageOf(error) }),
  });
  port.on('message', (order: WorkerOrder) => void obey(service, order));
  const { baseUrl, workspaceId, email, password, token, basemap, accounts } = service;
  tell({ is: 'ready', baseUrl, workspaceId, email, password, token, basemap, accounts });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof FolderRefused ? { reason: error.reason } : {};
  tell({ is: 'failed', message, ...reason });
}

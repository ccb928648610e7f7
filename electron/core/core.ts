import type { AnyEvent, CallName, Output } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';

/** What `createCore(ports)` gives to Electron's main process, the headless host and the tests. */
export interface Core {
  /** The one door in: checks the name and the input, answers failures as data, never rejects. */
  call<N extends CallName>(name: N, input: unknown): Promise<Result<Output<N>>>;
  call(name: string, input: unknown): Promise<Result<unknown>>;
  on(listener: (event: AnyEvent) => void): () => void;
  /** Stops timers, ends requests, closes databases. Waiting writes stay in the outbox. */
  close(): Promise<void>;
}

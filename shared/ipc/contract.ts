import type * as z from 'zod/mini';
import type { Result } from '../result.ts';
import type { InputOf, OutputOf, ParsedOf } from './call.ts';
import { answers } from './answers.ts';
import { desk } from './desk.ts';
import { diagnostics } from './diagnostics.ts';
import { exports } from './exports.ts';
import { events } from './events.ts';
import { ground } from './ground.ts';
import { packs } from './packs.ts';
import { outbox } from './outbox.ts';
import { records } from './records.ts';
import { removals } from './removals.ts';
import { reviews } from './review.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { storage } from './storage.ts';

/** The call table: all that crosses between desk and core, by name `<area>.<verb>`. */
export const contract = {
  ...records,
  ...removals,
  ...outbox,
  ...session,
  ...desk,
  ...diagnostics,
  ...answers,
  ...reviews,
  ...exports,
  ...ground,
  ...packs,
  ...shell,
  ...storage,
} as const;

export type Contract = typeof contract;
export type CallName = keyof Contract;
export type Input<N extends CallName> = InputOf<Contract[N]>;
export type Parsed<N extends CallName> = ParsedOf<Contract[N]>;
export type Output<N extends CallName> = OutputOf<Contract[N]>;

type Area = CallName extends infer N ? (N extends `${infer A}.${string}` ? A : never) : never;
type CallsOf<A extends Area> = Extract<CallName, `${A}.${string}`>;

/** Handlers of one area: a missing or misspelt one fails to compile. */
export type HandlersOf<A extends Area> = {
  [N in CallsOf<A>]: (input: Parsed<N>) => Promise<Result<Output<N>>> | Result<Output<N>>;
};
export type Handlers = {
  [N in CallName]: (input: Parsed<N>) => Promise<Result<Output<N>>> | Result<Output<N>>;
};

export { events };
export type EventName = keyof typeof events;
export type EventOf<N extends EventName> = z.output<(typeof events)[N]>;
/** One event with its payload, as it travels. */
export type AnyEvent = { [N in EventName]: { name: N; payload: EventOf<N> } }[EventName];

export const callNames = Object.keys(contract) as CallName[];

/**
 * Beside the input of every call: the account that the desk showed when it was made, which another
 * window may have left by the time the core hears of it. Where nobody names one, it is the open one.
 */
export interface Meant {
  account?: string | null | undefined;
}

/** What the preload exposes as `window.waybill`, frozen: two functions and nothing else. */
export interface Bridge {
  /** Never rejects: a broken channel is an `AppError` too. */
  call<N extends CallName>(
    name: N,
    input: Input<N> & Meant,
    /** A file that the person gave: its path, where the host knows it, becomes the input's `path`. */
    file?: File,
  ): Promise<Result<Output<N>>>;
  /** Listens to every event; returns the function that stops it. */
  on(listener: (event: AnyEvent) => void): () => void;
}

import type {
  AnyEvent,
  Bridge,
  CallName,
  EventName,
  EventOf,
  Input,
  Meant,
  Output,
} from '../shared/ipc/contract.ts';
import { untrack } from 'svelte';
import type { Result } from '../shared/result.ts';
import { whose } from './state/whose.svelte.ts';
import { text } from './text/en.ts';
import { worded } from './text/coreWords.ts';

/** The only module that touches the exposed bridge; everything else imports from here. */
declare global {
  interface Window {
    readonly waybill?: Bridge;
  }
}

export type { AnyEvent, CallName, EventName, EventOf, Input, Meant, Output };
export type {
  Account,
  Candidate,
  Choices,
  Connection,
  Decision,
  FieldConflict,
  Hold,
  ListView,
  Op,
  OpState,
  PlainRemedy,
  Remedy,
  Row,
} from '../shared/ipc/shapes.ts';
export type { Catalogue, EndpointName, ReadName, WriteName } from '../shared/api/catalogue.ts';
export type { BodyOf, ParamsOf, QueryOf } from '../shared/api/endpoint.ts';
export type { Entity } from '../shared/model/entity.ts';
export type { AppError, NextAction, Result } from '../shared/result.ts';

/** Made when it is needed: this module is loaded before the desk knows its language. */
function missing() {
  return {
    ok: false,
    error: { kind: 'local', code: 'desk.noBridge', ...text.noBridge, next: 'retry' },
  } as const;
}

/**
 * Calls under way at once, fewer than the host takes of one page before it refuses (`callLimit.ts` of the
 * shell): who asks for a lot at once, as of every day of some vehicles, waits, and does without nothing.
 */
const MOST_CALLS = 48;
let underWay = 0;
const waiting: (() => void)[] = [];

/** The next one in turn takes the place of a call that ended. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) underWay -= 1;
  else next();
}

/**
 * Asks the core, in the name of the account that the desk shows, unless the input names another one:
 * what began on one account and goes on behind a wait names that one. Never rejects: every failure
 * is an `AppError`; what would change an account that is not the one meant is `account.other`.
 *
 * @param file that the person gave; its path, where the host knows it, becomes the input's `path`
 */
export async function call<N extends CallName>(
  name: N,
  input: Input<N> & Meant,
  file?: File,
): Promise<Result<Output<N>>> {
  const bridge = window.waybill;
  if (bridge === undefined) return missing();
  const shown = untrack(() => whose.id);
  const meant = shown === null ? input : { account: shown, ...input };
  // Asked in the name of the account that is shown now, whatever is by its turn.
  if (underWay >= MOST_CALLS) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  try {
    const result = await (file === undefined
      ? bridge.call(name, meant)
      : bridge.call(name, meant, file));
    return result.ok ? result : { ok: false, error: worded(result.error) };
  } finally {
    leave();
  }
}

type Listener = (event: AnyEvent) => void;
const listeners = new Set<Listener>();
let listening = false;

function start(): void {
  if (listening || window.waybill === undefined) return;
  listening = true;
  window.waybill.on((event) => {
    for (const listener of listeners) listener(event);
  });
}

/** Listens to one kind of event; returns the function that stops it. */
export function listen<N extends EventName>(
  name: N,
  handle: (payload: EventOf<N>) => void,
): () => void {
  start();
  const listener: Listener = (event) => {
    // The discriminant ties name and payload together; TypeScript does not follow it through N.
    if (event.name === name) handle(event.payload as EventOf<N>);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

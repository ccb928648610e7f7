import type {
  AnyEvent,
  Bridge,
  CallName,
  EventName,
  EventOf,
  Input,
  Output,
} from '../shared/ipc/contract.ts';
import type { Result } from '../shared/result.ts';
import { text } from './text/en.ts';
import { worded } from './text/coreWords.ts';

/** The only module that touches the exposed bridge; everything else imports from here. */
declare global {
  interface Window {
    readonly waybill?: Bridge;
  }
}

export type { AnyEvent, CallName, EventName, EventOf, Input, Output };
export type {
  Account,
  Candidate,
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
 * Asks the core. Never rejects: every failure is an `AppError`.
 *
 * @param file that the person gave; its path, where the host knows it, becomes the input's `path`
 */
export async function call<N extends CallName>(
  name: N,
  input: Input<N>,
  file?: File,
): Promise<Result<Output<N>>> {
  const bridge = window.waybill;
  if (bridge === undefined) return missing();
  const result = await (file === undefined
    ? bridge.call(name, input)
    : bridge.call(name, input, file));
  return result.ok ? result : { ok: false, error: worded(result.error) };
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

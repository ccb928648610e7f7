import type { Catalogue, EndpointName, WriteName } from '../../shared/api/catalogue.ts';
import type { Fleet, Town } from './world/index.ts';
import type { Scope, Store } from './store.ts';
import type { Query } from './query.ts';

/** Who asks: a signed-in user with the rights of role and plan together. */
export interface Account {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly fullName: string;
  readonly teamType: 'admin' | 'reseller' | 'client';
  readonly clientId: string | null;
  readonly resellerId: string | null;
  readonly roleId: string;
  readonly permissions: ReadonlySet<string>;
  readonly scope: Scope;
}

/** One request on its way to a handler. */
export interface Call {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The body as it was sent; empty where there was none. */
  readonly bodyText: string;
  /** Undefined only for the endpoints of log-in. */
  readonly account: Account | undefined;
  /** The service's time, ms since the epoch. */
  readonly nowMs: number;
  /** By how many rows the pages of a list slip, for tests (see faults.ts). */
  readonly pageShift: number;
}

/** What a handler answers, before the envelope of its endpoint is put around it. */
export type Answer =
  | { readonly as: 'page'; rows: readonly string[]; page: number; limit: number; total: number }
  | { readonly as: 'list'; rows: readonly string[] }
  | { readonly as: 'one'; text: string; status?: 200 | 201; id?: string }
  | { readonly as: 'object'; text: string; status?: 200 | 201; id?: string }
  | { readonly as: 'empty' }
  | { readonly as: 'pdf'; bytes: Buffer; fileName: string }
  | { readonly as: 'stream'; chunks: AsyncIterable<string> };

/** Writes run whole inside one transaction, so their handlers can't wait for anything. */
export type WriteHandler = (call: Call) => Answer;
export type ReadHandler = (call: Call) => Answer | Promise<Answer>;

export type HandlerOf<N extends EndpointName> = N extends WriteName ? WriteHandler : ReadHandler;

/** The handlers of one area of the catalogue: a missing one fails to compile. */
export type HandlersFor<A> = {
  [N in keyof A & EndpointName]: HandlerOf<N>;
};
export type Handlers = HandlersFor<Catalogue>;

/** What handlers work with. */
export interface Service {
  readonly store: Store;
  readonly town: Town;
  readonly fleet: Fleet;
  readonly clock: () => number;
}

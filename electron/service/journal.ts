import type { EndpointName } from '../../shared/api/catalogue.ts';

/** A request as the service saw it. */
export interface SeenRequest {
  readonly requestId: string;
  readonly atMs: number;
  readonly method: string;
  /** Path and query without the prefix. */
  readonly path: string;
  readonly endpoint: EndpointName | null;
  /** What was answered; null where the connection was ended instead. */
  readonly status: number | null;
  /** Whether it changed something, whatever the client was told. */
  readonly applied: boolean;
}

/** A change that the service made, in the order of making. */
export interface AppliedChange {
  readonly requestId: string;
  readonly atMs: number;
  readonly endpoint: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly bodyText: string;
  readonly userId: string;
  /** Id of what a create made. */
  readonly createdId: string | null;
}

/** What happened lately, for tests and for looking at a running service. */
export interface Journal {
  sawRequest(request: SeenRequest): void;
  applied(change: AppliedChange): void;
  requests(): readonly SeenRequest[];
  changes(): readonly AppliedChange[];
}

/** Enough for the longest test; beyond it the oldest entries go. */
const MOST_REQUESTS = 50_000;

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > MOST_REQUESTS) list.splice(0, MOST_REQUESTS / 10);
}

export function createJournal(): Journal {
  const requests: SeenRequest[] = [];
  const changes: AppliedChange[] = [];
  return {
    sawRequest: (request) => keep(requests, request),
    applied: (change) => keep(changes, change),
    requests: () => requests,
    changes: () => changes,
  };
}

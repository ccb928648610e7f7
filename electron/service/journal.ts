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
  /** Empty for an older one, once many large bodies came after it. */
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

/** Letters of bodies that are kept; an import of many areas would fill the memory else. */
const MOST_LETTERS = 32 * 1024 * 1024;

/** @returns the oldest, where they had to go */
function keep<T>(list: T[], entry: T): T[] {
  list.push(entry);
  return list.length > MOST_REQUESTS ? list.splice(0, MOST_REQUESTS / 10) : [];
}

export function createJournal(): Journal {
  const requests: SeenRequest[] = [];
  const changes: AppliedChange[] = [];
  let letters = 0;
  /** Before this one all bodies were taken away. */
  let whole = 0;
  const forget = (gone: readonly AppliedChange[]): void => {
    for (const { bodyText } of gone) letters -= bodyText.length;
    whole = Math.max(0, whole - gone.length);
  };
  const makeRoom = (): void => {
    for (; letters > MOST_LETTERS; whole += 1) {
      const change = changes[whole];
      if (change === undefined) return;
      letters -= change.bodyText.length;
      changes[whole] = { ...change, bodyText: '' };
    }
  };
  return {
    sawRequest: (request) => void keep(requests, request),
    applied(change) {
      letters += change.bodyText.length;
      forget(keep(changes, change));
      makeRoom();
    },
    requests: () => requests,
    changes: () => changes,
  };
}

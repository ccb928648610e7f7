/** What goes wrong between desk and service. Every one is taken by the next request that fits. */
export type Fault =
  /** Nothing reached the service, provably. */
  | { on: 'write' | 'read'; is: 'refused' }
  /** Something may have reached it; nothing did. `hang`: known only when the desk gives up. */
  | { on: 'write' | 'read'; is: 'requestLost'; hang: boolean }
  /** Applied, and the answer never arrives. */
  | { on: 'write'; is: 'replyLost'; hang: boolean }
  /** The connection ends at once; the request is applied `ms` later. */
  | { on: 'write'; is: 'late'; ms: number }
  /** This status instead of doing anything. */
  | { on: 'write' | 'read'; is: 'status'; status: number; retryAfterS?: number }
  /** Applied, but a gateway says otherwise. */
  | { on: 'write'; is: 'statusAfter'; status: number }
  /** A captive portal: HTML with status 200, and nothing is applied. */
  | { on: 'write' | 'read'; is: 'html' }
  /** Applied or read, and half of the answer's body arrives. */
  | { on: 'write' | 'read'; is: 'truncated' }
  /** `/me` names the other tenant's user. */
  | { on: 'me'; is: 'stranger' }
  /** A page of a list slips by one row: the last row is lost, the totals stay. */
  | { on: 'list'; is: 'shifted' }
  /** An empty list that looks complete. */
  | { on: 'list'; is: 'empty' }
  /** The other tenant's list. */
  | { on: 'list'; is: 'foreign' };

/** A record that the service does not show for a while, in lists and by its id. */
export interface Hidden {
  path: string;
  untilMs: number;
  /** By id it is still there. */
  listOnly: boolean;
}

export const PORTAL = '<!doctype html><html><body><h1>Sign in to this network</h1></body></html>';

/** A service that may apply a request later than this breaks the rule that duplicates rest on. */
export const SETTLE_MS = 60_000;

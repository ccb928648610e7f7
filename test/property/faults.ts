/** What goes wrong between desk and service. Every one is taken by the next request that fits. */
export type Fault =
  /** Nothing reached the service, provably. */
  | { on: 'write' | 'read'; is: 'refused' }
  /** Something may have reached it; nothing did. `hang`: known only when the desk gives up. */
  | { on: 'write' | 'read'; is: 'requestLost'; hang: boolean }
  /** Applied, and the answer never arrives. */
  | { on: 'write'; is: 'replyLost'; hang: boolean }
  /** The connection ends at once, or a gateway answers with `status`; the request is applied `ms` later. */
  | { on: 'write'; is: 'late'; ms: number; status?: number }
  /** This status instead of doing anything. */
  | { on: 'write' | 'read'; is: 'status'; status: number; retryAfterS?: number; html?: boolean }
  /** The same, of the reading of one record alone. */
  | { on: 'one'; is: 'status'; status: number; html?: boolean }
  /** Another record answers: a reading of one record alone, or a write that was applied. */
  | { on: 'one' | 'write'; is: 'mixed' }
  /** Refused, with the token of the request in the answer. */
  | { on: 'write' | 'read'; is: 'echo'; status: number }
  /** Applied or read, and the answer drips until the desk gives up. */
  | { on: 'write' | 'read' | 'one' | 'me'; is: 'drips' }
  /** Of a change that sets several fields the first half is applied, then the service fails. */
  | { on: 'write'; is: 'partly'; status: number }
  /** A create is not applied, and answered with a record that was there before. */
  | { on: 'write'; is: 'existing' }
  /** Applied, and answered with what the write of this kind before it was answered. */
  | { on: 'write'; is: 'previous' }
  /** The record by its id without what says who drives it and whether it is archived. */
  | { on: 'one'; is: 'silent' }
  /** A cache answers with the record, or with a page of the list, as it was before its last change. */
  | { on: 'one' | 'list'; is: 'stale' }
  /** Something on the way sends it twice, the second time so much later; one answer comes back. */
  | { on: 'write'; is: 'twice'; ms: number; answer: 'first' | 'second' | 'none' }
  /** An answer that came twice: done, and answered with what the request before was answered. */
  | { on: 'read' | 'write'; is: 'leftover' }
  /**
   * Answered as done, and nothing was: a create with an id that no list will have, a change with the
   * record as it is. `unread`: the next reading of one record fails, too.
   */
  | { on: 'write'; is: 'onlySaid'; unread?: boolean }
  /** Applied, but a gateway says otherwise. */
  | { on: 'write'; is: 'statusAfter'; status: number }
  /** A captive portal: HTML with status 200, and nothing is applied. */
  | { on: 'write' | 'read'; is: 'html' }
  /** Applied or read, and half of the answer's body arrives. */
  | { on: 'write' | 'read'; is: 'truncated' }
  /** `/me` names the other tenant's user, or is refused. */
  | { on: 'me'; is: 'stranger' }
  | { on: 'me'; is: 'status'; status: number }
  /** A page of a list, or a record by its id, arrives so much later, as it was when it was asked for. */
  | { on: 'list' | 'one'; is: 'slow'; ms: number }
  /** A page of a list slips by one row: the last row is lost, the totals stay. */
  | { on: 'list'; is: 'shifted' }
  /** An empty list that looks complete. */
  | { on: 'list'; is: 'empty' }
  /** The other tenant's list. */
  | { on: 'list'; is: 'foreign' };

/** A record that the service does not show for a while. */
export interface Hidden {
  path: string;
  untilMs: number;
  where: Where;
}

/**
 * - `both`: gone from lists and by its id, as if it were deleted
 * - `list`: lists leave it out, by its id it is there
 * - `id`: only the read by its id is refused
 * - `uncounted`: as `both`, but the totals of lists still count it
 * - `moved`: as `both`, and pages moved meanwhile: a stranger stands in its place, and the first
 *   page is another one when it is read again
 */
export type Where = 'both' | 'list' | 'id' | 'uncounted' | 'moved';

export const PORTAL = '<!doctype html><html><body><h1>Sign in to this network</h1></body></html>';

/** A service that may apply a request later than this breaks the rule that duplicates rest on. */
export const REQUEST_WINDOW_MS = 60_000;

/**
 * What somebody else does with a record that the desk just made: `register` changes its natural
 * key, `twin` makes another one like it. `overwrite` changes the fields that the desk just changed.
 */
export type Meddling = 'change' | 'move' | 'register' | 'archive' | 'delete' | 'twin' | 'overwrite';

/**
 * What the service says of the person, consistently and for a while: `absent` has no `/me`,
 * `foreign` answers there as somebody of the other tenant, `session` in every reading.
 */
export type Mistake = 'absent' | 'foreign' | 'session';

/** What a fault is called where it is counted. */
export function nameOf(fault: Fault): string {
  const status = 'status' in fault ? ` ${fault.status}` : '';
  const html = 'html' in fault && fault.html ? ' html' : '';
  const late =
    fault.is === 'late' ? (fault.ms > REQUEST_WINDOW_MS ? ' beyond S' : ' within S') : '';
  const hang = 'hang' in fault && fault.hang ? ' hanging' : '';
  const answer = 'answer' in fault ? ` answering ${fault.answer}` : '';
  const unread = 'unread' in fault && fault.unread ? ' unread' : '';
  return `${fault.on} ${fault.is}${unread}${status}${html}${late}${hang}${answer}`;
}

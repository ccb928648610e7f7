import { TO_DO } from '../../../../shared/rules/reviewStates.ts';
import { own, parsedJson } from '../../../../shared/rules/jsonValue.ts';

/**
 * A review is the sum of what people did to it: each verdict, note, tag, date and name is an event
 * that is never changed. Two lists of events make one by their ids, in any order and however often,
 * so nothing that somebody wrote is lost when reviews are brought together. Pure.
 */
export interface ReviewEvent {
  /** Unique everywhere; the events of one act share what stands before the last dash. */
  id: string;
  answerId: string;
  /** ms since 1970, by the clock of the computer on which it was done; never before an earlier one. */
  at: number;
  /** Who did it, as they call themselves. */
  by: string;
  /** What was done; kinds of later versions are kept and not understood. */
  kind: string;
  /** JSON text, by kind. */
  value: string;
  /** Events that were made by one act, and are taken back by one. */
  change: string;
}

/** What can be done to a review. */
export type ReviewAct =
  /** `of` is the digest of what was answered by then; absent where the answer was not here. */
  | { kind: 'state'; value: { state: string; reasons: string; of?: string } }
  | { kind: 'note'; value: string }
  /** The note with this id is no longer shown; the history keeps it. */
  | { kind: 'noteGone'; value: string }
  | { kind: 'tag'; value: { tag: string; on: boolean } }
  /** A day, `2026-03-01`. */
  | { kind: 'due'; value: string | null }
  | { kind: 'assignee'; value: string | null }
  /** The event with this id counts no longer. */
  | { kind: 'undo'; value: string };

export interface Verdict {
  by: string;
  at: number;
  state: string;
  reasons: string;
  /** The digest of what was answered by then; absent where that is not known. */
  of?: string;
}

export interface Note {
  id: string;
  by: string;
  at: number;
  text: string;
}

export interface Review {
  /** Of the latest verdict of anybody. */
  state: string;
  /** The latest verdict of each person, the latest first. */
  verdicts: Verdict[];
  /** The oldest first. */
  notes: Note[];
  tags: string[];
  due: string | null;
  assignee: string | null;
  /** The latest event that counts; null where none does. */
  at: number | null;
  by: string | null;
}

/** A verdict beside the answer as it is now. */
export interface ComparedVerdict extends Omit<Verdict, 'of'> {
  /** Whether what was answered is another thing by now. */
  isOutdated: boolean;
}
export interface ComparedReview extends Omit<Review, 'verdicts'> {
  verdicts: ComparedVerdict[];
}

/** @param digest that of the answer as it is now; null where it is not here */
export function comparedVerdicts(
  verdicts: readonly Verdict[],
  digest: string | null,
): ComparedVerdict[] {
  return verdicts.map(({ of, ...verdict }) => {
    return { ...verdict, isOutdated: of !== undefined && digest !== null && of !== digest };
  });
}

/** What an event says; null for what this version does not understand. */
export function actOf({ kind, value: text }: ReviewEvent): ReviewAct | null {
  const value = parsedJson(text);
  switch (kind) {
    case 'state': {
      const state = own(value, 'state');
      const reasons = own(value, 'reasons');
      if (typeof state !== 'string' || state === '') return null;
      const said = { state, reasons: typeof reasons === 'string' ? reasons : '' };
      const of = own(value, 'of');
      return { kind, value: typeof of === 'string' ? { ...said, of } : said };
    }
    case 'tag': {
      const tag = own(value, 'tag');
      const on = own(value, 'on');
      return typeof tag === 'string' && tag !== ''
        ? { kind, value: { tag, on: on !== false } }
        : null;
    }
    case 'note':
    case 'noteGone':
    case 'undo':
      return typeof value === 'string' ? { kind, value } : null;
    case 'due':
      return value === null || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
        ? { kind, value }
        : null;
    case 'assignee':
      return value === null || typeof value === 'string' ? { kind, value } : null;
    default:
      return null;
  }
}

/** The order in which events count: by time, at the same time by id. */
export function inOrder(events: readonly ReviewEvent[]): ReviewEvent[] {
  return [...events].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Ids of events that were taken back. One that takes back may be taken back itself. */
export function takenBack(ordered: readonly ReviewEvent[]): Set<string> {
  const gone = new Set<string>();
  for (const event of [...ordered].reverse()) {
    if (event.kind !== 'undo' || gone.has(event.id)) continue;
    const act = actOf(event);
    if (act?.kind === 'undo') gone.add(act.value);
  }
  return gone;
}

/** What the events of one answer come to, whatever their order and however often they are there. */
export function fold(events: readonly ReviewEvent[]): Review {
  const ordered = inOrder([...new Map(events.map((event) => [event.id, event])).values()]);
  const gone = takenBack(ordered);
  const verdicts = new Map<string, Verdict>();
  const notes = new Map<string, Note>();
  const tags = new Set<string>();
  let due: string | null = null;
  let assignee: string | null = null;
  let last: ReviewEvent | null = null;
  for (const event of ordered) {
    const act = gone.has(event.id) ? null : actOf(event);
    if (act === null) continue;
    const { id, by, at } = event;
    if (act.kind !== 'undo') last = event;
    switch (act.kind) {
      case 'state':
        // Set anew, so that the latest verdict stands last.
        verdicts.delete(by);
        verdicts.set(by, { by, at, ...act.value });
        break;
      case 'note':
        notes.set(id, { id, by, at, text: act.value });
        break;
      case 'noteGone':
        notes.delete(act.value);
        break;
      case 'tag':
        if (act.value.on) tags.add(act.value.tag);
        else tags.delete(act.value.tag);
        break;
      case 'due':
        due = act.value;
        break;
      case 'assignee':
        assignee = act.value === '' ? null : act.value;
        break;
      case 'undo':
    }
  }
  const latestFirst = [...verdicts.values()].reverse();
  return {
    state: latestFirst[0]?.state ?? TO_DO,
    verdicts: latestFirst,
    notes: [...notes.values()],
    tags: [...tags].sort(),
    ...{ due, assignee, at: last?.at ?? null, by: last?.by ?? null },
  };
}

/** The states of a review: four that everybody knows, and those that an account adds. */

/** Colours by the name of their token; every theme has its own. */
export const REVIEW_COLOURS = ['grey', 'green', 'orange', 'red', 'blue', 'violet', 'teal'] as const;
export type ReviewColour = (typeof REVIEW_COLOURS)[number];

export interface ReviewState {
  /** Stays when it is renamed. */
  id: string;
  /** As the account calls it; empty for the desk's own word of a state that it knows. */
  name: string;
  colour: ReviewColour;
}

/** What an answer is in before anybody judged it. */
export const TO_DO = 'todo';

/** States that always exist; they can be renamed and coloured, never removed. */
export const OWN_STATES: readonly ReviewState[] = [
  { id: TO_DO, name: '', colour: 'grey' },
  { id: 'approved', name: '', colour: 'green' },
  { id: 'followUp', name: '', colour: 'orange' },
  { id: 'rejected', name: '', colour: 'red' },
];

/** More states than keys could reach and lists could show. */
export const MOST_STATES = 24;

function isColour(value: unknown): value is ReviewColour {
  return (REVIEW_COLOURS as readonly unknown[]).includes(value);
}

function stateIn(value: unknown): ReviewState[] {
  if (typeof value !== 'object' || value === null) return [];
  const id: unknown = Reflect.get(value, 'id');
  const name: unknown = Reflect.get(value, 'name');
  const colour: unknown = Reflect.get(value, 'colour');
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || typeof name !== 'string') return [];
  return [{ id, name: name.slice(0, 60), colour: isColour(colour) ? colour : 'grey' }];
}

/** States as they were kept, in their order; the four that always exist are there in any case. */
export function statesIn(saved: unknown): ReviewState[] {
  const byId = new Map<string, ReviewState>();
  for (const item of Array.isArray(saved) ? (saved as unknown[]) : []) {
    for (const state of stateIn(item)) if (!byId.has(state.id)) byId.set(state.id, state);
  }
  for (const state of OWN_STATES) if (!byId.has(state.id)) byId.set(state.id, state);
  return limited([...byId.values()]);
}

/** No more than can be shown; those that always exist stay. */
function limited(states: readonly ReviewState[]): ReviewState[] {
  const own = new Set(OWN_STATES.map(({ id }) => id));
  let others = MOST_STATES - own.size;
  return states.filter(({ id }) => {
    if (own.has(id)) return true;
    others -= 1;
    return others >= 0;
  });
}

/** Both lists; where both have a state, the first one's words and colour count. */
export function mergeStates(
  own: readonly ReviewState[],
  others: readonly ReviewState[],
): ReviewState[] {
  const known = new Set(own.map(({ id }) => id));
  return limited([...own, ...others.filter(({ id }) => !known.has(id))]);
}

/**
 * The states as they are by now with what was changed in a list that was opened before: what others have
 * added, renamed or taken away meanwhile stays so where it was not changed here.
 */
export function withChangedStates(
  opened: readonly ReviewState[],
  changed: readonly ReviewState[],
  now: readonly ReviewState[],
): ReviewState[] {
  const before = new Map(opened.map((state) => [state.id, state]));
  const after = new Map(changed.map((state) => [state.id, state]));
  const present = now.flatMap((state): ReviewState[] => {
    const was = before.get(state.id);
    const wanted = after.get(state.id);
    if (was === undefined) return [state];
    if (wanted === undefined) return [];
    return [{ ...state, ...differing(was, wanted) }];
  });
  const ids = new Set(now.map(({ id }) => id));
  return limited([...present, ...changed.filter(({ id }) => !before.has(id) && !ids.has(id))]);
}

/** The words and the colour of a state that a person gave it. */
function differing(was: ReviewState, wanted: ReviewState): Partial<ReviewState> {
  return {
    ...(wanted.name === was.name ? {} : { name: wanted.name }),
    ...(wanted.colour === was.colour ? {} : { colour: wanted.colour }),
  };
}

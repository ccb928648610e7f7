import { isDay } from '../../state/days.ts';
import { dayAfter, instantOfWall } from '../../state/zone.ts';
import type { Sort } from '../../ui/table.ts';
import type { AnswerView } from './queue.svelte.ts';

/** What an answer may tell of, for a person to look at first. */
const FINDINGS = ['either', 'failing', 'missing', 'outdated'] as const;
type Findings = (typeof FINDINGS)[number];

/** Empty for what is none of them. */
export function findingsNamed(name: string): '' | Findings {
  return FINDINGS.find((known) => known === name) ?? '';
}

/** What a person narrows the list by; empty texts narrow nothing. */
export interface Filters {
  text: string;
  states: readonly string[];
  findings: '' | Findings;
  form: string;
  vehicle: string;
  driver: string;
  tag: string;
  assignee: string;
  /** Due today or before. */
  due: boolean;
  /** The days on which the answers were made, `2026-03-01`, both included. */
  from: string;
  to: string;
  /** A text with the only ids that are shown. */
  among: string;
}

export const NO_FILTERS: Filters = {
  ...{ text: '', states: [], findings: '', form: '', vehicle: '', driver: '' },
  ...{ tag: '', assignee: '', due: false, from: '', to: '', among: '' },
};

/** Filters as they were remembered, without what was typed or pasted. */
export function readFilters(stored: unknown): Filters {
  const given = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const textOf = (name: string): string => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
  const states = given.get('states');
  return {
    ...{ text: '', among: '' },
    states: Array.isArray(states) ? states.filter((id) => typeof id === 'string') : [],
    findings: findingsNamed(textOf('findings')),
    form: textOf('form'),
    vehicle: textOf('vehicle'),
    driver: textOf('driver'),
    tag: textOf('tag'),
    assignee: textOf('assignee'),
    due: given.get('due') === true,
    from: dayIn(textOf('from')),
    to: dayIn(textOf('to')),
  };
}
const dayIn = (day: string): string => (isDay(day) ? day : '');

/** The states to choose from, with those that the list is narrowed by though they were removed since. */
export function statesToNarrowBy(
  known: readonly { readonly id: string }[],
  filters: Filters,
): string[] {
  const ids = new Set(known.map(({ id }) => id));
  // Until they are read, none is known.
  if (ids.size > 0) filters.states.forEach((id) => ids.add(id));
  return [...ids];
}

/** The view that these filters mean; `today` is a day of that zone, `2026-03-01`. */
export function viewOf(filters: Filters, today: string, zone?: string): AnswerView {
  const { text, states, findings, form, vehicle, driver, tag, assignee, due } = filters;
  const { from, to, among } = filters;
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(findings === '' ? {} : { findings }),
    ...(form === '' ? {} : { forms: [form] }),
    ...(vehicle === '' ? {} : { vehicles: [vehicle] }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(assignee === '' ? {} : { assignees: [assignee] }),
    ...(driver === '' ? {} : { drivers: [driver] }),
    ...(due ? { dueBy: today } : {}),
    ...(isDay(from) ? { from: instantOfWall(from, zone) } : {}),
    ...(isDay(to) ? { to: instantOfWall(dayAfter(to, 1), zone) - 1 } : {}),
    ...(among.trim() === '' ? {} : { among: among.trim() }),
  };
}

const SORTS = ['createdAt', 'vehicle', 'driver', 'form', 'state', 'due', 'failing'] as const;

/** The order that a column of the list means; the time of the answers where it has none of its own. */
export function sortOf({ field, descending }: Sort): NonNullable<AnswerView['sort']> {
  return { field: SORTS.find((known) => known === field) ?? 'createdAt', descending };
}

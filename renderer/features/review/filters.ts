import type { AnswerView } from './queue.svelte.ts';

/** What a person narrows the list by; empty texts narrow nothing. */
export interface Filters {
  text: string;
  states: readonly string[];
  findings: '' | 'failing' | 'missing' | 'either';
  form: string;
  vehicle: string;
  tag: string;
  assignee: string;
  /** Due today or before. */
  due: boolean;
}

export const NO_FILTERS: Filters = {
  ...{ text: '', states: [], findings: '', form: '', vehicle: '', tag: '', assignee: '' },
  due: false,
};

/** Filters as they were remembered, without what was typed. */
export function readFilters(stored: unknown): Filters {
  const given = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const textOf = (name: string): string => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
  const states = given.get('states');
  const findings = textOf('findings');
  return {
    text: '',
    states: Array.isArray(states) ? states.filter((id) => typeof id === 'string') : [],
    findings:
      findings === 'failing' || findings === 'missing' || findings === 'either' ? findings : '',
    form: textOf('form'),
    vehicle: textOf('vehicle'),
    tag: textOf('tag'),
    assignee: textOf('assignee'),
    due: given.get('due') === true,
  };
}

/** The view that these filters mean; `today` is a day, `2026-03-01`. */
export function viewOf(filters: Filters, today: string): AnswerView {
  const { text, states, findings, form, vehicle, tag, assignee, due } = filters;
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(findings === '' ? {} : { findings }),
    ...(form === '' ? {} : { forms: [form] }),
    ...(vehicle === '' ? {} : { vehicles: [vehicle] }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(assignee === '' ? {} : { assignees: [assignee] }),
    ...(due ? { dueBy: today } : {}),
  };
}

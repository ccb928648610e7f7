import { whose } from '../../state/whose.svelte.ts';

/** What was typed of an answer and not kept yet: it waits while another one is looked at. */
const typed = new Map<string, string>();

type What = 'note' | 'reasons';
const keyOf = (what: What, answerId: string): string => JSON.stringify([whose.id, what, answerId]);

export const drafts = {
  of: (what: What, answerId: string): string => typed.get(keyOf(what, answerId)) ?? '',
  keep(what: What, answerId: string, text: string): void {
    if (text.trim() === '') typed.delete(keyOf(what, answerId));
    else typed.set(keyOf(what, answerId), text);
  },
};

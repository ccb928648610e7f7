import type { Fact, Field, Part, Section } from './data.ts';
import type { Text } from './text.ts';

/** What people did to an answer, as it stands at the end of a document: its own part, never mixed in. */

/** Plain data, because it crosses to a thread. */
export interface ReviewOnPaper {
  /** Each person's latest, the latest first; states by their names. */
  verdicts: { state: string; reasons: string; by: string; at: number }[];
  /** The oldest first. */
  notes: { text: string; by: string; at: number }[];
  tags: string[];
  /** A day, `2026-03-01`. */
  due: string | null;
  assignee: string | null;
}

interface Words {
  words(text: string): Text;
  instant(at: number): string;
}

/** The part of a document that tells a review; nothing where nobody did anything. */
export function reviewSections(write: Words, review: ReviewOnPaper | null): Section[] {
  if (review === null) return [];
  const part = (text: string, s: 'plain' | 'quiet' | 'strong'): Part => ({
    ...{ k: 'text', t: write.words(text), s },
  });
  const who = (by: string, at: number): Fact[] => [
    ...(by === '' ? [] : [{ l: null, v: [part(by, 'quiet')] }]),
    { l: null, v: [part(write.instant(at), 'quiet')] },
  ];
  const field = (label: string, v: Part[]): Field => ({ l: write.words(label), v });
  const fields: Field[] = [
    ...review.verdicts.map(({ state, reasons, by, at }) =>
      field('Verdict', [
        part(state, 'strong'),
        ...(reasons.trim() === '' ? [] : [part(reasons, 'plain')]),
        { k: 'facts', i: who(by, at) },
      ]),
    ),
    ...review.notes.map(({ text, by, at }) =>
      field('Note', [part(text, 'plain'), { k: 'facts', i: who(by, at) }]),
    ),
    ...(review.tags.length === 0 ? [] : [field('Tags', [part(review.tags.join(', '), 'plain')])]),
    ...(review.due === null ? [] : [field('To be done by', [part(review.due, 'plain')])]),
    ...(review.assignee === null ? [] : [field('By whom', [part(review.assignee, 'plain')])]),
  ];
  if (fields.length === 0) return [];
  const told = 'Added by those who reviewed the answer; no part of what was answered.';
  return [
    { k: 'heading', n: 2, t: write.words('Review') },
    { k: 'facts', i: [{ l: null, v: [part(told, 'quiet')] }] },
    { k: 'fields', i: fields },
  ];
}

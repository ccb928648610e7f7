import type { Fact, Field, Part, Section } from './data.ts';
import type { Text } from './text.ts';
import type { DocumentWords } from './words.ts';

/** What people did to an answer, as it stands at the end of a document: its own part, never mixed in. */

/** Plain data, because it crosses to a thread. */
export interface ReviewOnPaper {
  /** Each person's latest, the latest first; states by their names. */
  verdicts: { state: string; reasons: string; by: string; at: number; isOutdated: boolean }[];
  /** The oldest first. */
  notes: { text: string; by: string; at: number }[];
  tags: string[];
  /** A day, `2026-03-01`. */
  due: string | null;
  assignee: string | null;
}

interface Words {
  say: DocumentWords;
  words(text: string): Text;
  instant(at: number): string;
  day(day: string): string;
}

/** The part of a document that tells a review; nothing where nobody did anything. */
export function reviewSections(write: Words, review: ReviewOnPaper | null): Section[] {
  if (review === null) return [];
  const { say } = write;
  const part = (text: string, s: 'plain' | 'quiet' | 'strong'): Part => ({
    ...{ k: 'text', t: write.words(text), s },
  });
  const who = (by: string, at: number): Fact[] => [
    ...(by === '' ? [] : [{ l: null, v: [part(by, 'quiet')] }]),
    { l: null, v: [part(write.instant(at), 'quiet')] },
  ];
  const field = (label: string, v: Part[]): Field => ({ l: write.words(label), v });
  const fields: Field[] = [
    ...review.verdicts.map(({ state, reasons, by, at, isOutdated }) =>
      field(say.verdict, [
        part(state, 'strong'),
        ...(reasons.trim() === '' ? [] : [part(reasons, 'plain')]),
        ...(isOutdated ? [part(say.outdated, 'quiet')] : []),
        { k: 'facts', i: who(by, at) },
      ]),
    ),
    ...review.notes.map(({ text, by, at }) =>
      field(say.note, [part(text, 'plain'), { k: 'facts', i: who(by, at) }]),
    ),
    ...(review.tags.length === 0 ? [] : [field(say.tags, [part(review.tags.join(', '), 'plain')])]),
    ...(review.due === null ? [] : [field(say.due, [part(write.day(review.due), 'plain')])]),
    ...(review.assignee === null ? [] : [field(say.assignee, [part(review.assignee, 'plain')])]),
  ];
  if (fields.length === 0) return [];
  return [
    { k: 'heading', n: 2, t: write.words(say.review) },
    { k: 'facts', i: [{ l: null, v: [part(say.reviewHint, 'quiet')] }] },
    { k: 'fields', i: fields },
  ];
}

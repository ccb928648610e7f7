import type { Finding } from '../../../shared/rules/formFindings.ts';
import { text } from '../../text/en.ts';

/** What the driver is told of a verdict: plain text, for a mail or a note. */
export interface DriverFacts {
  answerId: string;
  form: string;
  vehicle: string;
  driver: string;
  /** As it is shown to people; empty where nobody said. */
  created: string;
  state: string;
  reasons: string;
  due: string | null;
  by: string;
  findings: readonly Finding[];
}

const words = text.review.driver;

export function driverSubject({ form, vehicle }: DriverFacts): string {
  return words.subject(form, vehicle);
}

/** The sheet as text, with everything that the driver needs to act. */
export function driverSheet(facts: DriverFacts): string {
  const failing = facts.findings.filter(({ is }) => is === 'failing');
  const missing = facts.findings.filter(({ is }) => is === 'missing');
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)];
  const reasons = facts.reasons
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return [
    words.hello(facts.driver),
    '',
    words.about(facts.form, facts.created),
    ...(facts.vehicle === '' ? [] : [words.vehicle(facts.vehicle)]),
    words.verdict(facts.state),
    ...list(words.reasons, reasons),
    ...list(
      words.failing,
      failing.map(({ label, text: word }) => `${label}: ${word}`),
    ),
    ...list(
      words.missing,
      missing.map(({ label }) => label),
    ),
    ...(facts.due === null ? [] : ['', words.due(facts.due)]),
    '',
    words.answer(facts.answerId),
    facts.by,
  ]
    .join('\n')
    .trimEnd();
}

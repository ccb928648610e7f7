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

/** As much as the core takes of a field: a form may ask more, and a person paste more, than a sheet has room for. */
const MOST = { values: 500, letters: 10_000 };

function fitting(values: readonly string[]): string[] {
  const cut = values.map((value) =>
    value.length > MOST.letters ? `${value.slice(0, MOST.letters - 1)}…` : value,
  );
  if (cut.length <= MOST.values) return cut;
  const shown = cut.slice(0, MOST.values - 1);
  return [...shown, text.word.andMore(String(cut.length - shown.length))];
}

/** The same as fields of a document; what nobody said is left out. */
export function driverFields(facts: DriverFacts): { label: string; values: string[] }[] {
  const { fields } = words;
  const all = [
    { label: fields.verdict, values: [facts.state] },
    { label: fields.reasons, values: reasonsOf(facts) },
    { label: fields.failing, values: failingOf(facts) },
    { label: fields.missing, values: missingOf(facts) },
    { label: fields.due, values: facts.due === null ? [] : [facts.due] },
    { label: fields.by, values: facts.by === '' ? [] : [facts.by] },
  ];
  return all
    .filter(({ values }) => values.length > 0)
    .map(({ label, values }) => ({ label, values: fitting(values) }));
}

function reasonsOf({ reasons }: DriverFacts): string[] {
  return reasons
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const found = ({ findings }: DriverFacts, kind: Finding['is']): Finding[] =>
  findings.filter(({ is }) => is === kind);
const failingOf = (facts: DriverFacts): string[] =>
  found(facts, 'failing').map(({ label, text: word }) => `${label}: ${word}`);
const missingOf = (facts: DriverFacts): string[] =>
  found(facts, 'missing').map(({ label }) => label);

/** The sheet as text, with everything that the driver needs to act. */
export function driverSheet(facts: DriverFacts): string {
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)];
  return [
    words.hello(facts.driver),
    '',
    words.about(facts.form, facts.created),
    ...(facts.vehicle === '' ? [] : [words.vehicle(facts.vehicle)]),
    words.verdict(facts.state),
    ...list(words.reasons, reasonsOf(facts)),
    ...list(words.failing, failingOf(facts)),
    ...list(words.missing, missingOf(facts)),
    ...(facts.due === null ? [] : ['', words.due(facts.due)]),
    '',
    words.answer(facts.answerId),
    facts.by,
  ]
    .join('\n')
    .trimEnd();
}

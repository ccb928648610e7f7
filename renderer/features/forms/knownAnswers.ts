import { plainKey } from '../../state/plainKey.ts';
import { fieldsOf, fieldsOfText, instantAt, nameOf, valueAt } from '../../state/record.ts';
import { remembered, type Remembered } from '../../state/remembered.svelte.ts';

/**
 * Which answers are known. The interface has no list of answers: a form's own record may name
 * them, a list of forms often names only the latest, and some are opened by their id. What was
 * seen once is remembered per account, so that it can be found again without a network.
 */
export interface KnownAnswer {
  id: string;
  /** Milliseconds since 1970; null where nobody said. */
  createdAt: number | null;
  vehicleId: string | null;
  vehicle: string | null;
  driverId: string | null;
  driver: string | null;
  title: string | null;
}

/** An answer that was opened here, newest first; the mirror holds it. */
export interface OpenedAnswer {
  id: string;
  formId: string | null;
  title: string;
  /** Milliseconds since 1970. */
  openedAt: number;
}

const MOST_KNOWN = 4000;
const MOST_OPENED = 200;
/** Names under which tenants list a form's answers in its record. */
const LISTS = ['answers', 'latestAnswers', 'responses', 'submissions'];

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

function nothingBut(id: string): KnownAnswer {
  const nothing = { vehicleId: null, vehicle: null, driverId: null, driver: null, title: null };
  return { id, createdAt: null, ...nothing };
}

function knownAnswer(item: unknown): KnownAnswer | null {
  const bare = textOf(item);
  if (bare !== null) return nothingBut(bare);
  const fields = fieldsOf(item);
  const id = textOf(fields.get('id')) ?? textOf(fields.get('answerId'));
  if (id === null) return null;
  const idOf = (name: string): string | null =>
    textOf(fields.get(`${name}Id`)) ?? textOf(valueAt(fields, `${name}.id`));
  return {
    id,
    createdAt: instantAt(fields, 'createdAt') ?? instantAt(fields, 'submittedAt'),
    vehicleId: idOf('vehicle'),
    vehicle: textOf(valueAt(fields, 'vehicle.regNo')) ?? nameOf(fields.get('vehicle')),
    driverId: idOf('driver'),
    driver: nameOf(fields.get('driver')),
    title: textOf(fields.get('title')) ?? textOf(fields.get('name')),
  };
}

function readKnown(stored: unknown): KnownAnswer[] {
  return (Array.isArray(stored) ? stored : []).map(knownAnswer).filter((answer) => answer !== null);
}

/** The answers that a form's own record names. */
export function answersOfForm(formJson: string): KnownAnswer[] {
  const fields = fieldsOfText(formJson);
  return readKnown(LISTS.map((name) => fields.get(name)).find((list) => Array.isArray(list)));
}

/** What is known of one answer, from its own text; `id` is what it was opened by. */
export function answerOf(id: string, answerJson: string): KnownAnswer & { formId: string | null } {
  const fields = fieldsOfText(answerJson);
  const named = knownAnswer(Object.fromEntries(fields));
  const formId = textOf(fields.get('formId')) ?? textOf(valueAt(fields, 'form.id'));
  return { ...(named ?? nothingBut(id)), id, formId };
}

/** Both lists by id; where both know an answer, the newer fact wins field by field. Newest first. */
export function mergeAnswers(
  older: readonly KnownAnswer[],
  newer: readonly KnownAnswer[],
): KnownAnswer[] {
  const byId = new Map(older.map((answer) => [answer.id, answer]));
  for (const answer of newer) {
    const before = byId.get(answer.id) ?? nothingBut(answer.id);
    byId.set(answer.id, {
      id: answer.id,
      createdAt: answer.createdAt ?? before.createdAt,
      vehicleId: answer.vehicleId ?? before.vehicleId,
      vehicle: answer.vehicle ?? before.vehicle,
      driverId: answer.driverId ?? before.driverId,
      driver: answer.driver ?? before.driver,
      title: answer.title ?? before.title,
    });
  }
  return [...byId.values()].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
}

/** The answers known of one form, remembered per account. */
export function knownAnswers(formId: string): Remembered<readonly KnownAnswer[]> {
  return remembered<readonly KnownAnswer[]>(`answers.of.${plainKey(formId)}`, [], readKnown);
}

function readOpened(stored: unknown): OpenedAnswer[] {
  return (Array.isArray(stored) ? stored : []).flatMap((item): OpenedAnswer[] => {
    const fields = fieldsOf(item);
    const id = textOf(fields.get('id'));
    if (id === null) return [];
    const openedAt = fields.get('openedAt');
    return [
      {
        id,
        formId: textOf(fields.get('formId')),
        title: textOf(fields.get('title')) ?? id,
        openedAt: typeof openedAt === 'number' ? openedAt : 0,
      },
    ];
  });
}

/** Answers opened on this computer with this account. */
export const opened = remembered<readonly OpenedAnswer[]>('answers.opened', [], readOpened);

type Counts = readonly (readonly [formId: string, count: number])[];

/** How many answers each form is known to have. */
export const answerCounts = remembered<Counts>('answers.counts', [], (stored) =>
  (Array.isArray(stored) ? stored : []).filter(
    (entry): entry is [string, number] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
  ),
);

/**
 * Adds to what is known of a form's answers and counts them; stores only what is new. One after
 * another, because each reads what the one before has stored.
 */
export function rememberAnswers(formId: string, answers: readonly KnownAnswer[]): Promise<void> {
  turn = turn.then(async () => {
    const store = knownAnswers(formId);
    await store.load();
    const merged = mergeAnswers(store.value, answers).slice(0, MOST_KNOWN);
    if (JSON.stringify(merged) === JSON.stringify(store.value)) return;
    store.set(merged);
    await answerCounts.load();
    const others = answerCounts.value.filter(([id]) => id !== formId);
    answerCounts.set([...others, [formId, merged.length]]);
  });
  return turn;
}
let turn = Promise.resolve();

/** Puts an answer at the top of those opened before. */
export function rememberOpened(answer: OpenedAnswer): void {
  opened.change((all) => {
    const others = all.filter(({ id }) => id !== answer.id);
    return [answer, ...others].slice(0, MOST_OPENED);
  });
}

import type { Output } from '../../../../shared/ipc/contract.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { statesIn } from '../../../../shared/rules/reviewStates.ts';
import type { ReviewState } from '../../../../shared/rules/reviewStates.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import type { Store } from '../../database.ts';

/** Who does reviews here and which states there are; remembered with the account. */

const PERSON = 'review.person';
const STATES = 'review.states';

export async function setupOf(store: Store): Promise<Output<'review.setup'>> {
  const [person, states] = await Promise.all([
    store.read('desk.recall', { key: PERSON }),
    store.read('desk.recall', { key: STATES }),
  ]);
  const named = parsedJson(person.value);
  return {
    person: typeof named === 'string' && named !== '' ? named : null,
    states: statesIn(parsedJson(states.value)),
  };
}

/** Keeps what is given; durable when it answers. */
export async function keepSetup(
  store: Store,
  { person, states }: { person?: string | undefined; states?: readonly ReviewState[] | undefined },
): Promise<Result<Output<'review.setup'>>> {
  for (const [key, value] of [
    [PERSON, person],
    [STATES, states],
  ] as const) {
    if (value === undefined) continue;
    const saved = await store.write('desk.remember', { key, value: JSON.stringify(value) });
    if (!saved.ok) return saved;
  }
  return ok(await setupOf(store));
}

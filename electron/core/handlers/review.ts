import type { HandlersOf, Parsed } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { driverPdf } from '../forms/driverSheet.ts';
import { openedBy } from '../opened.ts';
import type { ReviewAct } from '../review/model/fold.ts';
import { examineReviews, exportReviews, importReviews } from '../review/queue/files.ts';
import { keepSetup, setupOf } from '../review/queue/setup.ts';
import { reviewSheet } from '../review/queue/sheet.ts';

/** More answers than these are told as "many". */
const NAMED = 200;

/** What a person did, as events; nothing where nothing was given. */
function actsOf(input: Parsed<'review.judge'>): ReviewAct[] {
  const { state, reasons, note, addTags, removeTags, due, assignee, hideNote } = input;
  const acts: ReviewAct[] = [];
  if (state !== undefined) acts.push({ kind: 'state', value: { state, reasons: reasons ?? '' } });
  if (note !== undefined) acts.push({ kind: 'note', value: note });
  if (hideNote !== undefined) acts.push({ kind: 'noteGone', value: hideNote });
  for (const tag of addTags ?? []) acts.push({ kind: 'tag', value: { tag, on: true } });
  for (const tag of removeTags ?? []) acts.push({ kind: 'tag', value: { tag, on: false } });
  if (due !== undefined) acts.push({ kind: 'due', value: due });
  if (assignee !== undefined) acts.push({ kind: 'assignee', value: assignee });
  return acts;
}

function tell({ emit }: AccountContext, answerIds: readonly string[] | null): void {
  const named = answerIds === null || answerIds.length > NAMED ? null : [...answerIds];
  emit({ name: 'reviews', payload: { answerIds: named } });
}

/** Who does it: as they call themselves, else as the account is called. */
async function personOf({ store, identity }: AccountContext): Promise<string> {
  return (await setupOf(store)).person ?? identity.user;
}

/** Reviews of answers: none of these asks the network, and none is ever sent. */
export function reviewHandlers(account: () => AccountContext | null): HandlersOf<'review'> {
  const opened = openedBy(account);

  return {
    'review.get': (input) => opened(async ({ store }) => ok(await store.read('review.get', input))),
    'review.facets': () => opened(async ({ store }) => ok(await store.read('review.facets', {}))),
    'review.judge': (input) =>
      opened(async (context) => {
        const acts = actsOf(input);
        if (acts.length === 0) {
          return fail({
            kind: 'invalid',
            code: 'review.nothing',
            message: 'There is nothing to keep.',
            safe: 'Nothing was changed.',
            next: 'editInput',
          });
        }
        const { store, ports } = context;
        const change = ports.random.uuid();
        const answerIds = [...new Set(input.answerIds)];
        const done = await store.write('review.judge', {
          ...{ answerIds, acts, change, by: await personOf(context), now: ports.clock.now() },
        });
        if (!done.ok) return done;
        tell(context, answerIds);
        return ok({ change, count: answerIds.length });
      }),
    'review.undo': ({ change }) =>
      opened(async (context) => {
        const { store, ports } = context;
        const as = ports.random.uuid();
        const done = await store.write('review.undo', {
          ...{ change, as, by: await personOf(context), now: ports.clock.now() },
        });
        if (!done.ok) return done;
        tell(context, done.value.answerIds);
        return ok({ change: as, undone: done.value.undone });
      }),
    'review.setup': () => opened(async ({ store }) => ok(await setupOf(store))),
    'review.saveSetup': (input) =>
      opened(async (context) => {
        const saved = await keepSetup(context.store, input);
        if (saved.ok) tell(context, null);
        return saved;
      }),
    'review.export': ({ answerIds }) =>
      opened((context) => exportReviews(context, answerIds ?? null)),
    'review.examine': ({ file }) => opened((context) => examineReviews(context, file)),
    'review.import': ({ file, anyway }) =>
      opened(async (context) => {
        const done = await importReviews(context, file, anyway ?? false);
        if (done.ok) tell(context, null);
        return done;
      }),
    'review.driverPdf': (input) => opened((context) => driverPdf(context, input)),
    'review.sheet': (input) => opened((context) => reviewSheet(context, input)),
  };
}

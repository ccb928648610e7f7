import * as z from 'zod/mini';
import type { AnswerSource } from '../../../shared/ipc/answers.ts';
import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { appError } from '../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { AccountContext } from '../accountContext.ts';
import { openedBy } from '../opened.ts';
import { answerFileHandlers } from './answerFiles.ts';
import { copyOf, formHere } from '../forms/sources.ts';
import { readCharts } from '../forms/readCharts.ts';
import { namedBy } from '../answers/queue/source.ts';

/** Ids that a preview shows. */
const SHOWN = 20;

/** Why an answer could not be had, as it was written down. */
function errorIn(text: string): AppError | null {
  const parsed = z.safeParse(appError, parsedJson(text));
  return parsed.success ? parsed.data : null;
}

interface Wishes {
  withFiles?: boolean | undefined;
  withPdf?: boolean | undefined;
  again?: boolean | undefined;
}

/** Takes ids in to be fetched; durable when it answers. */
async function want(
  { store, ports, collector }: AccountContext,
  ids: readonly string[],
  about: { source: AnswerSource['is']; label: string },
  { withFiles, withPdf, again }: Wishes,
): Promise<Result<{ request: string; count: number }>> {
  if (ids.length === 0) {
    return fail({
      kind: 'invalid',
      code: 'answers.nothing',
      message: 'No answer is named here.',
      safe: 'Nothing was asked for.',
      next: 'editInput',
    });
  }
  const id = ports.random.uuid();
  const wanted = await store.write('answers.want', {
    ...{ id, ids, at: ports.clock.now(), ...about },
    ...{ withFiles: withFiles ?? false, withPdf: withPdf ?? false, again: again ?? false },
  });
  if (!wanted.ok) return wanted;
  collector.wake();
  collector.changed();
  return ok({ request: id, count: ids.length });
}

/** Answers to forms: the list of those that are here, and fetching others in the background. */
export function answerHandlers(account: () => AccountContext | null): HandlersOf<'answers'> {
  const opened = openedBy(account);
  /** A change of what is wanted, which the collector is told of. */
  const changing = (
    act: (context: AccountContext) => Promise<Result<{ changed: number }>>,
  ): Promise<Result<{ changed: number }>> =>
    opened(async (context) => {
      const done = await act(context);
      if (done.ok) {
        context.collector.wake();
        context.collector.changed();
      }
      return done;
    });

  return {
    'answers.window': (input) =>
      opened(async ({ store }) => ok(await store.read('answers.window', input))),
    'answers.ids': (input) =>
      opened(async ({ store }) => ok(await store.read('answers.ids', input))),
    'answers.facets': () => opened(async ({ store }) => ok(await store.read('answers.facets', {}))),
    'answers.charts': ({ form }) => opened(async (context) => ok(await readCharts(context, form))),
    'answers.form': ({ answerId }) =>
      opened(async (context) => {
        const copy = await copyOf(context, answerId);
        if (copy === null) return ok({ json: null, changed: false });
        return ok(await formHere(context, copy.json));
      }),
    'answers.preview': ({ source }) =>
      opened(async ({ store }) => {
        const named = await namedBy(store, source);
        if (!named.ok) return named;
        const { ids, leftOut, table } = named.value;
        const { count: here } = await store.read('answers.here', { ids });
        return ok({ count: ids.length, here, some: ids.slice(0, SHOWN), leftOut, table });
      }),
    'answers.want': ({ source, ...wishes }) =>
      opened(async (context) => {
        const named = await namedBy(context.store, source);
        if (!named.ok) return named;
        const { ids, label } = named.value;
        return want(context, ids, { source: source.is, label }, wishes);
      }),
    'answers.wantIds': ({ ids, label, ...wishes }) =>
      opened((context) =>
        want(context, [...new Set(ids)], { source: 'text', label: label ?? '' }, wishes),
      ),
    ...answerFileHandlers(account),
    'answers.requests': () =>
      opened(async ({ store, collector }) => {
        const requests = await store.read('answers.requests', {});
        return ok({ requests, collecting: await collector.current() });
      }),
    'answers.failures': (input) =>
      opened(async ({ store }) => {
        const { rows, total } = await store.read('answers.failures', input);
        return ok({ rows: rows.map((row) => ({ ...row, error: errorIn(row.error) })), total });
      }),
    'answers.pause': ({ request }) =>
      changing(({ store }) =>
        store.write('answers.setState', { request: request ?? null, state: 'paused' }),
      ),
    'answers.resume': ({ request }) =>
      changing(({ store }) =>
        store.write('answers.setState', { request: request ?? null, state: 'open' }),
      ),
    'answers.cancel': ({ request }) =>
      changing(({ store }) => store.write('answers.cancel', { request: request ?? null })),
    'answers.retry': ({ ids }) =>
      changing(({ store }) => store.write('answers.retry', { ids: ids ?? null })),
    'answers.putAway': () => changing(({ store }) => store.write('answers.putAway', {})),
  };
}

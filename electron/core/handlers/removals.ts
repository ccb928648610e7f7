import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { TRASH_DAYS, trashMs } from '../db/trashTime.ts';
import { openedBy } from '../opened.ts';

/** Removals that were stopped until a person has looked, and the trash. */
export function removalHandlers(account: () => AccountContext | null): HandlersOf<'removals'> {
  const opened = openedBy(account);
  const emitted = <T>({ emit }: AccountContext, result: Result<T>): Result<T> => {
    if (result.ok) emit({ name: 'removals', payload: {} });
    return result;
  };

  return {
    'removals.list': () => opened(async ({ store }) => ok(await store.read('removals.list', {}))),
    'removals.decide': ({ entity, decision }) =>
      opened(async (context) => {
        if (decision === 'remove') return context.sync.confirmRemoval(entity);
        const retained = await context.store.write('removals.keep', { entity });
        return retained.ok
          ? emitted(context, ok({ removed: 0, stayed: retained.value.retained }))
          : retained;
      }),
    'removals.trash': ({ entity, offset = 0, limit }) =>
      opened(async ({ store, ports }) => {
        const days = ports.policy?.trashDays ?? TRASH_DAYS;
        const since = ports.clock.now() - trashMs(days);
        const wanted = { ...(entity === undefined ? {} : { entity }), offset, limit, since };
        return ok({ days, ...(await store.read('removals.trash', wanted)) });
      }),
    'removals.putBack': ({ key }) =>
      opened(async (context) =>
        emitted(context, await context.store.write('removals.putBack', { key })),
      ),
  };
}

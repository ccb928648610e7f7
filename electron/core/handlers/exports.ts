import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import { machineFailure } from '../db/failure.ts';
import type { AccountContext } from '../accountContext.ts';
import { OTHER_ACCOUNT_OPEN } from '../refusals.ts';
import { openedBy } from '../opened.ts';
import type { Exporter } from '../exports/exporter.ts';
import { nameOf, TakenNames } from '../exports/names.ts';
import { copyOf, FormsOfAnswers, namedFactsOf } from '../forms/sources.ts';
import { zoneOf } from '../timeZone.ts';
import type { AccountPorts } from '../ports.ts';

/** Names that a preview shows. */
const SHOWN = 5;

const noSuch = fail({
  kind: 'missing',
  code: 'export.none',
  message: 'This export has ended or is no longer on the list.',
  safe: 'Its files stay where they are.',
});

/** Exports of many answers: begun, looked at, paused, ended. */
export function exportsHandlers(
  account: () => AccountContext | null,
  ports: AccountPorts,
): HandlersOf<'exports'> {
  const opened = openedBy(account);
  const changed = (act: (exporter: Exporter) => boolean | Promise<boolean>) =>
    opened(async ({ exporter }) => ((await act(exporter)) ? ok({}) : noSuch));
  return {
    'exports.preview': ({ ids, wish }) =>
      opened(async (context) => {
        const { count: here } = await context.store.read('answers.here', { ids });
        const taken = new TakenNames();
        const forms = new FormsOfAnswers(context, ports.clock);
        const names: string[] = [];
        for (const answerId of ids.slice(0, SHOWN)) {
          const copy = await copyOf(context, answerId);
          const form = copy === null ? null : await forms.of(copy.json);
          const zone = zoneOf(wish.timeZone);
          const [json, formJson] = [copy?.json ?? null, form?.json ?? null];
          const facts = await namedFactsOf(context, answerId, json, formJson, zone);
          names.push(taken.freeFile(nameOf(wish.names, facts, 'pdf')));
        }
        return ok({ names, here, count: ids.length });
      }),
    'exports.start': ({ ids, wish }) =>
      opened<Output<'exports.start'>>(async ({ exporter }) => {
        const folder = await ports.files.folder();
        if (!folder.ok) return folder;
        if (folder.value === null) return ok({ job: null });
        if (account()?.exporter !== exporter) return OTHER_ACCOUNT_OPEN;
        try {
          return ok({ job: await exporter.begin(ids, wish, folder.value) });
        } catch (error) {
          const failure = machineFailure(error);
          if (failure !== null) return { ok: false, error: failure };
          return fail({
            kind: 'local',
            code: 'export.noFolder',
            message: 'Nothing can be written into that folder.',
            safe: 'Nothing was made.',
            next: 'retry',
          });
        }
      }),
    'exports.list': () => {
      const context = account();
      return ok({ jobs: context === null ? [] : context.exporter.list() });
    },
    'exports.failures': ({ id }) => {
      const rows = account()?.exporter.failures(id) ?? null;
      return rows === null ? noSuch : ok({ rows });
    },
    'exports.pause': ({ id }) => changed((exporter) => exporter.pause(id)),
    'exports.resume': ({ id }) => changed((exporter) => exporter.resume(id)),
    'exports.cancel': ({ id }) => changed((exporter) => exporter.cancel(id)),
    'exports.putAway': ({ id }) => changed((exporter) => exporter.putAway(id)),
  };
}

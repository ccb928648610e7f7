import type { AnyEvent, HandlersOf } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Desktop, Policy } from '../ports.ts';

const NONE = fail({
  kind: 'local',
  code: 'shell.none',
  message: 'Only the installed app does this; here the desk runs in a browser.',
  safe: 'Nothing was changed.',
});

const TOO_MANY = fail({
  kind: 'local',
  code: 'shell.tooManyWindows',
  message: 'As many windows are open as Waybill keeps.',
  safe: 'Nothing was changed.',
  next: 'none',
});

const NOTHING_TO_UPDATE = fail({
  kind: 'local',
  code: 'shell.nothingToUpdate',
  message: 'There is nothing of that kind to do with updates now.',
  safe: 'Nothing was changed.',
  next: 'none',
});

/** What became of a wish about updates; undefined where there are none. */
function asked(done: boolean | undefined): Result<Record<string, never>> {
  if (done === undefined) return NONE;
  return done ? ok({}) : NOTHING_TO_UPDATE;
}

/** Windows, the menu and the folders of the system; what is picked in one window is told to all. */
export function shellHandlers(
  desktop: Desktop | undefined,
  policy: Policy,
  emit: (event: AnyEvent) => void,
): HandlersOf<'shell'> {
  return {
    'shell.menu': ({ items }) => {
      desktop?.setMenu(items);
      return ok({});
    },
    'shell.words': (words) => {
      desktop?.setWords(words);
      return ok({});
    },
    'shell.openWindow': ({ route, wall }) => {
      if (desktop === undefined) return NONE;
      return desktop.openWindow(route, wall) ? ok({}) : TOO_MANY;
    },
    'shell.openDataFolder': async ({ inside }) => {
      if (desktop === undefined) return NONE;
      const words = await desktop.openDataFolder(inside);
      if (words === null) return ok({});
      return fail({
        kind: 'local',
        code: 'shell.notOpened',
        message: `The system could not show the data folder: ${words}`,
        safe: 'Nothing was changed.',
      });
    },
    'shell.attention': () => ok({ attention: desktop?.attention() ?? null }),
    'shell.setAttention': (settings) => desktop?.setAttention(settings) ?? NONE,
    'shell.policy': () => {
      const { state, file, problem, servers, localWorkspace, exports } = policy;
      return ok({
        ...{ state, file, problem, localWorkspace },
        servers: servers === null ? null : [...servers],
        exports: exports === null ? null : [...exports],
      });
    },
    'shell.updates': () => ok({ updates: desktop?.updates.state() ?? null }),
    'shell.lookForUpdate': () => asked(desktop?.updates.look()),
    'shell.fetchUpdate': () => asked(desktop?.updates.fetch()),
    'shell.installUpdate': () => asked(desktop?.updates.install()),
    'shell.select': (payload) => {
      emit({ name: 'selection', payload });
      return ok({});
    },
  };
}

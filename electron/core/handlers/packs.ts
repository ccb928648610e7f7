import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import type { AnswerSource } from '../../../shared/ipc/answers.ts';
import {
  MOST_PACK_ANSWERS,
  MOST_PACK_FILE_BYTES,
  type PackWish,
} from '../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { namedBy } from '../answers/queue/source.ts';
import { openedBy } from '../opened.ts';

const TOO_MANY = fail({
  kind: 'invalid',
  code: 'packs.tooLarge',
  message: `A pack holds at most ${MOST_PACK_ANSWERS.toLocaleString('en')} answers.`,
  safe: 'Nothing was asked for.',
  next: 'editInput',
});

const TOO_LARGE_FILE = fail({
  kind: 'invalid',
  code: 'packs.fileTooLarge',
  message: `A field pack’s file has at most ${MOST_PACK_FILE_BYTES / 1024 / 1024} MB.`,
  safe: 'Nothing was changed.',
  next: 'editInput',
});

/** A wish with the answers that a source names. */
async function whole(
  { store }: AccountContext,
  wish: PackWish,
  source: AnswerSource | undefined,
): Promise<Result<PackWish>> {
  if (source === undefined) return ok(wish);
  const named = await namedBy(store, source);
  if (!named.ok) return named;
  const answers = [...new Set([...wish.answers, ...named.value.ids])];
  return answers.length > MOST_PACK_ANSWERS ? TOO_MANY : ok({ ...wish, answers });
}

/** Field packs: estimated, made, looked at, paused, refreshed, removed. */
export function packsHandlers(account: () => AccountContext | null): HandlersOf<'packs'> {
  const opened = openedBy(account);
  return {
    'packs.estimate': ({ wish, source }) =>
      opened(async (context) => {
        const all = await whole(context, wish, source);
        return all.ok ? ok(await context.packs.estimate(all.value)) : all;
      }),
    'packs.make': ({ wish, source }) =>
      opened(async (context) => {
        const all = await whole(context, wish, source);
        return all.ok ? context.packs.make(all.value) : all;
      }),
    'packs.list': () => opened(async ({ packs }) => ok({ packs: await packs.list() })),
    'packs.pause': ({ id }) => opened(({ packs }) => packs.pause(id)),
    'packs.resume': ({ id }) => opened(({ packs }) => packs.resume(id)),
    'packs.refresh': ({ id }) => opened(({ packs }) => packs.refresh(id)),
    'packs.remove': ({ id }) => opened(({ packs }) => packs.remove(id)),
    'packs.saveFile': ({ id }) => opened(({ packs }) => packs.saveFile(id)),
    'packs.stopFile': ({ id }) => opened(({ packs }) => packs.stopFile(id)),
    'packs.beginFile': ({ name, sizeBytes }) =>
      opened(({ packs }) =>
        sizeBytes > MOST_PACK_FILE_BYTES
          ? Promise.resolve(TOO_LARGE_FILE)
          : packs.copies.begin(name, sizeBytes),
      ),
    'packs.filePart': ({ copy, bytes }) => opened(({ packs }) => packs.copies.add(copy, bytes)),
    'packs.examineFile': ({ copy }) => opened(({ packs }) => packs.examineFile(copy)),
    'packs.openHanded': () =>
      opened<Output<'packs.openHanded'>>(async ({ packs, ports }) => {
        const file = ports.desktop?.takeHanded() ?? null;
        if (file === null) return ok({ file: null });
        const handed = await packs.openHanded(file);
        return handed.ok ? ok({ file: handed.value }) : handed;
      }),
    'packs.takeFile': ({ copy }) => opened(({ packs }) => packs.takeFile(copy)),
    'packs.dropFile': ({ copy }) => opened(({ packs }) => packs.dropFile(copy)),
  };
}

import { vi } from 'vitest';
import type { CallName } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { TestDesk } from './desk.ts';

/**
 * Lets the core answer nothing to some calls of one name until it is let go: a job then stands where
 * a test wants it.
 *
 * @param which of them, by what was asked; the count begins with 1
 * @param answer what they get then, in place of the core's own answer
 * @returns lets go of them and of all that follow; where none has come yet, as of a press that is on its way,
 *   of the first one that comes
 */
export function heldBack(
  { host: { core } }: TestDesk,
  name: CallName,
  which: (input: unknown, count: number) => boolean,
  answer?: () => Result<unknown>,
): () => void {
  const call: (asked: string, input: unknown) => Promise<Result<unknown>> = core.call.bind(core);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let [count, held, isOver] = [0, 0, false];
  const spy = vi.spyOn(core, 'call').mockImplementation(async (asked: string, input: unknown) => {
    if (asked === name) {
      count += 1;
      if (which(input, count)) {
        held += 1;
        if (isOver) spy.mockRestore();
        await promise;
        if (answer !== undefined) return answer();
      }
    }
    return call(asked, input);
  });
  return () => {
    isOver = true;
    if (held > 0) spy.mockRestore();
    resolve(undefined);
  };
}

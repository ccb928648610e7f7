import type { Outbox } from '../../electron/core/outbox/outbox.ts';
import type { Choices, FieldConflict, Op, PlainRemedy } from '../../shared/ipc/shapes.ts';
import type { Result } from '../../shared/result.ts';

type Sides = Readonly<Record<string, 'base' | 'mine' | 'theirs'>>;
type Body = Record<string, unknown>;

/** An outbox whose remedies have names, as tests press them. */
export interface ByHand extends Outbox, Record<PlainRemedy, (opId: string) => Promise<Result<Op>>> {
  edit(opId: string, body: Body, was?: string): Promise<Result<Op>>;
  /** `seen`: the candidates that the person has looked at. */
  retry(opId: string, seen?: readonly string[]): Promise<Result<Op>>;
  /** Made over what the write shows by then. */
  resolve(opId: string, sides: Sides): Promise<Result<Op>>;
  link(opId: string, id: string): Promise<Result<Op>>;
}

export function byHand(
  outbox: Outbox,
  conflictsOf: (opId: string) => Promise<readonly FieldConflict[]>,
): ByHand {
  const press = (remedy: PlainRemedy) => (opId: string) => outbox.decide(opId, { remedy });
  return {
    ...outbox,
    cancel: press('cancel'),
    retry: (opId, seen = []) => outbox.decide(opId, { remedy: 'retry', seen: [...seen] }),
    hold: press('hold'),
    resume: press('resume'),
    discard: press('discard'),
    undo: press('undo'),
    recreate: press('recreate'),
    restore: press('restore'),
    acknowledge: press('acknowledge'),
    // A body is checked by the write that it is for.
    edit: (opId, body, was) =>
      outbox.decide(opId, {
        ...{ remedy: 'edit', body: body as never },
        ...(was === undefined ? {} : { was }),
      }),
    resolve: async (opId, sides) => {
      const conflicts = await conflictsOf(opId);
      return outbox.decide(opId, { remedy: 'resolve', choices: chosen(conflicts, sides) });
    },
    link: (opId, id) => outbox.decide(opId, { remedy: 'link', id }),
  };
}

/** The choices of a person who has seen these conflicts; a field without a side is left open. */
export function chosen(conflicts: readonly FieldConflict[], sides: Sides): Choices {
  return Object.fromEntries(
    conflicts.flatMap(({ field, theirs }) => {
      const side = sides[field];
      return side === undefined ? [] : [[field, { side, theirs }]];
    }),
  );
}

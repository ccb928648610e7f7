/** Acts that wait for each other, whatever became of the one before. */
export interface InTurn {
  /** Runs an act once those that were given before it have ended; gives what it gives, or throws it. */
  run<T>(act: () => Promise<T>): Promise<T>;
  /** Resolves once all that were given so far have ended. */
  ended(): Promise<void>;
}

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(act) {
      const mine = last.then(act);
      last = mine.catch(() => undefined);
      return mine;
    },
    async ended() {
      await last;
    },
  };
}

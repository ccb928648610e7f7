import { call } from '../bridge.ts';

/** A value that the core remembers per account: panes, columns, drafts. */
export interface Remembered<T> {
  readonly value: T;
  /** Whether the core has answered, so that a default may be told from a choice. */
  readonly loaded: boolean;
  set(value: T): void;
  load(): Promise<void>;
}

/**
 * Makes a remembered value. `read` turns whatever JSON was stored into a value; it must cope with
 * the JSON of other versions. A value that cannot be stored is kept for this session.
 */
export function remembered<T>(
  key: string,
  initial: T,
  read: (stored: unknown) => T,
): Remembered<T> {
  let value = $state.raw(initial);
  let loaded = $state(false);
  /** Counts what the person chose, to tell whether it happened while an answer was on its way. */
  let choices = 0;

  return {
    get value() {
      return value;
    },
    get loaded() {
      return loaded;
    },
    set(next) {
      value = next;
      choices += 1;
      void call('desk.remember', { key, value: JSON.stringify(next) });
    },
    async load() {
      const before = choices;
      const result = await call('desk.recall', { key });
      loaded = true;
      // What the person did while the answer was on its way counts for more.
      if (choices !== before || !result.ok) return;
      if (result.value.value === null) {
        value = initial;
        return;
      }
      try {
        value = read(JSON.parse(result.value.value));
      } catch {
        value = initial;
      }
    },
  };
}

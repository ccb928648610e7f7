import { untrack } from 'svelte';
import type { AppError } from '../../shared/result.ts';
import { call } from '../bridge.ts';
import type { Input, Meant } from '../bridge.ts';
import { text } from '../text/en.ts';
import { notices } from './notices.svelte.ts';
import { whose } from './whose.svelte.ts';

/** A value that the core remembers per account: panes, columns, drafts. */
export interface Remembered<T> {
  /** That of the account that is open; the first one until it was loaded. */
  readonly value: T;
  /** Whether the core has answered for this account, so that a default may be told from a choice. */
  readonly loaded: boolean;
  set(value: T): void;
  /**
   * Changes a part of it, at once here, and then in what is kept by now: another window may have changed
   * another part of it since. `make` may be asked twice.
   */
  change(make: (value: T) => T): void;
  /** Goes back to the first value, and nothing is kept of it any more. */
  forget(): void;
  /** Resolves once the core has taken what was set last, or has refused to. */
  saved(): Promise<unknown>;
  load(): Promise<void>;
  /** What is kept now, by whichever window; null where that can't be told. The value stays. */
  look(): Promise<T | null>;
  /** Takes a value over that is kept already, or will be with the next choice. */
  adopt(value: T): void;
}

/**
 * Whoever goes on with what could not be kept should know that it would not outlive this session. What is
 * refused because another account is in use by now is no loss.
 */
function tellUnkept({ code, message: why }: AppError): void {
  if (!/^(?:disk|db|ipc)\./.test(code)) return;
  const message = `${text.dialog.unkept} ${why}`;
  notices.tell({ level: 'warning', code: 'desk.unkept', message });
}

/** What was stored, the first value where nothing was; null where it can't be read. */
function valueIn<T>(json: string | null, initial: T, read: (stored: unknown) => T): T | null {
  try {
    return json === null ? initial : read(JSON.parse(json));
  } catch {
    return null;
  }
}

async function store(what: Input<'desk.remember'> & Meant): Promise<void> {
  const stored = await call('desk.remember', what);
  if (!stored.ok) tellUnkept(stored.error);
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
  /** The account that the value belongs to. */
  let owner = $state(untrack(() => whose.id));
  /** Counts what the person chose, to tell whether it happened while an answer was on its way. */
  let choices = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  /** Changes that wait for what is kept by now: nothing is written past them. */
  let merging = 0;

  /** The account as it is asked for; before any is open the core has one at most. */
  const asked = (): { account?: string } => (owner === null ? {} : { account: owner });
  const isMine = (of: { account?: string }): boolean => of.account === untrack(asked).account;
  /** What is kept of another account is forgotten. */
  function own(): void {
    if (owner === whose.id) return;
    owner = whose.id;
    value = initial;
    loaded = false;
  }

  function keep(next: T, json: string | null): void {
    untrack(own);
    value = next;
    choices += 1;
    const what = { key, value: json, ...untrack(asked) };
    keeping = merging === 0 ? store(what) : keeping.then(() => store(what));
  }
  async function look(): Promise<T | null> {
    const mine = untrack(asked);
    const result = await call('desk.recall', { key, ...mine });
    return result.ok && isMine(mine) ? valueIn(result.value.value, initial, read) : null;
  }
  function change(make: (value: T) => T): void {
    untrack(own);
    value = make(value);
    choices += 1;
    const [mine, choice, before, changed] = [untrack(asked), choices, keeping, value];
    const merge = async (): Promise<void> => {
      // What was chosen here before is on its way to where this looks.
      await before;
      const found = isMine(mine) ? await look() : null;
      const next = found === null ? changed : make(found);
      // What was chosen here since counts for more, and is kept after this.
      if (choice === choices && isMine(mine)) value = next;
      await store({ key, value: JSON.stringify(next), ...mine });
      merging -= 1;
    };
    merging += 1;
    keeping = merge();
  }

  return {
    get value() {
      return owner === whose.id ? value : initial;
    },
    get loaded() {
      return loaded && owner === whose.id;
    },
    set: (next) => keep(next, JSON.stringify(next)),
    change,
    forget: () => keep(initial, null),
    saved: () => keeping,
    look,
    adopt(next) {
      untrack(own);
      value = next;
    },
    async load() {
      untrack(own);
      const before = choices;
      const mine = owner;
      const result = await call('desk.recall', { key, ...untrack(asked) });
      // Somebody else is at the desk by now, and was asked for with them.
      if (mine !== whose.id) return;
      loaded = true;
      // What the person did while the answer was on its way counts for more.
      if (choices !== before || !result.ok) return;
      value = valueIn(result.value.value, initial, read) ?? initial;
    },
  };
}

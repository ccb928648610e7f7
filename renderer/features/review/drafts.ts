import { plainKey } from '../../state/plainKey.ts';
import { remembered } from '../../state/remembered.svelte.ts';
import { whose } from '../../state/whose.svelte.ts';

type What = 'note' | 'reasons' | 'tag';

/** What was typed of an answer and not given yet; the account remembers it until it is. */
export interface Draft {
  readonly text: string;
  /** Resolves once it is known what was left from before. */
  readonly ready: Promise<void>;
  readonly type: (text: string) => void;
}

interface OpenDraft extends Draft {
  /** Looks for what was left, also by another window, once what was typed here is on the disk. */
  readonly look: () => void;
}

/** Those of answers that were open: what the disk has no room for waits here at least. */
const open = new Map<string, OpenDraft>();

/** Keys of very long ids may be alike, so a draft says whose it is. */
type Typed = readonly [answerId: string, text: string];

function draftOf(what: What, answerId: string): OpenDraft {
  const nothing: Typed = [answerId, ''];
  const store = remembered(`draft.${what}.of.${plainKey(answerId)}`, nothing, (stored): Typed => {
    const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
    const text = list[0] === answerId ? list[1] : null;
    return typeof text === 'string' ? [answerId, text] : nothing;
  });
  let ready = Promise.resolve();
  return {
    get text() {
      return store.value[1];
    },
    get ready() {
      return ready;
    },
    look() {
      ready = store.saved().then(() => (store.value[1] === '' ? store.load() : undefined));
    },
    type(text) {
      if (text === store.value[1]) return;
      if (text === '') store.forget();
      else store.set([answerId, text]);
    },
  };
}

export function draft(what: What, answerId: string): Draft {
  const key = JSON.stringify([whose.id, what, answerId]);
  const one = open.get(key) ?? draftOf(what, answerId);
  open.set(key, one);
  if (one.text === '') one.look();
  return one;
}

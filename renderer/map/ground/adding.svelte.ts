import type { AppError } from '../../bridge.ts';
import { ground } from '../../state/ground.svelte.ts';
import type { GroundMap } from '../../state/ground.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { text } from '../../text/en.ts';

/** Adding a map file, wherever it is dropped or chosen. */
export class AddFile {
  /** How much of it was copied, 0 to 1; null while none is being copied. */
  share = $state<number | null>(null);
  /** Why the last one was not added. */
  error = $state.raw<AppError | null>(null);
  #stopped = false;

  async add(file: File): Promise<GroundMap | null> {
    if (this.share !== null) return null;
    this.error = null;
    this.#stopped = false;
    const added = await ground.add(file, (share) => {
      this.share = share;
      return !this.#stopped;
    });
    this.share = null;
    if (!added.ok) {
      this.error = added.error;
      return null;
    }
    if (added.value !== null) {
      const { id, name } = added.value;
      const run = (): void => void ground.remove(id);
      toasts.say(text.ground.added(name), { label: text.act.undo, run });
    }
    return added.value;
  }

  stop(): void {
    this.#stopped = true;
  }
}

/** One at a time, for all maps and the settings. */
export const addMap = new AddFile();

import { call } from '../../bridge.ts';
import type { AppError, Output, Result } from '../../bridge.ts';
import { giveParts } from '../../state/fileParts.ts';
import { notices } from '../../state/notices.svelte.ts';

/** A file that the system handed over: its copy and what it holds, or why it can't be opened. */
export type Handed = Result<NonNullable<Output<'packs.openHanded'>['file']>>;

/** Looks into the file that the system handed over; null where none waits, or nobody is signed in yet. */
export async function lookIntoHanded(): Promise<Handed | null> {
  const handed = await call('packs.openHanded', {});
  if (!handed.ok) return handed.error.code === 'account.none' ? null : handed;
  const { file } = handed.value;
  return file === null ? null : { ok: true, value: file };
}

/** A file that is shown no longer could not be taken. */
async function notTaken(copy: string, error: AppError): Promise<void> {
  notices.tellFailed(error);
  await call('packs.dropFile', { copy });
}

/** The file of a pack that a person brings: first what it holds, then it is taken or left. */
export class PackFile {
  /** What it holds; null before one was looked through. */
  content = $state.raw<Output<'packs.examineFile'> | null>(null);
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
  /** How much of it was copied, 0 to 1, while it is looked into. */
  share = $state(0);
  #copy: string | null = null;
  #choice = 0;

  async choose(file: File | undefined): Promise<void> {
    const choice = (this.#choice += 1);
    await this.leave();
    if (choice !== this.#choice) return;
    this.error = null;
    if (file === undefined) return;
    this.busy = true;
    const examined = await this.#look(file, (share) => {
      this.share = share;
      return choice === this.#choice;
    });
    if (choice !== this.#choice) return;
    this.busy = false;
    if (examined === null) return;
    if (examined.ok) this.content = examined.value;
    else this.error = examined.error;
  }

  /** Shows what the system handed over. */
  async hold(handed: Handed): Promise<void> {
    this.#choice += 1;
    await this.leave();
    this.error = handed.ok ? null : handed.error;
    if (handed.ok) [this.#copy, this.content] = [handed.value.copy, handed.value.content];
  }

  /** Takes what was looked through; whether all of it was taken. Another file may be shown meanwhile. */
  async take(): Promise<boolean> {
    const { content } = this;
    const copy = this.#copy;
    if (copy === null || content === null || this.busy) return false;
    this.busy = true;
    // It is on its way onto the list: whatever is shown next does not let go of it.
    this.#copy = null;
    const taken = await call('packs.takeFile', { copy });
    const isShown = this.content === content;
    if (isShown) this.busy = false;
    if (taken.ok) {
      if (isShown) this.content = null;
      return true;
    }
    if (isShown) [this.#copy, this.error] = [copy, taken.error];
    else await notTaken(copy, taken.error);
    return false;
  }

  /** Ends the looking into a file; nothing of it stays. */
  stop(): Promise<void> {
    this.#choice += 1;
    return this.leave();
  }

  /** Lets go of the file. */
  async leave(): Promise<void> {
    const copy = this.#copy;
    [this.#copy, this.content, this.busy] = [null, null, false];
    if (copy !== null) await call('packs.dropFile', { copy });
  }

  async #look(file: File, goesOn: (share: number) => boolean) {
    const begun = await call('packs.beginFile', {
      name: file.name.slice(0, 300),
      sizeBytes: Math.max(1, file.size),
    });
    if (!begun.ok) return begun;
    const { copy } = begun.value;
    const given = await giveParts(file, (bytes) => call('packs.filePart', { copy, bytes }), goesOn);
    if (given?.ok !== true || !goesOn(1)) {
      await call('packs.dropFile', { copy });
      return given?.ok === false ? given : null;
    }
    const content = await call('packs.examineFile', { copy });
    if (content.ok && goesOn(1)) this.#copy = copy;
    else if (content.ok) await call('packs.dropFile', { copy });
    return content;
  }
}

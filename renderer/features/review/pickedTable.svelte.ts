import type { AppError } from '../../bridge.ts';
import { bytesOf } from '../../state/fileBytes.ts';

/** As much as the core takes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The file with a column of ids that a person picks. */
export class PickedTable {
  #file = $state.raw<{ name: string; bytes: Uint8Array<ArrayBuffer> } | null>(null);
  #tooLarge = $state(false);
  #error = $state.raw<AppError | null>(null);
  #choice = 0;
  /** Which sheet of it, and which column; the likeliest where none was chosen. */
  sheet = $state(0);
  column = $state<number | null>(null);

  /** Null before one is chosen and read. */
  get file(): { name: string; bytes: Uint8Array<ArrayBuffer> } | null {
    return this.#file;
  }
  get tooLarge(): boolean {
    return this.#tooLarge;
  }
  /** Why it could not be read. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Another choice in between replaces this one, however long it takes to read. */
  async choose(picked: File | undefined): Promise<void> {
    const choice = (this.#choice += 1);
    [this.#file, this.#error, this.sheet, this.column] = [null, null, 0, null];
    this.#tooLarge = picked !== undefined && picked.size > MOST_BYTES;
    if (picked === undefined || this.#tooLarge) return;
    const read = await bytesOf(picked);
    if (choice !== this.#choice) return;
    if (read.ok) this.#file = { name: picked.name, bytes: read.value };
    else this.#error = read.error;
  }
}

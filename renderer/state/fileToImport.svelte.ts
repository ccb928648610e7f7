import type { AppError, Result } from '../../shared/result.ts';
import { bytesOf } from './fileBytes.ts';

/** As much as the core takes. */
const MOST_BYTES = 16 * 1024 * 1024;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A file that a person picked to bring in: first the core says what it holds (`content`), then it is
 * brought in. Another choice in between replaces what was told of the first.
 */
export class FileToImport<Content> {
  #name = $state<string | null>(null);
  #bytes = $state.raw<Bytes | null>(null);
  #content = $state.raw<Content | null>(null);
  #error = $state.raw<AppError | null>(null);
  #tooLarge = $state(false);
  #busy = $state(false);
  #choice = 0;
  readonly #examine: (file: Bytes) => Promise<Result<Content>>;

  constructor(examine: (file: Bytes) => Promise<Result<Content>>) {
    this.#examine = examine;
  }

  /** How the file that was picked is called; null before one is. */
  get name(): string | null {
    return this.#name;
  }
  /** What the file holds; null before one is chosen and read. */
  get content(): Content | null {
    return this.#content;
  }
  /** Why it could not be read or brought in. */
  get error(): AppError | null {
    return this.#error;
  }
  get tooLarge(): boolean {
    return this.#tooLarge;
  }
  get busy(): boolean {
    return this.#busy;
  }

  async choose(picked: File | undefined): Promise<void> {
    const choice = (this.#choice += 1);
    [this.#bytes, this.#content, this.#error] = [null, null, null];
    this.#name = picked?.name ?? null;
    this.#tooLarge = picked !== undefined && picked.size > MOST_BYTES;
    this.#busy = false;
    if (picked === undefined || this.#tooLarge) return;
    this.#busy = true;
    const read = await bytesOf(picked);
    const result = read.ok ? await this.#examine(read.value) : read;
    if (choice !== this.#choice) return;
    this.#busy = false;
    if (!result.ok) this.#error = result.error;
    else if (read.ok) [this.#bytes, this.#content] = [read.value, result.value];
  }

  /** Brings it in, once at a time; what came of it, null where that failed. */
  async bringIn<Imported>(
    act: (file: Bytes) => Promise<Result<Imported>>,
  ): Promise<Imported | null> {
    if (this.#bytes === null || this.#busy) return null;
    this.#busy = true;
    const result = await act(this.#bytes);
    this.#busy = false;
    if (result.ok) return result.value;
    this.#error = result.error;
    return null;
  }
}

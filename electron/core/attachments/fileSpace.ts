import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Ends the name of a file that is not written to its end. */
export const PART = '.part';

/** After room was made so much is free, as a share of the most: not every file makes room for itself. */
const FREE = 0.1;

interface WholeFile {
  file: string;
  size: number;
  mtimeMs: number;
}

/** What the files of a folder take, and how room is made among them. */
export class FileSpace {
  readonly #folder: string;
  readonly #most: number;
  /** What is here in all; counted once, then kept up with. */
  #bytes: number | null = null;
  /** Room is made above this, which is more than the most where what has to stay takes more. */
  #limit: number;

  /** @param most bytes that they take together */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
    this.#limit = most;
  }

  /** Those that are whole. */
  async whole(): Promise<WholeFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const whole = names.filter((name) => !name.endsWith(PART));
    const files = whole.map(async (name) => {
      const file = path.join(this.#folder, name);
      // One may go while the others are looked at.
      const found = await stat(file).catch(() => null);
      return found === null ? [] : [{ file, size: found.size, mtimeMs: found.mtimeMs }];
    });
    return (await Promise.all(files)).flat();
  }

  /** What they take, bytes. */
  async sum(): Promise<number> {
    if (this.#bytes !== null) return this.#bytes;
    const names = await readdir(this.#folder).catch(() => []);
    // What a crash left half written is nobody's.
    for (const name of names.filter((each) => each.endsWith(PART))) {
      await rm(path.join(this.#folder, name), { force: true });
    }
    return (this.#bytes = (await this.whole()).reduce((sum, { size }) => sum + size, 0));
  }

  /** They take so much by now; null where they are to be counted anew. */
  took(bytes: number | null): void {
    this.#bytes = bytes;
  }

  /**
   * Where they take too much, those that were read longest ago go, but for those that have to stay: these may
   * take more than the most. None goes where it is not known which have to.
   */
  async makeRoom(stays: () => Promise<ReadonlySet<string> | null>): Promise<void> {
    let bytes = await this.sum();
    if (bytes <= this.#limit) return;
    const held = await stays();
    if (held === null) return;
    const oldest = (await this.whole()).sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { file, size } of oldest.filter((one) => !held.has(one.file))) {
      if (bytes <= this.#most * (1 - FREE)) break;
      await rm(file, { force: true });
      bytes -= size;
    }
    this.#bytes = bytes;
    this.#limit = Math.max(this.#most, bytes + this.#most * FREE);
  }
}

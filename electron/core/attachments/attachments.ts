import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fileLinksElsewhere, fileLinksIn } from '../../../shared/rules/answerFiles.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AccountBase } from '../account.ts';
import { failedBy } from '../db/failure.ts';
import { createInTurn } from '../inTurn.ts';
import { NO_ACCOUNT_OPEN } from '../refusals.ts';
import { sameOrigin } from '../api/url.ts';
import type { Elsewhere } from './elsewhere.ts';
import { FileSpace, PART } from './fileSpace.ts';
import { searchWithoutSignature } from '../../../shared/rules/fileAddress.ts';
import { lookedAt, mediaTypeOf } from './lookedAt.ts';
import type { Looks } from './lookedAt.ts';

/**
 * Pictures, recordings and documents that answers and records name, in a folder of the account. Those at the same service are
 * asked for with the session, those elsewhere without anything of it, and both by a person's wish
 * alone: elsewhere by one for that server.
 */

/** Together they take no more than this, but for what packs hold; those that were read longest ago go first. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Files of one answer that are asked for. */
export const MOST_OF_ANSWER = 60;
/**
 * Pictures of one answer that are shown and drawn may together take so much: they go about as one text, which
 * can't be longer than 512 MB. The others are files to save, as they are.
 */
const MOST_DRAWN_BYTES = 128 * 1024 * 1024;

export interface AttachedFile extends Looks {
  url: string;
  bytes: Uint8Array;
  /** ms since 1970. */
  readAt: number;
}

/** A file that could not be had. */
export interface FailedFile {
  url: string;
  error: AppError;
}

export interface Attachments {
  /** From now on files of the addresses that `held` gives make no room for others, as those of packs. */
  hold(held: () => Promise<readonly string[]>): void;
  /** Addresses in an answer that name files of its service. */
  linksOf(answerJson: string): string[];
  /** Addresses in an answer that name files of other servers. */
  elsewhereOf(answerJson: string): string[];
  /** A file that is here; null where it is not. */
  here(url: string): Promise<AttachedFile | null>;
  /**
   * Pictures of an answer that are here, as data addresses by their own, wherever they came from; up to 128 MB
   * of them.
   */
  picturesOf(answerJson: string): Promise<Record<string, string>>;
  /**
   * Asks the service for those files of an answer that are not here, or for all of them again; `only`
   * for some of them.
   */
  fetch(
    answerJson: string,
    wish: { again: boolean; signal?: AbortSignal; only?: readonly string[] },
  ): Promise<{ had: number; failed: FailedFile[] }>;
  /**
   * Asks one other server for those files of an answer at it that are not here: only after a person was
   * asked about that server.
   *
   * @param host with its port, where it has one of its own
   * @param only those that are asked for; all where it is left out
   */
  fetchElsewhere(
    answerJson: string,
    host: string,
    only?: readonly string[],
  ): Promise<{ had: number; failed: FailedFile[] }>;
  /**
   * Keeps a file that was read some time ago, unless a younger one is here.
   *
   * @param path that of its address at the service; of one at another server the whole address
   */
  keepOld(path: string, bytes: Uint8Array, readAt: number): Promise<Result<unknown>>;
  /** All that is here. */
  stored(): Promise<StoredFiles>;
  /** How much of it belongs to these addresses. */
  among(urls: readonly string[]): Promise<{ count: number; bytes: number }>;
  /**
   * Lets go of files but those of these addresses, of so many at most; `left` are those that may still
   * go. Errors: those of the disk.
   */
  clear(keep: readonly string[], most: number): Promise<Result<{ bytes: number; left: number }>>;
  /** Nothing is kept from here on: the folder may be on its way out. */
  close(): Promise<void>;
}

export interface StoredFiles {
  count: number;
  bytes: number;
  /** ms since 1970; null where there is none. */
  oldestAt: number | null;
}

const NO_FILE = fail({
  kind: 'missing',
  code: 'answers.noFile',
  message:
    'What lies there is neither a picture, a recording nor a PDF, or it is damaged. Drawings (SVG) are not kept.',
  safe: 'Nothing of it was kept.',
  next: 'none',
});
const TOO_MANY = fail({
  kind: 'invalid',
  code: 'answers.tooManyFiles',
  message: `Of one answer at most ${MOST_OF_ANSWER} files are fetched.`,
  safe: 'The others are here.',
  next: 'none',
});

/** Those of them that are asked for: what an answer does not name is not. */
function among(links: readonly string[], only: readonly string[] | undefined): readonly string[] {
  return only === undefined ? links : links.filter((url) => only.includes(url));
}

function dataAddress(file: AttachedFile): string {
  return `data:${mediaTypeOf(file)};base64,${Buffer.from(file.bytes).toString('base64')}`;
}

class FolderAttachments implements Attachments {
  readonly #context: Pick<AccountBase, 'api' | 'connection' | 'ports'>;
  readonly #folder: string;
  readonly #elsewhere: Elsewhere;
  /** Files that are being asked for: two answers may name one. */
  readonly #underWay = new Map<string, Promise<Result<unknown>>>();
  readonly #space: FileSpace;
  #held: () => Promise<readonly string[]> = () => Promise.resolve([]);
  readonly #writes = createInTurn();
  readonly #closed = new AbortController();

  constructor(
    context: Pick<AccountBase, 'api' | 'connection' | 'ports'>,
    folder: string,
    elsewhere: Elsewhere,
    most: number,
  ) {
    this.#context = context;
    this.#folder = path.join(folder, 'attachments');
    this.#space = new FileSpace(this.#folder, most);
    this.#elsewhere = elsewhere;
  }

  hold(held: () => Promise<readonly string[]>): void {
    this.#held = held;
  }

  /** Files that make no room for this one; null where that can't be told now. */
  async #staying(file: string): Promise<ReadonlySet<string> | null> {
    const held = await this.#held().catch(() => null);
    return held && new Set([file, ...held.flatMap((url) => this.#placesOf(url))]);
  }

  linksOf(answerJson: string): string[] {
    return fileLinksIn(answerJson, this.#context.connection.current().address);
  }

  elsewhereOf(answerJson: string): string[] {
    return fileLinksElsewhere(answerJson, this.#context.connection.current().address);
  }

  async here(url: string): Promise<AttachedFile | null> {
    for (const file of this.#placesOf(url)) {
      const found = await this.#read(url, file);
      if (found !== null) return found;
    }
    return null;
  }

  async #read(url: string, file: string): Promise<AttachedFile | null> {
    try {
      const [bytes, { mtimeMs }] = [await readFile(file), await stat(file)];
      const found = lookedAt(bytes);
      return found === null
        ? null
        : { ...found, url, bytes: Uint8Array.from(bytes), readAt: Math.round(mtimeMs) };
    } catch {
      return null;
    }
  }

  async picturesOf(answerJson: string): Promise<Record<string, string>> {
    const found: [string, string][] = [];
    const own = this.linksOf(answerJson).slice(0, MOST_OF_ANSWER);
    const others = this.elsewhereOf(answerJson).slice(0, MOST_OF_ANSWER);
    let left = MOST_DRAWN_BYTES;
    for (const url of [...own, ...others]) {
      const file = await this.here(url);
      if (file?.is !== 'picture' || file.bytes.byteLength > left) continue;
      left -= file.bytes.byteLength;
      found.push([url, dataAddress(file)]);
    }
    return Object.fromEntries(found);
  }

  fetch(
    answerJson: string,
    { again, signal, only }: { again: boolean; signal?: AbortSignal; only?: readonly string[] },
  ): Promise<{ had: number; failed: FailedFile[] }> {
    return this.#fetchAll(among(this.linksOf(answerJson), only), again, signal, (url) =>
      this.#context.api.file(url, signal === undefined ? {} : { signal }),
    );
  }

  fetchElsewhere(
    answerJson: string,
    host: string,
    only?: readonly string[],
  ): Promise<{ had: number; failed: FailedFile[] }> {
    const all = this.elsewhereOf(answerJson).filter((url) => new URL(url).host === host);
    const links = among(all, only);
    const { signal } = this.#closed;
    return this.#fetchAll(links, false, signal, (url) => this.#elsewhere(url, signal));
  }

  async #fetchAll(
    links: readonly string[],
    again: boolean,
    signal: AbortSignal | undefined,
    ask: (url: string) => Promise<Result<Uint8Array>>,
  ): Promise<{ had: number; failed: FailedFile[] }> {
    const failed: FailedFile[] = links
      .slice(MOST_OF_ANSWER)
      .map((url) => ({ url, error: TOO_MANY.error }));
    let had = 0;
    for (const url of links.slice(0, MOST_OF_ANSWER)) {
      if (signal?.aborted === true) break;
      if (!again && (await this.here(url)) !== null) {
        had += 1;
        continue;
      }
      const saved = await this.#once(url, ask);
      if (saved.ok) had += 1;
      else failed.push({ url, error: saved.error });
    }
    return { had, failed };
  }

  async keepOld(at: string, bytes: Uint8Array, readAt: number): Promise<Result<unknown>> {
    // Any service's name does: the file is known by what follows it.
    const [file] = at.startsWith('/')
      ? this.#placesAt(new URL(`https://service.invalid${at}`), true)
      : this.#placesOf(at);
    const known = await this.#read(at, file);
    const now = this.#context.ports.clock.now();
    if (known !== null && (readAt > now || known.readAt >= readAt)) return ok(null);
    return this.#keep(file, bytes, Math.min(readAt, now));
  }

  async stored(): Promise<StoredFiles> {
    const files = await this.#space.whole();
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const oldest = files.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Infinity);
    const oldestAt = files.length === 0 ? null : Math.round(oldest);
    return { count: files.length, bytes, oldestAt };
  }

  async among(urls: readonly string[]): Promise<{ count: number; bytes: number }> {
    const wanted = new Set(urls.flatMap((url) => this.#placesOf(url)));
    const files = (await this.#space.whole()).filter(({ file }) => wanted.has(file));
    return { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  }

  async clear(
    keep: readonly string[],
    most: number,
  ): Promise<Result<{ bytes: number; left: number }>> {
    const held = new Set(keep.flatMap((url) => this.#placesOf(url)));
    const loose = (await this.#space.whole()).filter(({ file }) => !held.has(file));
    let bytes = 0;
    try {
      for (const { file, size } of loose.slice(0, most)) {
        await rm(file, { force: true });
        bytes += size;
      }
    } catch (error) {
      return failedBy(error);
    } finally {
      // Counted anew by whoever needs it next.
      this.#space.took(null);
    }
    return ok({ bytes, left: Math.max(0, loose.length - most) });
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#writes.ended();
  }

  #once(url: string, ask: (url: string) => Promise<Result<Uint8Array>>): Promise<Result<unknown>> {
    const known = this.#underWay.get(url);
    if (known !== undefined) return known;
    const asking = this.#ask(url, ask).finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, asking);
    return asking;
  }

  async #ask(
    url: string,
    ask: (url: string) => Promise<Result<Uint8Array>>,
  ): Promise<Result<unknown>> {
    const readAt = this.#context.ports.clock.now();
    const read = await ask(url);
    return read.ok ? this.#keep(this.#placesOf(url)[0], read.value, readAt) : read;
  }

  /** Where a file lies, and where an earlier version kept it: by its signed address. */
  #placesOf(url: string): readonly [string, string] {
    const { address } = this.#context.connection.current();
    const at = new URL(url);
    return this.#placesAt(at, !URL.canParse(address) || sameOrigin(at, new URL(address)));
  }

  /**
   * The service's own address may change: a file of it is known by what follows that. One of another
   * server is known by its whole address, so that none can stand for a file of the service. Neither by
   * what signs it.
   */
  #placesAt(at: URL, isOwn: boolean): readonly [string, string] {
    const plain = `${at.pathname}${searchWithoutSignature(at)}`;
    return isOwn
      ? [this.#placeOfKey(plain), this.#placeOfKey(`${at.pathname}${at.search}`)]
      : [this.#placeOfKey(`${at.origin}${plain}${at.hash}`), this.#placeOfKey(at.href)];
  }

  #placeOfKey(key: string): string {
    return path.join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }

  /** One after the other: each counts what is here, and removes what none is writing. */
  #keep(file: string, bytes: Uint8Array, readAt: number): Promise<Result<unknown>> {
    return this.#writes.run(() => this.#write(file, bytes, readAt));
  }

  async #write(file: string, bytes: Uint8Array, readAt: number): Promise<Result<unknown>> {
    if (lookedAt(bytes) === null) return NO_FILE;
    if (this.#closed.signal.aborted) return NO_ACCOUNT_OPEN;
    const part = `${file}.${this.#context.ports.random.uuid()}${PART}`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const before = await this.#space.sum();
      const known = await stat(file).catch(() => null);
      const handle = await open(part, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await utimes(part, readAt / 1000, readAt / 1000);
      await rename(part, file);
      this.#space.took(before - (known?.size ?? 0) + bytes.byteLength);
      await this.#space.makeRoom(() => this.#staying(file));
      return ok(null);
    } catch (error) {
      await rm(part, { force: true });
      return failedBy(error);
    }
  }
}

/**
 * @param folder of the account
 * @param elsewhere the way to other servers
 * @param most bytes that they take together
 */
export function createAttachments(
  context: Pick<AccountBase, 'api' | 'connection' | 'ports'>,
  folder: string,
  elsewhere: Elsewhere,
  most = MOST_BYTES,
): Attachments {
  return new FolderAttachments(context, folder, elsewhere, most);
}

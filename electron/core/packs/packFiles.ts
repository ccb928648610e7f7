import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { HandedPack, PackFileContent } from '../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { isZip } from '../../../shared/rules/zipFile.ts';
import type { AccountContext } from '../accountContext.ts';
import { createCopies, type Copies } from '../copies.ts';
import { failedBy } from '../db/failure.ts';
import { safeFileName } from '../fileName.ts';
import { dayIn, zoneOf } from '../timeZone.ts';
import { examinePack } from './file/check.ts';
import { PACK_ENDING, REFUSED } from './file/format.ts';
import { copyFrom } from './file/handed.ts';
import { openPack } from './file/read.ts';
import { takePack, type TakenMap } from './file/take.ts';
import { packFile } from './file/write.ts';
import type { SavedPack } from './packList.ts';

/** Packs as files: made, looked through, taken. */

export type PackFilesContext = Pick<
  AccountContext,
  'store' | 'ports' | 'identity' | 'ground' | 'emit' | 'collector' | 'attachments'
>;

const CANCELLED = { outcome: 'cancelled', href: null, fileName: '' } as const;
/** How often it is told how far a file is. */
const TELLS_MS = 500;

/** A pack that comes out of a file, as it goes onto the list. */
export type ComingPack = Pick<SavedPack, 'wish'> & { file: NonNullable<SavedPack['file']> };

export class PackFiles {
  readonly copies: Copies;
  readonly #context: PackFilesContext;
  readonly #folder: string;
  /** Copies that were looked through, and what they hold. */
  readonly #examined = new Map<string, PackFileContent>();
  readonly #takings = new Map<string, { stopped: boolean; done: Promise<unknown> }>();
  readonly #problems = new Map<string, AppError>();
  /** Files that are being made: how many readings are in them. */
  readonly #savings = new Map<string, { done: number; stopped: boolean; emittedAt: number }>();

  /** @param folder of the account */
  constructor(context: PackFilesContext, folder: string) {
    this.#context = context;
    this.#folder = path.join(folder, 'packs');
    this.copies = createCopies(this.#folder, context.ports.random, {
      ...{ ending: PACK_ENDING, fallback: 'Field pack' },
      check: (first) => (isZip(first) ? ok(null) : REFUSED.notPack),
      gone: fail({
        kind: 'missing',
        code: 'packs.noCopy',
        message: 'This file was given up before. Choose it again.',
        safe: 'Nothing was changed.',
      }),
      busy: fail({
        kind: 'local',
        code: 'packs.busy',
        message: 'Other files of packs are still being opened.',
        next: 'retry',
      }),
      more: REFUSED.damaged,
      truncated: REFUSED.notPack,
    });
  }

  /** Lets go of what a crash left, but for what is still to be taken. */
  clean(packs: readonly SavedPack[]): Promise<void> {
    const needed = new Set(packs.map(({ file }) => file?.copy ?? null));
    return this.copies.clean((copy) => needed.has(copy));
  }

  /** Errors: those of `packFile` and of saving; one that is stopped was cancelled. */
  async save(pack: SavedPack): Promise<Result<Output<'packs.saveFile'>>> {
    const { ports } = this.#context;
    const saving = { done: 0, stopped: false, emittedAt: ports.clock.now() };
    this.#savings.set(pack.id, saving);
    const goesOn = (): boolean => {
      saving.done += 1;
      const now = ports.clock.now();
      if (now - saving.emittedAt >= TELLS_MS) {
        saving.emittedAt = now;
        this.#tell();
      }
      return !saving.stopped;
    };
    const made = await packFile(this.#context, pack, this.#folder, goesOn).finally(() => {
      if (this.#savings.get(pack.id) === saving) this.#savings.delete(pack.id);
      this.#tell();
    });
    if (saving.stopped) return ok({ saved: CANCELLED, left: 0 });
    if (!made.ok) return made;
    const at = dayIn(ports.clock.now(), zoneOf(undefined));
    const name = safeFileName([pack.wish.name, at], PACK_ENDING, 'Field pack');
    const saved = await ports.files.save(name, 'application/zip', made.value.bytes);
    return saved.ok ? ok({ saved: saved.value, left: made.value.left }) : saved;
  }

  /** How many readings are in the file that is made of a pack; null while none is. */
  savingOf(id: string): number | null {
    return this.#savings.get(id)?.done ?? null;
  }

  stopSaving(id: string): Result<Record<string, never>> {
    const saving = this.#savings.get(id);
    if (saving !== undefined) saving.stopped = true;
    return ok({});
  }

  #tell(): void {
    this.#context.emit({ name: 'packs', payload: {} });
  }

  /** Looks through a copy that is whole. What is refused is given up. */
  async examine(copy: string): Promise<Result<PackFileContent>> {
    const ended = await this.copies.end(copy);
    if (!ended.ok) return ended;
    const { file } = ended.value;
    const content = await stat(file).then(
      ({ size }) => examinePack(this.#context.identity, file, size),
      failedBy,
    );
    if (content.ok) this.#examined.set(copy, content.value);
    else await rm(file, { force: true });
    return content;
  }

  /** Copies a file that the system handed over, and looks through it. */
  async openHanded(file: string): Promise<Result<HandedPack>> {
    const copied = await copyFrom(this.copies, file);
    if (!copied.ok) return copied;
    const content = await this.examine(copied.value);
    return content.ok ? ok({ copy: copied.value, content: content.value }) : content;
  }

  async drop(copy: string): Promise<Result<Record<string, never>>> {
    if (this.#examined.delete(copy)) await rm(this.copies.place(copy), { force: true });
    return this.copies.drop(copy);
  }

  /**
   * Puts what a copy holds onto the list before anything is taken, for one call alone; where it can't,
   * the copy can be taken again. Errors: `packs.noCopy`, those of reading it and of `list`.
   */
  async coming<T>(
    copy: string,
    list: (coming: ComingPack) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const content = this.#examined.get(copy);
    if (content === undefined) return GONE;
    this.#examined.delete(copy);
    let isListed = false;
    try {
      const coming = await this.#read(copy, content);
      const listed = coming.ok ? await list(coming.value) : coming;
      isListed = listed.ok;
      return listed;
    } finally {
      if (!isListed) this.#examined.set(copy, content);
    }
  }

  async #read(copy: string, content: PackFileContent): Promise<Result<ComingPack>> {
    const opened = await openPack(this.copies.place(copy));
    if (!opened.ok) return opened;
    await opened.value.close();
    const records = Object.fromEntries(content.parts.map(({ is, count }) => [is, count]));
    const { wish, exportedAt } = opened.value.about;
    // Whatever a file wishes: its map comes with it, and nothing is fetched for it.
    return ok({
      wish: { ...wish, regions: [] },
      file: { madeAt: exportedAt, copy, records, maps: [] },
    });
  }

  /** Why the last try to take a pack ended; null where it did not fail. */
  problemOf(id: string): AppError | null {
    return this.#problems.get(id) ?? null;
  }

  isTaking(id: string): boolean {
    return this.#takings.has(id);
  }

  /**
   * Takes what is in the file of a pack, once at a time.
   *
   * @param taken called with its maps once all of it was
   */
  take(
    { id }: Pick<SavedPack, 'id'>,
    copy: string,
    taken: (maps: TakenMap[]) => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> {
    const taking = { stopped: false, done: Promise.resolve<unknown>(null) };
    this.#takings.set(id, taking);
    this.#problems.delete(id);
    const run = async (): Promise<Result<unknown>> => {
      const place = {
        ...{ copy, file: this.copies.place(copy) },
        between: path.join(this.#folder, `${copy}.map.part`),
      };
      const done = await takePack(this.#context, place, () => !taking.stopped);
      this.#context.collector.changed();
      if (taking.stopped) return ok(null);
      if (!done.ok) {
        this.#problems.set(id, done.error);
        return done;
      }
      const finished = await taken(done.value.maps);
      if (finished.ok) await rm(place.file, { force: true });
      return finished;
    };
    const done = run()
      .catch((error: unknown) => {
        // A database that is closing, or a mistake of ours: it is gone on with at the next start.
        const { log } = this.#context.ports;
        log.write('error', 'packs.take', { error: error instanceof Error ? error.name : '' });
        return ok(null);
      })
      .finally(() => {
        if (this.#takings.get(id) === taking) this.#takings.delete(id);
      });
    taking.done = done;
    return done;
  }

  /** Stops taking a pack; what was taken stays. */
  async stop(id: string): Promise<void> {
    const taking = this.#takings.get(id);
    if (taking === undefined) return;
    taking.stopped = true;
    await taking.done;
  }

  /** Lets go of the file of a pack that is on the list no longer. */
  async forget({ id, file }: SavedPack): Promise<void> {
    this.#problems.delete(id);
    const copy = file?.copy ?? null;
    if (copy !== null) await rm(this.copies.place(copy), { force: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#takings.keys()].map((id) => this.stop(id)));
    for (const copy of this.#examined.keys()) await rm(this.copies.place(copy), { force: true });
    await this.copies.close();
  }
}

const GONE: Result<never> = fail({
  kind: 'missing',
  code: 'packs.noCopy',
  message: 'This file was not looked through yet.',
  safe: 'Nothing was changed.',
});

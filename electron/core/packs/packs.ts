import type { Output } from '../../../shared/ipc/contract.ts';
import type {
  HandedPack,
  Pack,
  PackFileContent,
  PackPart,
  PackWish,
} from '../../../shared/ipc/packs.ts';
import type { Result } from '../../../shared/result.ts';
import type { Copies } from '../copies.ts';

/** What packs are to have, beside records, answers and regions. */
export interface Held {
  /** Keys of documents. */
  documents: string[];
  /** Answers whose PDFs of the service belong to a pack. */
  pdfs: string[];
  /** Answers whose pictures and documents do. */
  files: string[];
}

/** The field packs of one account: fetched in the background, going on after a restart. */
export interface Packs {
  /** Goes on with what was under way. */
  start(): void;
  list(): Promise<Pack[]>;
  /** What no clean-up may take, because a pack on the list is to have it. */
  holds(): Promise<Held>;
  estimate(wish: PackWish): Promise<{ parts: PackPart[]; bytes: number }>;
  /** Errors: `packs.nothing`, `packs.tooMany`, those of regions and of the disk. */
  make(wish: PackWish): Promise<Result<{ id: string }>>;
  pause(id: string): Promise<Result<Record<string, never>>>;
  resume(id: string): Promise<Result<Record<string, never>>>;
  refresh(id: string): Promise<Result<Record<string, never>>>;
  remove(id: string): Promise<Result<Record<string, never>>>;
  /**
   * Hands the person a file with what is here of a pack. Errors: `packs.unknown`, `packs.nothingHere`,
   * `packs.tooLargeToKeep`, those of saving and of the disk.
   */
  saveFile(id: string): Promise<Result<Output<'packs.saveFile'>>>;
  /** Ends the making of a file, with nothing saved. */
  stopFile(id: string): Promise<Result<Record<string, never>>>;
  /** Files of packs that are copied in, part by part. */
  readonly copies: Pick<Copies, 'begin' | 'add'>;
  /**
   * Looks through a file that was copied. What is refused is given up.
   *
   * Errors: `packs.notPack`, `packs.damaged`, `packs.newer`, `packs.fileTooLarge`,
   * `packs.otherAccount`, `packs.noCopy`, those of the disk.
   */
  examineFile(copy: string): Promise<Result<PackFileContent>>;
  /**
   * Copies a file that the system handed over by its path, and looks through it. Errors:
   * `packs.notRead`, those of `examineFile`.
   */
  openHanded(file: string): Promise<Result<HandedPack>>;
  /** Takes a file that was looked through. Errors: `packs.noCopy`, `packs.tooMany`, those of the disk. */
  takeFile(copy: string): Promise<Result<{ id: string }>>;
  dropFile(copy: string): Promise<Result<Record<string, never>>>;
  close(): Promise<void>;
}

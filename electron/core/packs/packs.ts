import type { Pack, PackPart, PackWish } from '../../../shared/ipc/packs.ts';
import type { Result } from '../../../shared/result.ts';

/** The field packs of one account: fetched in the background, going on after a restart. */
export interface Packs {
  /** Goes on with what was under way. */
  start(): void;
  list(): Promise<Pack[]>;
  estimate(wish: PackWish): Promise<{ parts: PackPart[]; bytes: number }>;
  /** Errors: `packs.nothing`, `packs.tooMany`, those of regions and of the disk. */
  make(wish: PackWish): Promise<Result<{ id: string }>>;
  pause(id: string): Promise<Result<Record<string, never>>>;
  resume(id: string): Promise<Result<Record<string, never>>>;
  refresh(id: string): Promise<Result<Record<string, never>>>;
  remove(id: string): Promise<Result<Record<string, never>>>;
  close(): Promise<void>;
}

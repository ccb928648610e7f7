import type { ExportJob, ExportWish } from '../../../shared/ipc/exports.ts';

/** The exports of one account: made in the background, going on where they were after a restart. */
export interface Exporter {
  /** Goes on with what was under way. */
  start(): Promise<void>;
  list(): ExportJob[];
  begin(ids: readonly string[], wish: ExportWish, parent: string): Promise<ExportJob>;
  failures(id: string): { answerId: string; why: string }[] | null;
  pause(id: string): boolean;
  resume(id: string): boolean;
  cancel(id: string): boolean;
  putAway(id: string): Promise<boolean>;
  /** Stops after what is under way; goes on at the next start. */
  close(): Promise<void>;
}

import type { AnswerSource, DocumentWish, MadeDocument } from './make.ts';

/** What crosses between the main thread and those that typeset. */

export interface ThreadStart {
  /** Paths of fonts for further scripts. */
  fonts: string[];
}

export interface ThreadRequest {
  id: number;
  source: AnswerSource;
  wish: DocumentWish;
  /** GeoJSON of the local workspace's town; null for the world alone. */
  ground: string | null;
}

export type ThreadReply =
  /** Null where the answer is not JSON. */
  { id: number; made: MadeDocument | null } | { id: number; failed: string };

import type { AnswerPicture, AnswerSource, DocumentWish, MadeDocument } from './make.ts';

/** What crosses between the main thread and those that typeset. */

export interface ThreadStart {
  /** Paths of fonts for further scripts. */
  fonts: string[];
}

export interface ThreadRequest {
  id: number;
  job:
    | {
        do: 'make';
        sources: readonly AnswerSource[];
        wish: DocumentWish;
        /** GeoJSON of the local workspace's town; null for the world alone. */
        ground: string | null;
      }
    | { do: 'pictures'; source: AnswerSource };
}

export type ThreadReply =
  /** Null where no answer is JSON. */
  | { id: number; is: 'made'; made: MadeDocument | null }
  | { id: number; is: 'pictures'; pictures: AnswerPicture[] }
  | { id: number; is: 'failed'; why: string };

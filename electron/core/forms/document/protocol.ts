import type { Merged } from '../merge/merge.ts';
import type {
  AnswerPicture,
  AnswerSource,
  DocumentWish,
  Looked,
  MadeDocument,
  MergeWish,
} from './make.ts';

/** What crosses between the main thread and those that typeset. */

export interface ThreadStart {
  /** Paths of fonts for further scripts. */
  fonts: string[];
}

/** Not 0 once what is under way is no longer wished: a thread at work reads no messages. */
export type Stop = Int32Array<SharedArrayBuffer>;

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
    | { do: 'merge'; wish: MergeWish; stop: Stop }
    | { do: 'look'; file: string }
    | { do: 'pictures'; source: AnswerSource };
}

export type ThreadReply =
  /** Null where no answer is JSON. */
  | { id: number; is: 'made'; made: MadeDocument | null }
  /** Null where it was stopped. */
  | { id: number; is: 'merged'; merged: Merged | null }
  | { id: number; is: 'looked'; looked: Looked }
  | { id: number; is: 'pictures'; pictures: AnswerPicture[] }
  /** The file that parts are merged into can't be written. */
  | { id: number; is: 'refused'; code: string }
  | { id: number; is: 'failed'; why: string };

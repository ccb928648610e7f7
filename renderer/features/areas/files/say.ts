import { areaText } from '../../../text/en.ts';
import { MOST_PIECES } from './found.ts';
import type { Reason } from './found.ts';
import type { Refusal } from './read.ts';

/** The words for what a worker found wrong with a file. */

const words = areaText.files;

/** Why a piece of a file can be no area. */
export function sayReason(reason: Reason): string {
  switch (reason.is) {
    case 'offGlobe':
      return words.reason.offGlobe(reason.lat, reason.lng);
    case 'tooManyPoints':
      return words.reason.tooManyPoints(reason.most);
    case 'radius':
      return words.reason.radius(reason.written);
    case 'crossing':
      return areaText.problem.crossing(reason.first, reason.second, reason.corners);
    default:
      return words.reason[reason.is];
  }
}

/** Why a file can't be read; the computer may not give it at all. */
export function sayRefusal(refusal: Refusal | 'unreadable'): string {
  return refusal === 'tooMany' ? words.refused.tooMany(MOST_PIECES) : words.refused[refusal];
}

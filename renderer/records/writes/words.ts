import { formatExact } from '../../state/format.ts';
import { text } from '../../text/en.ts';
import type { ChangeWords } from './changes.ts';

/** How the desk tells the values of a write. */
export const words: ChangeWords = {
  absent: text.outbox.absent,
  yes: text.word.yes,
  no: text.word.no,
  was: text.outbox.was,
  instant: formatExact,
};

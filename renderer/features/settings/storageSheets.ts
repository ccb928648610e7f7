import { text } from '../../text/en.ts';
import { momentColumn, numberColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell, SheetColumn } from '../../ui/table.ts';

/* What is kept on this computer as it leaves. Sizes are in one unit, so that they can be added. */
interface Sized {
  readonly name: string;
  readonly bytes: number;
}
export interface UsageLine extends Sized {
  readonly count: number | null;
  readonly oldestAt: number | null;
  readonly listedAt: number | null;
}
const words = text.storage;

const sizes = <T extends Sized>(): SheetColumn<T> =>
  numberColumn(words.size, text.units.megabytes('').trim(), ({ bytes }) => bytes / 1_000_000);

/** The accounts and their sizes. */
export function accountSheet(accounts: readonly Sized[]): Cell[][] {
  return plainSheet<Sized>(
    [{ title: text.accountMenu.title, value: ({ name }) => name }, sizes()],
    accounts,
  );
}

/** What one account keeps, by kind, with all of it last. */
export function usageSheet(lines: readonly UsageLine[], whole: number): Cell[][] {
  const all = { name: words.total, bytes: whole, count: null, oldestAt: null, listedAt: null };
  return plainSheet<UsageLine>(
    [
      { title: text.columns.type, value: ({ name }) => name },
      numberColumn(words.count, '', ({ count }) => count),
      sizes(),
      momentColumn(words.oldest, ({ oldestAt }) => oldestAt),
      momentColumn(text.word.listRead, ({ listedAt }) => listedAt),
    ],
    [...lines, all],
  );
}

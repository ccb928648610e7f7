import type { Snippet } from 'svelte';
import type { Op } from '../../bridge.ts';
import { ChangeText } from '../../records/writes/changeText.ts';
import { namedSheet } from '../../records/writes/namedSheet.ts';
import { reasonLine } from '../../records/writes/reason.ts';
import { stateWords } from '../../records/writes/stateWords.ts';
import { clock } from '../../state/clock.svelte.ts';
import { formatAge, formatCount } from '../../state/format.ts';
import { writeTitle } from '../../text/coreWords.ts';
import { text } from '../../text/en.ts';
import { momentColumn, numberColumn } from '../../ui/sheet.ts';
import type { Column } from '../../ui/table.ts';

type Cell = Snippet<[Op, Column<Op>]>;
const words = text.outbox.columns;

/** What a write is of: its name, else the id that was given for it. */
export function targetOf({ label, targetId }: Op): string {
  return label === '' ? targetId : label;
}

/** A write as lines of text, as the ledger tells it; what is empty is left out. */
export async function opText(op: Op): Promise<string> {
  const facts = await namedSheet(() => ledgerColumns(0).map((one) => [one.title, one.text(op)]));
  return facts
    .filter(([, said]) => said !== '')
    .map(([title, said]) => `${String(title)}: ${String(said)}`)
    .join('\n');
}

/** A deletion names no field, and is the last that should say nothing. */
function changed(op: Op): string {
  const { line } = new ChangeText(op);
  return line === '' && op.endpoint.startsWith('delete') ? text.outbox.deletes : line;
}

/**
 * The columns of the ledger.
 *
 * @param breadth pixels of the list; 0 while they are not known, and for a file, which has room
 */
export function ledgerColumns(
  breadth: number,
  cells: { record?: Cell; state?: Cell } = {},
): Column<Op>[] {
  /* Beside an open write, or in a small window, the list is narrow. */
  const isWide = breadth >= 1360;
  /* Where all of it does not fit side by side, columns are as narrow as they can be read. */
  const isNarrow = breadth > 0 && breadth < 1166;
  /* Beside an open write it is enough what is done to which record: it tells the rest. */
  const isSlim = breadth > 0 && breadth < 880;
  const widthOf = (wide: number, plain: number, narrow: number): number =>
    isWide ? wide : isNarrow ? narrow : plain;
  return [
    {
      ...{ key: 'record', title: text.word.record, width: widthOf(140, 140, 124), text: targetOf },
      ...(cells.record === undefined ? {} : { cell: cells.record }),
    },
    {
      ...{ key: 'write', title: words.write, width: widthOf(260, 190, 156), text: writeTitle },
    },
    {
      ...{ key: 'state', title: words.state, width: widthOf(200, 176, 176) },
      ...{ rigid: true, text: stateWords },
      ...(cells.state === undefined ? {} : { cell: cells.state }),
    },
    { ...{ key: 'reason', title: words.reason, width: widthOf(420, 316, 226), text: reasonLine } },
    {
      ...{ key: 'made', title: words.made, width: widthOf(84, 84, 76), extra: isSlim },
      text: (op) => formatAge(op.createdAt, clock.nowMs),
      sheet: () => momentColumn(words.made, ({ createdAt }) => createdAt),
    },
    {
      ...{ key: 'attempts', title: words.attempts, width: 84, align: 'end', extra: true },
      text: (op) => formatCount(op.attempts),
      sheet: () => numberColumn(words.attempts, '', ({ attempts }) => attempts),
    },
    {
      ...{ key: 'change', title: words.change, width: widthOf(260, 260, 140) },
      ...{ extra: isSlim, text: changed },
    },
  ];
}

import type { Snippet } from 'svelte';
import { formatCount, formatDate, formatDateTime } from '../../state/format.ts';
import { text } from '../../text/en.ts';
import { momentColumn, numberColumn } from '../../ui/sheet.ts';
import type { Column } from '../../ui/table.ts';
import type { AnswerRow } from './queue.svelte.ts';

type Cell = Snippet<[AnswerRow, Column<AnswerRow>]>;

const words = text.review;

/** The text around the place where what is searched for was found. */
export function matchOf({ match }: AnswerRow): string {
  return match === null ? '' : `${match.before}${match.word}${match.after}`;
}

/** The columns of the list of answers; while something is searched for, its place comes second. */
export function answerColumns(
  cells: { answer: Cell; vehicle: Cell; findings: Cell; match: Cell },
  nameOf: (state: string) => string,
): { all: Column<AnswerRow>[]; whileSearching: Column<AnswerRow>[] } {
  const all: Column<AnswerRow>[] = [
    {
      key: 'answer',
      title: text.word.answer,
      width: 150,
      least: 110,
      sort: 'form',
      text: (row) => (row.form === '' ? row.id : row.form),
      cell: cells.answer,
    },
    {
      key: 'vehicle',
      title: text.word.vehicle,
      width: 104,
      sort: 'vehicle',
      text: (row) => row.vehicle,
      cell: cells.vehicle,
    },
    {
      key: 'findings',
      title: words.columns.findings,
      width: 76,
      // A mark and a number: what is read first stays before what only names the answer.
      least: 48,
      needed: true,
      align: 'end',
      sort: 'failing',
      cell: cells.findings,
      text: (row) =>
        row.failing + row.missing === 0 ? '' : formatCount(row.failing + row.missing),
      sheet: () =>
        numberColumn(words.columns.findings, '', ({ failing, missing }) => failing + missing),
    },
    {
      key: 'created',
      title: words.columns.created,
      width: 126,
      rigid: true,
      sort: 'createdAt',
      text: (row) => (row.createdAt === null ? '' : formatDateTime(row.createdAt)),
      sheet: () => momentColumn(words.columns.created, ({ createdAt }) => createdAt),
    },
    {
      key: 'driver',
      title: text.word.driver,
      width: 130,
      sort: 'driver',
      text: (row) => row.driver,
    },
    {
      key: 'state',
      title: words.columns.state,
      width: 130,
      sort: 'state',
      text: (row) => nameOf(row.state),
      extra: true,
    },
    {
      key: 'due',
      title: words.columns.due,
      width: 100,
      sort: 'due',
      text: (row) => (row.due === null ? '' : formatDate(row.due)),
      sheet: () => ({ title: words.columns.due, value: ({ due }) => due }),
      extra: true,
    },
    { key: 'id', title: text.word.id, width: 120, text: (row) => row.id, extra: true },
  ];
  const found: Column<AnswerRow> = {
    ...{ key: 'match', title: words.columns.match, width: 300, text: matchOf, cell: cells.match },
    needed: true,
  };
  return { all, whileSearching: [...all.slice(0, 1), found, ...all.slice(1)] };
}

import type { AnswerRow } from '../../../../shared/ipc/answers.ts';
import type { Output, Parsed } from '../../../../shared/ipc/contract.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { csvText } from '../../../../shared/rules/csv.ts';
import type { AccountBase } from '../../account.ts';
import { safeFileName } from '../../fileName.ts';
import { dayIn, unambiguous, zoneOf } from '../../timeZone.ts';
import { workbookOf } from '../../workbook.ts';

/** Answers with their reviews as a table for a spreadsheet. */

type Words = Parsed<'review.sheet'>['words'];

/** Rows that are read at a time. */
const PAGE = 500;

/** Text of one row, in the order of the columns that the desk names. */
function cellsOf(
  row: AnswerRow,
  notes: readonly { by: string; at: number; text: string }[],
  words: Words,
  when: (at: number | null) => string,
): string[] {
  const stateName = (id: string): string => words.states[id] ?? id;
  const [latest] = row.verdicts;
  const everybody = row.verdicts.map(({ by, state }) => `${by}: ${stateName(state)}`);
  return [
    row.id,
    row.form,
    row.vehicle,
    row.driver,
    when(row.createdAt),
    stateName(row.state),
    latest?.reasons ?? '',
    latest?.by ?? '',
    when(latest?.at ?? null),
    latest?.isOutdated === true ? '1' : '',
    everybody.length > 1 ? everybody.join('; ') : '',
    notes.map(({ by, at, text }) => `${when(at)} ${by}: ${text}`).join('\n'),
    row.tags.join(', '),
    row.due ?? '',
    row.assignee ?? '',
    String(row.failing),
    String(row.missing),
  ];
}

async function tableOf(
  { store }: Pick<AccountBase, 'store'>,
  { view, words, timeZone }: Pick<Parsed<'review.sheet'>, 'view' | 'words' | 'timeZone'>,
): Promise<string[][]> {
  // Swedish writes days and times as ISO 8601 does, which every spreadsheet reads.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: zoneOf(timeZone) },
  });
  const when = (at: number | null): string =>
    at === null ? '' : unambiguous(format, new Date(at));
  const table = [words.columns];
  // Answers that come meanwhile, or leave the view, would push others from one page into the next.
  const { ids } = await store.read('answers.ids', { view });
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = await store.read('answers.byIds', { ids: ids.slice(at, at + PAGE) });
    const answerIds = rows.filter(({ notes }) => notes > 0).map(({ id }) => id);
    const reviews = await store.read('review.many', { answerIds });
    const notesOf = new Map(reviews.map(({ answerId, review }) => [answerId, review.notes]));
    for (const row of rows) table.push(cellsOf(row, notesOf.get(row.id) ?? [], words, when));
  }
  return table;
}

/** Hands the person a table of the answers of a view with their reviews. */
export async function reviewSheet(
  account: Pick<AccountBase, 'store' | 'ports'>,
  input: Parsed<'review.sheet'>,
): Promise<Result<Output<'review.sheet'>>> {
  const rows = await tableOf(account, input);
  const { files, clock } = account.ports;
  const day = dayIn(clock.now(), zoneOf(input.timeZone));
  const fileName = safeFileName(['Waybill reviews', day], input.format, 'Waybill reviews');
  const saved =
    input.format === 'csv'
      ? await files.save(fileName, 'text/csv', new TextEncoder().encode(csvText(rows)))
      : await files.save(
          fileName,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          await workbookOf([{ rows }]),
        );
  return saved.ok ? ok({ saved: saved.value, count: rows.length - 1 }) : saved;
}

import type { Output } from '../../../shared/ipc/contract.ts';
import type { ReadingContext } from '../accountContext.ts';
import { copyOf, formHere } from './sources.ts';
import { FormCharts } from '../answers/model/charts.ts';

/** More answers than this tell nothing new: the latest are taken. */
const MOST_ANSWERS = 20_000;
const PAGE = 500;

/** What the answers of a form in the mirror say together, the latest first. */
export async function readCharts(
  context: ReadingContext,
  form: string,
): Promise<Output<'answers.charts'>> {
  const { store } = context;
  const view = { forms: [form], sort: { field: 'createdAt' as const, descending: true } };
  const charts = new FormCharts();
  const answers: Output<'answers.charts'>['answers'] = [];
  // Answers that come meanwhile would push others from one page into the next.
  const { ids } = await store.read('answers.ids', { view });
  const latest = ids.slice(0, MOST_ANSWERS);
  for (let at = 0; at < latest.length; at += PAGE) {
    const rows = await store.read('answers.byIds', { ids: latest.slice(at, at + PAGE) });
    for (const { id, title, vehicle, driver, createdAt } of rows) {
      const copy = await copyOf(context, id);
      const asked = copy === null ? null : await formHere(context, copy.json);
      if (copy !== null && charts.add(copy.json, asked?.json ?? null)) {
        answers.push({ id, title, vehicle, driver, createdAt });
      }
    }
  }
  return { answers, total: ids.length, charts: charts.charts };
}

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
  let total = 0;
  for (let offset = 0; offset < MOST_ANSWERS; offset += PAGE) {
    const page = await store.read('answers.window', { view, offset, limit: PAGE });
    total = page.total;
    for (const { id, title, vehicle, driver, createdAt } of page.rows) {
      const copy = await copyOf(context, id);
      const asked = copy === null ? null : await formHere(context, copy.json);
      if (copy !== null && charts.add(copy.json, asked?.json ?? null)) {
        answers.push({ id, title, vehicle, driver, createdAt });
      }
    }
    if (page.rows.length < PAGE) break;
  }
  return { answers, total, charts: charts.charts };
}

import { everyAnswer } from '../../answers/everyAnswer.ts';
import { call, listen } from '../../bridge.ts';
import type { Input, Output, Result } from '../../bridge.ts';
import { countOthers } from './countOthers.ts';
import type { Way } from '../../state/job.svelte.ts';
import { PagedWindow } from '../../state/pagedWindow.svelte.ts';

export type AnswerView = Input<'answers.window'>['view'];
export type AnswerRow = Output<'answers.window'>['rows'][number];

/** Lists are read again at most this often while answers come in. */
const QUIET_MS = 400;

/** The answers of a view, by windows, with the ids of all of them to step through. */
export class ReviewQueue extends PagedWindow<AnswerRow> {
  /** Ids of a view; those of another one than is shown would be chosen, exported and stepped through. */
  #read = $state.raw<{ view: AnswerView; ids: readonly string[] } | null>(null);
  #facets = $state.raw<Output<'review.facets'> | null>(null);
  #about = $state.raw<Output<'answers.facets'> | null>(null);
  #view = $state.raw<AnswerView>({});
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ids of the view in its order; none before they are read. */
  get ids(): readonly string[] {
    return this.#read?.view === this.#view ? this.#read.ids : [];
  }
  /** Counts by state, tags and names; null before the first answer. */
  get facets(): Output<'review.facets'> | null {
    return this.#facets;
  }
  /** Forms, vehicles and drivers of the answers that are here. */
  get about(): Output<'answers.facets'> | null {
    return this.#about;
  }

  protected read(offset: number, limit: number): Promise<Result<Output<'answers.window'>>> {
    return call('answers.window', { view: this.#view, offset, limit });
  }

  /** Shows another view from its start. */
  look(view: AnswerView): void {
    this.#view = view;
    this.turn({ keep: true, toTop: true });
    void this.#readAround();
  }

  /** Ids of the view, asked for now: none where it can't be read, or another view is shown meanwhile. */
  async allIds(): Promise<readonly string[]> {
    const view = this.#view;
    const read = await call('answers.ids', { view });
    if (!read.ok || view !== this.#view) return [];
    this.#read = { view, ids: read.value.ids };
    return read.value.ids;
  }

  /** All answers of the view, in its order; null where it was stopped. */
  every(way: Way): Promise<Result<AnswerRow[]> | null> {
    return everyAnswer(this.#view, way);
  }

  /** How many of these answers have a verdict by now. */
  async judgedOf(ids: readonly string[]): Promise<number> {
    const left = await call('answers.ids', { view: { states: ['todo'] } });
    return left.ok ? countOthers(ids, left.value.ids) : 0;
  }

  start(): () => void {
    const again = (): void => {
      this.refresh();
      void this.#readAround();
    };
    const soon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(again, QUIET_MS);
    };
    const stops = [
      listen('answers', soon),
      listen('reviews', again),
      listen('documentChanged', ({ endpoint }) => {
        if (endpoint === 'getAnswer') soon();
      }),
    ];
    return () => {
      clearTimeout(this.#timer);
      stops.forEach((stop) => stop());
    };
  }

  async #readAround(): Promise<void> {
    const view = this.#view;
    const [ids, facets, about] = await Promise.all([
      call('answers.ids', { view }),
      call('review.facets', {}),
      call('answers.facets', {}),
    ]);
    if (view !== this.#view) return;
    if (ids.ok) this.#read = { view, ids: ids.value.ids };
    if (facets.ok) this.#facets = facets.value;
    if (about.ok) this.#about = about.value;
  }
}

import { call } from '../../bridge.ts';
import type { AppError, Output } from '../../bridge.ts';

export type Charts = Output<'answers.charts'>;
export type Chart = Charts['charts'][number];

/** Answers that stand behind a bar or a point. */
export interface Behind {
  /** What they have in common: `Brakes: Worn`. */
  readonly title: string;
  /** Themselves, since places in the answers of the charts are others once more have come in. */
  readonly answers: Charts['answers'];
}

/** The charts of a form, worked out by the core over the answers that are here. */
export class FormChartsRead {
  #value = $state.raw<Charts | null>(null);
  #error = $state.raw<AppError | null>(null);
  #asked = 0;
  readonly #form: string;

  constructor(form: string) {
    this.#form = form;
  }

  /** Null until the core has answered. */
  get value(): Charts | null {
    return this.#value;
  }
  get error(): AppError | null {
    return this.#error;
  }

  async load(): Promise<void> {
    const mine = (this.#asked += 1);
    const result = await call('answers.charts', { form: this.#form });
    if (mine !== this.#asked) return;
    this.#error = result.ok ? null : result.error;
    if (result.ok) this.#value = result.value;
  }
}

/** Answers by a name that they bear, the most frequent first; those without one last. */
export function countedBy(
  answers: Charts['answers'],
  nameOf: (answer: Charts['answers'][number]) => string,
): { bars: { text: string; in: number[] }[]; missing: number[] } {
  const places = Map.groupBy(answers.keys(), (at) => {
    const answer = answers[at];
    return answer === undefined ? '' : nameOf(answer);
  });
  const bars = [...places].map(([text, found]) => ({ text, in: found }));
  return {
    bars: bars.filter(({ text }) => text !== '').toSorted((a, b) => b.in.length - a.in.length),
    missing: places.get('') ?? [],
  };
}

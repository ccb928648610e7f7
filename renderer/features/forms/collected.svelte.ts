import { everyAnswer } from '../../answers/everyAnswer.ts';
import { call, listen } from '../../bridge.ts';
import type { Output } from '../../bridge.ts';
import type { KnownAnswer } from './knownAnswers.ts';

/** Answers come in by the hundred; they are listed once it is quiet. */
const QUIET_MS = 400;
/** As long a text as can be looked for. */
const MOST_LETTERS = 200;

type Row = Output<'answers.window'>['rows'][number];

function knownOf(row: Row): KnownAnswer {
  const { id, createdAt, vehicleId, driverId } = row;
  const [vehicle, driver] = [row.vehicle || null, row.driver || null];
  return { id, createdAt, vehicleId, vehicle, driverId, driver, title: null };
}

/** The answers to a form that are on this computer, wherever they came from. */
export class CollectedAnswers {
  #answers = $state.raw<readonly KnownAnswer[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  readonly #form: string;

  constructor(form: string) {
    this.#form = form;
  }
  get answers(): readonly KnownAnswer[] {
    return this.#answers;
  }

  /** Ids of those whose own text holds every one of the words, however many other forms' do. */
  async holding(words: string): Promise<readonly string[]> {
    const view = { forms: [this.#form], text: words.slice(0, MOST_LETTERS) };
    const read = await call('answers.ids', { view });
    return read.ok ? read.value.ids : [];
  }

  start(): () => void {
    void this.#load();
    const soon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#load(), QUIET_MS);
    };
    const stops = [
      listen('answers', soon),
      listen('documentChanged', ({ endpoint }) => {
        if (endpoint === 'getAnswer') soon();
      }),
    ];
    return () => {
      this.#asked += 1;
      clearTimeout(this.#timer);
      stops.forEach((stop) => stop());
    };
  }

  async #load(): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const read = await everyAnswer({ forms: [this.#form] }, () => mine === this.#asked);
    if (mine !== this.#asked || read?.ok !== true) return;
    this.#answers = read.value.filter(({ readAt }) => readAt !== null).map(knownOf);
  }
}

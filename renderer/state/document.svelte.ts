import { call, listen } from '../bridge.ts';
import type { AppError, Catalogue, Input, Output, QueryOf, ReadName } from '../bridge.ts';
import { connection } from './connection.svelte.ts';

type AnyQuery = NonNullable<Input<'records.read'>['query']>;
/** The names that a query's schema knows, without whatever else it lets through. */
type Known<Q> = { [K in keyof Q as string extends K ? never : K]: Q[K] & AnyQuery[string] };
/** A read that is known by its name is asked by the names of its own query. */
type QueryFor<N extends ReadName> = ReadName extends N
  ? AnyQuery
  : QueryOf<Catalogue[N]> extends object
    ? Known<QueryOf<Catalogue[N]>>
    : Record<string, never>;

interface Ask<N extends ReadName> {
  endpoint: N;
  params?: Record<string, string>;
  query?: QueryFor<N>;
}

/** A document that the service answers whole: the mirror's copy at once, then a fresh one. */
export class DocumentRead<N extends ReadName = ReadName> {
  #json = $state.raw<string | null>(null);
  #readAt = $state<number | null>(null);
  #error = $state.raw<AppError | null>(null);
  #reading = $state(false);
  #thinned = $state.raw<Output<'records.read'>['thinned']>(null);
  #asked = 0;
  readonly ask: Ask<N>;

  constructor(ask: Ask<N>) {
    this.ask = ask;
  }

  /** JSON text as the service spelled it; null where the mirror has no copy. */
  get json(): string | null {
    return this.#json;
  }
  get readAt(): number | null {
    return this.#readAt;
  }
  get error(): AppError | null {
    return this.#error;
  }
  /** How many of its points are shown where those are not all; null where they are. */
  get thinned(): Output<'records.read'>['thinned'] {
    return this.#thinned;
  }
  get reading(): boolean {
    return this.#reading;
  }

  /**
   * Shows the mirror's copy, then reads a fresh one; again whenever the connection is back.
   * Returns the function that stops it.
   */
  start(): () => void {
    void this.#read('never').then(() => this.refresh());
    const stops = [
      listen('documentChanged', ({ endpoint }) => {
        if (endpoint === this.ask.endpoint && !this.#reading) void this.#read('never');
      }),
      connection.whenBack(() => void this.refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async refresh(): Promise<void> {
    await this.#read('always');
  }

  async #read(refresh: 'never' | 'always'): Promise<void> {
    if (refresh === 'always') {
      if (this.#reading) return;
      this.#reading = true;
    }
    this.#asked += 1;
    const asked = this.#asked;
    const result = await call('records.read', { ...this.ask, refresh });
    if (refresh === 'always') this.#reading = false;
    if (asked !== this.#asked && refresh === 'never') return;
    if (!result.ok) {
      this.#error = result.error;
      return;
    }
    const { json, readAt, error, thinned } = result.value;
    // The mirror's copy says nothing of why the service could not be read, unless it came since.
    const isNews = refresh === 'always' || (readAt ?? 0) > (this.#readAt ?? 0);
    if (json !== null) {
      this.#json = json;
      this.#thinned = thinned;
    }
    if (readAt !== null) this.#readAt = Math.max(readAt, this.#readAt ?? readAt);
    if (isNews) this.#error = error;
  }
}

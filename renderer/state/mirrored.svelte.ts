import { call, listen } from '../bridge.ts';
import type { Entity, Output, ReadName, Row } from '../bridge.ts';
import { fieldsById, fieldsOfText } from './record.ts';
import type { Fields } from './record.ts';

/** Rows of reference data are few; beyond this many a list is searched, not held. */
const MOST_ROWS = 2000;
const WINDOW = 500;

type Found = Pick<Output<'records.read'>, 'json' | 'error'>;

/** A document of the whole account out of the mirror, which keeps it fresh by itself. */
export class MirroredDocument {
  #json = $state.raw<string | null>(null);
  #asked = 0;
  readonly #endpoint: ReadName;
  readonly #fields = $derived(fieldsOfText(this.#json));

  constructor(endpoint: ReadName) {
    this.#endpoint = endpoint;
  }

  get json(): string | null {
    return this.#json;
  }
  /** Its fields; empty while it is not known or where it is no object. */
  get fields(): Fields {
    return this.#fields;
  }

  start(): () => void {
    void this.load();
    return listen('documentChanged', ({ endpoint }) => {
      if (endpoint === this.#endpoint) void this.load();
    });
  }

  /**
   * @param refresh `ifMissing` asks the service where the mirror has none
   * @returns what was read, and why no more could be
   */
  async load(refresh: 'never' | 'ifMissing' = 'never'): Promise<Found> {
    this.#asked += 1;
    const asked = this.#asked;
    const result = await call('records.read', { endpoint: this.#endpoint, refresh });
    // What was asked for before may be of the account that was open then.
    const found: Found = result.ok ? result.value : { json: null, error: result.error };
    if (asked === this.#asked) this.#json = found.json;
    return found;
  }

  /** Forgets what it was in another account. */
  clear(): void {
    this.#asked += 1;
    this.#json = null;
  }
}

/** The records of a kind of reference data, by their ids. */
export class MirroredRecords {
  #byId = $state.raw<ReadonlyMap<string, Fields>>(fieldsById([]));
  #asked = 0;
  readonly #entity: Entity;

  constructor(entity: Entity) {
    this.#entity = entity;
  }

  get all(): ReadonlyMap<string, Fields> {
    return this.#byId;
  }

  start(): () => void {
    void this.load();
    return listen('changed', ({ entity }) => {
      if (entity === this.#entity) void this.load();
    });
  }

  async load(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const rows: Row[] = [];
    let total = 1;
    while (rows.length < total && rows.length < MOST_ROWS) {
      const result = await call('records.window', {
        view: { entity: this.#entity, archived: 'all' },
        offset: rows.length,
        limit: WINDOW,
      });
      if (!result.ok) return;
      if (result.value.rows.length === 0) break;
      rows.push(...result.value.rows);
      total = result.value.total;
    }
    if (asked === this.#asked) this.#byId = fieldsById(rows);
  }

  /** As of a document. */
  clear(): void {
    this.#asked += 1;
    this.#byId = fieldsById([]);
  }
}

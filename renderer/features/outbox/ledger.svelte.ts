import { ok } from '../../../shared/result.ts';
import {
  NEEDS_YOU_STATES,
  OPEN_STATES,
  SETTLED_STATES,
  WAITING_STATES,
} from '../../../shared/rules/opStates.ts';
import { call, listen } from '../../bridge.ts';
import type { Op, OpState, Result } from '../../bridge.ts';
import { everyRow } from '../../state/everyRow.ts';
import type { Way } from '../../state/job.svelte.ts';
import { PagedWindow } from '../../state/pagedWindow.svelte.ts';

/** Which writes the ledger shows. */
export const LEDGER_FILTERS = ['open', 'waiting', 'needsYou', 'settled', 'all'] as const;
/** A group of states, or a single one. */
export type LedgerFilter = (typeof LEDGER_FILTERS)[number] | OpState;

/** The states behind a filter; `all` names none. */
export function statesOf(filter: LedgerFilter): readonly OpState[] | undefined {
  switch (filter) {
    case 'open':
      return OPEN_STATES;
    case 'waiting':
      return WAITING_STATES;
    case 'needsYou':
      return NEEDS_YOU_STATES;
    case 'settled':
      return SETTLED_STATES;
    case 'all':
      return undefined;
    default:
      return [filter];
  }
}

async function windowOf(states: { states?: OpState[] }, offset: number, limit: number) {
  const result = await call('outbox.list', { ...states, offset, limit });
  return result.ok ? ok({ rows: result.value.ops, total: result.value.total }) : result;
}

/** As many as are given at a time. */
const WINDOW = 200;

/** The ledger, read by windows: 10,000 waiting writes never live in the desk at once. */
export class Ledger extends PagedWindow<Op> {
  #filter = $state<LedgerFilter>('open');
  #byState = $state.raw<Readonly<Record<string, number>>>({});

  get filter(): LedgerFilter {
    return this.#filter;
  }
  set filter(filter: LedgerFilter) {
    if (filter === this.#filter) return;
    this.#filter = filter;
    void this.#count();
    this.turn({ keep: false });
  }

  /** How many writes a filter shows. */
  count(filter: LedgerFilter): number {
    const states = statesOf(filter) ?? Object.keys(this.#byState);
    return states.reduce((sum, state) => sum + (this.#byState[state] ?? 0), 0);
  }

  start(): () => void {
    this.refresh();
    const stops = [listen('outbox', () => this.refresh()), listen('account', () => this.refresh())];
    return () => stops.forEach((stop) => stop());
  }

  /** Ids of all writes that the filter shows, in their order. */
  async allIds(): Promise<readonly string[]> {
    const result = await call('outbox.ids', this.#states());
    return result.ok ? result.value.ids : [];
  }

  /** All writes that the filter shows, in their order; null where it was stopped. */
  every(way: Way): Promise<Result<Op[]> | null> {
    const states = this.#states();
    return everyRow(
      {
        read: (offset) => windowOf(states, offset, WINDOW),
        keyOf: ({ id }) => id,
        keys: async () => {
          const listed = await call('outbox.ids', states);
          return listed.ok ? ok(listed.value.ids) : listed;
        },
      },
      way,
    );
  }

  override refresh(): void {
    void this.#count();
    super.refresh();
  }

  protected read(offset: number, limit: number) {
    return windowOf(this.#states(), offset, limit);
  }

  #states(): { states?: OpState[] } {
    const states = statesOf(this.#filter);
    return states === undefined ? {} : { states: [...states] };
  }

  async #count(): Promise<void> {
    const result = await call('outbox.counts', {});
    if (result.ok) this.#byState = result.value.byState;
  }
}

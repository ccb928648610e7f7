import { call, listen } from '../bridge.ts';
import type { EndpointName, Output } from '../bridge.ts';
import { saidWords } from '../text/coreWords.ts';

export type Evidence = Output<'session.availability'>['endpoints'][number];

/** What the account may do, learned from evidence. What nothing speaks against is allowed. */
class AvailabilityState {
  #evidence = $state.raw<readonly Evidence[]>([]);

  get all(): readonly Evidence[] {
    return this.#evidence;
  }

  /** Follows what is learned; returns the function that stops. */
  start(): () => void {
    return listen('availability', ({ endpoints }) => this.#take(endpoints));
  }

  async load(): Promise<void> {
    const result = await call('session.availability', {});
    if (result.ok) this.#take(result.value.endpoints);
  }

  #take(evidence: readonly Evidence[]): void {
    this.#evidence = evidence.map((one) => ({ ...one, why: saidWords(one.why) }));
  }

  /** The evidence against an endpoint, or null where it may be used. */
  against(endpoint: EndpointName): Evidence | null {
    return this.#evidence.find((e) => e.endpoint === endpoint && !e.available) ?? null;
  }

  async tryAgain(endpoint: string): Promise<void> {
    await call('session.tryAgain', { endpoint });
    await this.load();
  }
}

export const availability = new AvailabilityState();

import type { EndpointName } from '../bridge.ts';
import { text } from '../text/en.ts';
import { availability } from './availability.svelte.ts';
import type { Evidence } from './availability.svelte.ts';
import { formatDateTime } from './format.ts';

/**
 * What stands in the way of an act: its control stays in place, says why and since when, and asks
 * here when it is pressed, so that *Try again* is at hand wherever something is disabled.
 */
class Refusal {
  #shown = $state.raw<Evidence | null>(null);

  /** The evidence that a person is looking at, or null. */
  get shown(): Evidence | null {
    return this.#shown;
  }

  close(): void {
    this.#shown = null;
  }

  /** Why and since when, for a control that is disabled; null where nothing speaks against it. */
  why(endpoint: EndpointName): string | null {
    const evidence = availability.against(endpoint);
    return evidence === null
      ? null
      : text.refusal.reason(evidence.why, formatDateTime(evidence.since));
  }

  /** The attributes of a button or menu entry that sends this write. */
  of(endpoint: EndpointName): { refused: string | null; onrefused: () => void } {
    return {
      refused: this.why(endpoint),
      onrefused: () => (this.#shown = availability.against(endpoint)),
    };
  }

  async tryAgain(): Promise<void> {
    const evidence = this.#shown;
    this.#shown = null;
    if (evidence !== null) await availability.tryAgain(evidence.endpoint);
  }
}

export const refusal = new Refusal();

import { call, listen } from '../bridge.ts';
import type { ListView, Output, Row } from '../bridge.ts';
import { PagedWindow } from './pagedWindow.svelte.ts';

/** A view of the mirror, read by windows. */
export class RecordWindow extends PagedWindow<Row, Output<'records.window'>> {
  #scannedAt = $state<number | null>(null);
  #view: ListView;
  #viewKey: string;

  constructor(view: ListView) {
    super();
    this.#view = view;
    this.#viewKey = JSON.stringify(view);
  }

  /** When the last complete scan ended; null before the first. */
  get scannedAt(): number | null {
    return this.#scannedAt;
  }
  get view(): ListView {
    return this.#view;
  }

  /** Listens to changes of the entity; returns the function that stops. */
  start(): () => void {
    this.turn({ keep: true });
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === this.#view.entity) this.refresh();
      }),
      listen('account', () => this.turn({ keep: false })),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Shows another view; the rows of the old one stay until the first of the new ones are there. */
  setView(view: ListView): void {
    const key = JSON.stringify(view);
    if (key === this.#viewKey) return;
    const sameEntity = view.entity === this.#view.entity;
    this.#view = view;
    this.#viewKey = key;
    this.turn({ keep: sameEntity, toTop: true });
  }

  protected read(offset: number, limit: number) {
    return call('records.window', { view: this.#view, offset, limit });
  }

  protected override took({ scannedAt }: Output<'records.window'>): void {
    this.#scannedAt = scannedAt;
  }
}

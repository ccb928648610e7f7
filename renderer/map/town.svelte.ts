import { call, listen } from '../bridge.ts';

/**
 * Streets, water and names of the local workspace as GeoJSON text; null where there are none. A map may
 * be opened before the account is, or before its service answers: then it is asked for again.
 */
export class Town {
  #geojson = $state.raw<string | null>(null);
  #asked = 0;

  get geojson(): string | null {
    return this.#geojson;
  }

  /** Reads it again when another account is opened, or the service is there at last. */
  start(): () => void {
    let wasOnline = false;
    const stopAccount = listen('account', () => void this.load());
    const stopConnection = listen('connection', ({ state }) => {
      const isOnline = state === 'online';
      if (isOnline && !wasOnline && this.#geojson === null) void this.load();
      wasOnline = isOnline;
    });
    return () => {
      stopAccount();
      stopConnection();
    };
  }

  async load(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const read = await call('desk.basemap', {});
    // Another account may have been asked meanwhile.
    if (read.ok && asked === this.#asked) this.#geojson = read.value.geojson;
  }
}

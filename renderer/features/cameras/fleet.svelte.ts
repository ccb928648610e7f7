import { call } from '../../bridge.ts';
import type { AppError, Row } from '../../bridge.ts';
import { camerasOf } from '../../records/cameras.ts';
import type { Camera } from '../../records/cameras.ts';
import { vehicleOf } from '../../records/install.ts';
import type { Named } from '../../records/install.ts';
import { fieldsOfRow, nameOfRow } from '../../state/record.ts';

/** A camera of the fleet with the device that it hangs on and the vehicle that it travels in. */
export interface FleetCamera extends Camera {
  readonly device: Named;
  readonly vehicle: Named | null;
  /** When the cameras of its device were read. */
  readonly readAt: number;
}

/** Devices whose cameras are looked at: more than any table of cameras is read for. */
const MOST_DEVICES = 5_000;
const WINDOW = 500;
/** Readings at once: more would keep others waiting. */
const AT_ONCE = 3;

function hangsOn(row: Row): Pick<FleetCamera, 'device' | 'vehicle'> {
  return { device: { id: row.id, name: nameOfRow('device', row) }, vehicle: vehicleOf(row) };
}

/**
 * All cameras of the fleet. The interface tells them device by device (section 4.2): what was read
 * of each is here without a network, and the rest is read when a person asks for it.
 */
export class FleetCameras {
  #devices = $state.raw<readonly Row[]>([]);
  #byDevice = $state.raw<Readonly<Record<string, readonly FleetCamera[]>>>({});
  #loaded = $state(false);
  #listed = $state(false);
  #cut = $state(false);
  #progress = $state.raw<{ done: number; total: number } | null>(null);
  #error = $state.raw<AppError | null>(null);
  #generation = 0;
  readonly #cameras = $derived(Object.values(this.#byDevice).flat());
  readonly #oldest = $derived(
    this.#cameras.reduce<number | null>(
      (oldest, { readAt }) => (oldest === null ? readAt : Math.min(oldest, readAt)),
      null,
    ),
  );

  get cameras(): readonly FleetCamera[] {
    return this.#cameras;
  }
  /** False until the mirror has answered. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Whether the list of devices was ever read whole: before that nobody knows how many there are. */
  get listed(): boolean {
    return this.#listed;
  }
  /** Whether there are more devices than are looked at. */
  get cut(): boolean {
    return this.#cut;
  }
  /** Devices that have cameras, and how many of them were never read here. */
  get devices(): { total: number; unread: number } {
    const total = this.#devices.length;
    return { total, unread: total - Object.keys(this.#byDevice).length };
  }
  /** When the oldest of what is shown was read. */
  get oldest(): number | null {
    return this.#oldest;
  }
  /** Devices that are being read; null while none is. */
  get progress(): { done: number; total: number } | null {
    return this.#progress;
  }
  get error(): AppError | null {
    return this.#error;
  }

  /** Gives up the readings that have not begun. */
  stop(): void {
    this.#generation += 1;
    this.#progress = null;
  }

  /** What is here, without asking anybody. */
  async load(): Promise<void> {
    await this.#look({});
  }

  /** Looks which devices came, went or changed vehicles; those that stay keep what was read of them. */
  async follow(): Promise<void> {
    if (!this.#loaded || !this.#listed) await this.load();
    else await this.#look(Object.fromEntries(this.#devices.map(({ id }) => [id, true])));
  }

  async #look(known: Readonly<Record<string, true>>): Promise<void> {
    // A reading that it takes the place of ends here.
    this.stop();
    const generation = this.#generation;
    const devices = await this.#withCameras();
    if (generation !== this.#generation) return;
    const found: [string, readonly FleetCamera[]][] = [];
    for (const row of devices) {
      if (Object.hasOwn(known, row.id)) {
        const here = this.#byDevice[row.id]?.map((camera) => ({ ...camera, ...hangsOn(row) }));
        if (here !== undefined) found.push([row.id, here]);
        continue;
      }
      const { cameras } = await this.#read(row, 'never');
      if (generation !== this.#generation) return;
      if (cameras !== null) found.push([row.id, cameras]);
    }
    this.#devices = devices;
    this.#byDevice = Object.fromEntries(found);
    this.#loaded = true;
  }

  /**
   * Asks the service for the cameras of every device; ends early where there is no network, or nobody is
   * signed in any more. Of the devices that it can't read the first tells why.
   */
  async readAll(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    const due = [...this.#devices];
    const total = due.length;
    let done = 0;
    this.#error = null;
    this.#progress = { done, total };
    const work = async (): Promise<void> => {
      for (let row = due.shift(); row !== undefined && isCurrent(); row = due.shift()) {
        const { cameras, error } = await this.#read(row, 'always');
        if (!isCurrent()) return;
        done += 1;
        this.#progress = { done, total };
        if (error !== null) this.#error ??= error;
        if (error?.kind === 'offline' || error?.kind === 'auth') {
          this.#error = error;
          due.length = 0;
        }
        if (cameras !== null) this.#byDevice = { ...this.#byDevice, [row.id]: cameras };
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (isCurrent()) this.#progress = null;
  }

  /** Devices that say that they have cameras; all of them where none says anything of it. */
  async #withCameras(): Promise<readonly Row[]> {
    const rows: Row[] = [];
    let total = 1;
    while (rows.length < total && rows.length < MOST_DEVICES) {
      const found = await call('records.window', {
        view: { entity: 'device', archived: 'no' },
        ...{ offset: rows.length, limit: WINDOW },
      });
      if (!found.ok) {
        this.#error = found.error;
        break;
      }
      this.#listed = found.value.scannedAt !== null;
      if (found.value.rows.length === 0) break;
      rows.push(...found.value.rows);
      total = found.value.total;
    }
    this.#cut = rows.length >= MOST_DEVICES && rows.length < total;
    const says = rows.some((row) => fieldsOfRow(row).has('hasCameras'));
    return says ? rows.filter((row) => fieldsOfRow(row).get('hasCameras') === true) : rows;
  }

  async #read(
    row: Row,
    refresh: 'never' | 'always',
  ): Promise<{ cameras: readonly FleetCamera[] | null; error: AppError | null }> {
    const deviceId = row.id;
    const params = { deviceId };
    const result = await call('records.read', { endpoint: 'listDeviceCameras', params, refresh });
    const { json = null, readAt = null } = result.ok ? result.value : {};
    const error = result.ok ? result.value.error : result.error;
    if (json === null || readAt === null) return { cameras: null, error };
    const cameras = camerasOf(json).map((camera) => ({
      ...{ ...camera, ...hangsOn(row) },
      ...{ key: `${deviceId}/${camera.key}`, readAt },
    }));
    return { cameras, error };
  }
}

import type { Look } from '../support/judgeCase.ts';

/**
 * Readings of records that a person asks for while the queue reads for itself. What the person is told
 * before a write was on its way on disk, that write could have known; a reading that came between its own and
 * that, it may have known.
 */
export class Readings {
  readonly #asked = new Map<string, Look[][]>();
  /** Told while a write of the record was on its way on disk, and had not left yet. */
  readonly #late = new Map<string, Look[]>();

  /**
   * A person asks for a record. What is given back ends that, at a position in the order of everything;
   * `isLate` where a write of the record was on its way on disk before they were told.
   */
  begin(entity: string, id: string): (order: number, isLate: boolean) => void {
    const key = `${entity}/${id}`;
    const looks: Look[] = [];
    this.#asked.set(key, [...(this.#asked.get(key) ?? []), looks]);
    return (order, isLate) => {
      const left = (this.#asked.get(key) ?? []).filter((one) => one !== looks);
      this.#asked.set(key, left);
      if (isLate) this.#late.set(key, [...(this.#late.get(key) ?? []), ...looks]);
      else for (const look of looks) look.toldOrder = order;
    };
  }

  /** A write of a record left. */
  left(entity: string, id: string, order: number): void {
    for (const look of this.#late.get(`${entity}/${id}`) ?? []) look.toldOrder = order;
    this.#late.delete(`${entity}/${id}`);
  }

  /** Nobody is told any more: the desk was killed. */
  end(order: number): void {
    for (const looks of this.#late.values()) for (const look of looks) look.toldOrder = order;
    for (const look of [...this.#asked.values()].flat(2)) look.toldOrder = order;
    this.#late.clear();
    this.#asked.clear();
  }

  /** An answer came. */
  came(look: Look, order: number): Look {
    const came: Look = { ...look, cameOrder: order };
    for (const looks of this.#asked.get(`${look.entity}/${look.id}`) ?? []) {
      looks.push(came);
      came.toldOrder = Infinity;
    }
    return came;
  }
}

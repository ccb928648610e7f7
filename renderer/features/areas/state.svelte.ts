import type { AreaType } from '../../../shared/model/area.ts';
import { AREA_TYPES } from './types.ts';
import { listen } from '../../bridge.ts';
import { remembered } from '../../state/remembered.svelte.ts';
import { bodyOf, convert, emptyGeometry, isEdited } from './draft.ts';
import type { Draft, Geometry } from './draft.ts';
import { fingerprint } from './fingerprint.ts';

const MOST_STEPS = 100;

/** Blank points travel as null: JSON has no NaN. */
function readGeometry(stored: unknown): Geometry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const type = AREA_TYPES.find((known) => known === fields.get('type'));
  const points = fields.get('points');
  const radius = fields.get('radiusM');
  if (type === undefined || !Array.isArray(points)) return null;
  return {
    type,
    points: points.map((point: unknown) => {
      const pair = new Map<string, unknown>(Object.entries(point ?? {}));
      const number = (key: string): number => {
        const value = pair.get(key);
        return typeof value === 'number' ? value : Number.NaN;
      };
      return { lat: number('lat'), lng: number('lng') };
    }),
    radiusM: typeof radius === 'number' ? radius : null,
  };
}

function read(stored: unknown): Draft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const text = (key: string): string | null => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : null;
  };
  const geometry = readGeometry(fields.get('geometry'));
  const groupIds = fields.get('groupIds');
  const [name, colour] = [text('name'), text('colour')];
  if (geometry === null || name === null || colour === null || !Array.isArray(groupIds)) {
    return null;
  }
  const ids = groupIds.filter((id) => typeof id === 'string' || typeof id === 'number');
  const [before, seen] = [text('before'), text('seen')];
  const owner = readOwner(fields.get('owner'));
  const corrects = readCorrects(fields.get('corrects'));
  const targetId = text('targetId');
  const at = fields.get('seenAt');
  const seenAt = typeof at === 'number' ? at : null;
  return { targetId, name, colour, groupIds: ids, geometry, before, seen, seenAt, owner, corrects };
}

function readCorrects(stored: unknown): NonNullable<Draft['corrects']> | null {
  const fields = new Map<string, unknown>(Object.entries(stored ?? {}));
  const opId = fields.get('opId');
  const was = fields.get('was');
  if (typeof opId !== 'string') return null;
  return { opId, whole: fields.get('whole') === true, was: typeof was === 'string' ? was : null };
}

function readOwner(stored: unknown): NonNullable<Draft['owner']> | null {
  const fields = new Map<string, unknown>(Object.entries(stored ?? {}));
  const [id, name] = [fields.get('id'), fields.get('name')];
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && typeof name === 'string' ? { id, name } : null;
}

/** All drafts; before there could be several, one was stored by itself. */
function readAll(stored: unknown): readonly Draft[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  return list.map(read).filter((draft) => draft !== null);
}

const KEY = 'draft.area';
/** The same for a draft as it is here and as it was kept; of each change one stays, of thousands of corners. */
const printOf = (draft: Draft): number =>
  fingerprint(JSON.stringify(read(JSON.parse(JSON.stringify(draft)))));

/**
 * Drafts of areas, the current one first. They outlive the page and the app until they are saved or
 * discarded; the steps of the current one's shape can be undone and redone.
 */
class AreaDraft {
  readonly #store = remembered<readonly Draft[]>(KEY, [], readAll);
  /** As this window wrote them: what is kept and was never written here is another window's. */
  readonly #written = new Set<number>();
  /** What a draft was before its changes: by it the same one is known while it is being saved. */
  readonly #origins = new WeakMap<Draft, Draft>();
  #past = $state.raw<readonly Geometry[]>([]);
  #future = $state.raw<readonly Geometry[]>([]);
  #turn = 0;

  get current(): Draft | null {
    return this.#store.value[0] ?? null;
  }
  /** All that hold something, the current one first. */
  get all(): readonly Draft[] {
    return this.#store.value.filter(isEdited);
  }
  /** Whether a draft is the current one, whatever was changed of it since. */
  isCurrent(draft: Draft): boolean {
    const { current } = this;
    return current !== null && this.#originOf(current) === this.#originOf(draft);
  }
  /** False until it is known whether a draft was left from before. */
  get loaded(): boolean {
    return this.#store.loaded;
  }
  /** Another number for each draft that becomes the current one. */
  get turn(): number {
    return this.#turn;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Reads the draft of the account that is open. */
  async load(): Promise<void> {
    this.#turn += 1;
    this.#past = [];
    this.#future = [];
    await this.#store.load();
  }

  /** Starts a draft. The others wait; one of the same area is given up. */
  begin(draft: Draft): void {
    const { targetId } = draft;
    const others = this.all.filter((one) => targetId === null || one.targetId !== targetId);
    this.#renew([draft, ...others]);
  }

  /**
   * Starts the draft that corrects a write, or goes on with the one that does so already.
   *
   * @returns the draft of the same area whose place it takes; null where there is none
   */
  correct(fresh: Draft): Draft | null {
    const opId = fresh.corrects?.opId;
    const begun = this.all.find(({ corrects }) => opId !== undefined && corrects?.opId === opId);
    if (begun !== undefined) {
      this.resume(begun);
      return null;
    }
    const displaced = this.all.find(({ targetId }) => targetId === fresh.targetId) ?? null;
    this.begin(fresh);
    return displaced;
  }

  /** Goes on with a draft that waits. */
  resume(draft: Draft): void {
    this.#renew([draft, ...this.#store.value.filter((one) => one !== draft)]);
  }

  /** Gives up the current draft. */
  discard(): void {
    const [, ...others] = this.#store.value;
    this.#renew(others);
  }

  /**
   * Gives up a draft that was saved as the area `id`, whichever is current by now. What was changed of it
   * while it was being saved goes on as a change of that area.
   *
   * @returns whether it is the current one
   */
  finish(saved: Draft, id: string): boolean {
    const [origin, print] = [this.#originOf(saved), printOf(saved)];
    const drafts = this.#store.value;
    const at = drafts.findIndex((one) => this.#originOf(one) === origin || printOf(one) === print);
    const left = drafts[at];
    if (left === undefined) return false;
    const before = JSON.stringify(bodyOf(saved));
    const change: Draft = {
      ...left,
      targetId: id,
      before,
      seen: null,
      seenAt: null,
      corrects: null,
    };
    const goesOn = isEdited(change);
    if (goesOn) this.#written.add(printOf(change));
    const others = drafts.toSpliced(at, 1, ...(goesOn ? [change] : []));
    if (at === 0 && !goesOn) this.#renew(others);
    else this.#keep(others);
    return at === 0;
  }

  /** Hears of drafts that other windows keep; returns the function that stops it. */
  follow(): () => void {
    return listen('draftSaved', ({ key }) => {
      if (key === KEY) void this.#adopt();
    });
  }

  /**
   * Takes in what another window keeps, so that the next draft that is kept here does not write over
   * it: its drafts wait behind, what is drawn here stays as it is.
   */
  async #adopt(): Promise<void> {
    const stored = await this.#store.look();
    if (stored === null || !this.loaded) return;
    const [current, ...others] = this.#store.value;
    const storedPrints = new Set(stored.map(printOf));
    const mine = [
      ...(current === undefined ? [] : [current]),
      ...others.filter((one) => this.#written.has(printOf(one)) || storedPrints.has(printOf(one))),
    ];
    const known = new Set(mine.map(printOf));
    const foreign = stored.filter((one) => {
      const print = printOf(one);
      return !known.has(print) && !this.#written.has(print);
    });
    this.#store.adopt([...mine, ...foreign]);
  }

  #renew(drafts: readonly Draft[]): void {
    this.#turn += 1;
    this.#past = [];
    this.#future = [];
    this.#keep(drafts);
  }
  #originOf(draft: Draft): Draft {
    return this.#origins.get(draft) ?? draft;
  }
  #put(draft: Draft): void {
    const [changed] = this.#store.value;
    if (changed !== undefined) this.#origins.set(draft, this.#originOf(changed));
    this.#keep([draft, ...this.#store.value.slice(1)]);
  }
  #keep(drafts: readonly Draft[]): void {
    const [current] = drafts;
    if (current !== undefined) this.#written.add(printOf(current));
    // What is given up here may be read once more, if an earlier choice is only being kept now.
    const gone = this.#store.value.filter((one) => !drafts.includes(one));
    for (const one of gone) this.#written.add(printOf(one));
    this.#store.set(drafts);
  }

  set(change: Partial<Pick<Draft, 'name' | 'colour' | 'groupIds' | 'owner'>>): void {
    const draft = this.current;
    if (draft !== null) this.#put({ ...draft, ...change });
  }

  /** A step of the shape that can be undone. */
  reshape(geometry: Geometry): void {
    const draft = this.current;
    if (draft === null || JSON.stringify(geometry) === JSON.stringify(draft.geometry)) return;
    this.#past = [...this.#past, draft.geometry].slice(-MOST_STEPS);
    this.#future = [];
    this.#put({ ...draft, geometry });
  }

  setType(type: AreaType): void {
    const draft = this.current;
    if (draft !== null) this.reshape(convert(draft.geometry, type));
  }

  /** Forgets the points, to draw afresh; can be undone. */
  clearShape(): void {
    const draft = this.current;
    if (draft !== null) this.reshape(emptyGeometry(draft.geometry.type));
  }

  undo(): void {
    const draft = this.current;
    const geometry = this.#past.at(-1);
    if (draft === null || geometry === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, draft.geometry];
    this.#put({ ...draft, geometry });
  }

  redo(): void {
    const draft = this.current;
    const geometry = this.#future.at(-1);
    if (draft === null || geometry === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, draft.geometry];
    this.#put({ ...draft, geometry });
  }
}

export const areaDraft = new AreaDraft();

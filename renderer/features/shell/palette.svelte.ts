import { call } from '../../bridge.ts';
import type { AppError, Output } from '../../bridge.ts';
import { ENTITIES, entities } from '../../../shared/model/entity.ts';
import { pageOfCommand } from '../../../shared/rules/commands.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { account } from '../../state/account.svelte.ts';
import { areasAt } from '../../state/areasAt.svelte.ts';
import type { AreaHere } from '../../state/areasAt.svelte.ts';
import { formatDateTime, formatPosition } from '../../state/format.ts';
import { mapViews } from '../../state/mapViews.svelte.ts';
import { positionOf } from '../../state/position.ts';
import { reference } from '../../state/reference.svelte.ts';
import { remembered } from '../../state/remembered.svelte.ts';
import { eachOnce } from '../../state/eachOnce.ts';
import { route } from '../../state/route.svelte.ts';
import { mapText, text } from '../../text/en.ts';
import { focusOpened } from '../../ui/lostFocus.ts';
import { pageOfEntity } from '../../records/entities.ts';
import { tellQueued } from '../../records/writes/remedies.ts';
import { deskCommands, keysOf } from './commands.svelte.ts';
import type { DeskCommand } from './commands.svelte.ts';
import { LETTERS_ALONE, fuzzyMatches } from './fuzzy.ts';
import type { Plan } from './line/plan.ts';
import { TypedLine, knowOwner, send } from './line/typedLine.svelte.ts';

/** One line of the palette. */
export interface Entry {
  key: string;
  title: string;
  detail: string;
  keys?: string;
  /** Why it can't be done now. */
  refused?: string;
  /** What the line becomes, of an entry that only goes on with it. */
  fills?: string;
  /** What it would change, of a line that is understood. */
  plan?: Plan;
  /** Queues what the line says; an error where it was refused. */
  send?: () => Promise<AppError | null>;
  run: () => void;
}

interface Section {
  title: string;
  entries: Entry[];
}

/** Instants in a record's own words, which stand in the person's zone as everywhere. */
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
function withTimes(detail: string): string {
  return detail.replaceAll(INSTANT, (iso) => formatDateTime(Date.parse(iso)));
}

type Hit = Output<'records.search'>['hits'][number];

/** Every command that can be named here; the palette itself is open already. */
function entriesOfCommands(): Entry[] {
  // Where one can go comes first.
  const isPage = ({ name }: DeskCommand): boolean => pageOfCommand(name) !== null;
  return deskCommands()
    .filter(({ name }) => name !== 'palette')
    .sort((a, b) => Number(isPage(b)) - Number(isPage(a)))
    .map(({ name, title, refused, run }) => {
      const keys = keysOf(name);
      return {
        ...{ key: `command:${name}`, title, detail: '', run },
        ...(keys === null ? {} : { keys }),
        ...(refused === undefined ? {} : { refused }),
      };
    });
}

/** Views of the map: the map that is open shows one, or that of the vehicles. */
function entriesOfMapViews(): Entry[] {
  return mapViews.saved.value.map((view, i) => ({
    key: `mapView:${view.name}`,
    title: mapText.views.palette(view.name),
    detail: mapText.views.detail,
    ...(i < 9 ? { keys: text.table.views.shiftKey(i + 1) } : {}),
    run: () => {
      mapViews.show(view);
      if (route.page !== 'areas') route.go('vehicles', route.page === 'vehicles' ? route.id : null);
    },
  }));
}

function newAreaAt({ lat, lng }: LatLng): Entry {
  const query = { lat: lat.toFixed(6), lng: lng.toFixed(6) };
  return {
    key: 'command:newAreaAt',
    title: text.palette.newAreaAt(formatPosition(lat, lng)),
    detail: '',
    run: () => route.go('areas', 'new', { query }),
  };
}

interface Recent {
  entity: string;
  id: string;
  title: string;
  detail: string;
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['entity', 'id', 'title', 'detail'].every(
    (key) => typeof new Map(Object.entries(value)).get(key) === 'string',
  );

const RECENTS = 8;
/** What people look for: reference data would crowd it out. */
const SOUGHT = [
  ...ENTITIES.filter((entity) => entities[entity].tier !== 'reference'),
  'answer' as const,
];
const HITS = 12;

export class Palette {
  #typed = $state('');
  /** Records that were found, and the words that they answer. */
  #hits = $state.raw<{ typed: string; hits: readonly Hit[] }>({ typed: '', hits: [] });
  /** Areas at the place that was typed. */
  #here = $state.raw<{ typed: string; areas: readonly AreaHere[] } | null>(null);
  #asked = 0;
  readonly #line = new TypedLine();
  readonly #recents = remembered<readonly Recent[]>('palette.recents', [], (stored) =>
    Array.isArray(stored) ? stored.filter(isRecent).slice(0, RECENTS) : [],
  );

  /** Reads what the account that is open has of it, and what was typed anew by its records. */
  begin(): void {
    void this.#recents.load();
    void mapViews.saved.load();
    void this.#line.load();
    this.#hits = { typed: '', hits: [] };
    this.#here = null;
    this.typed = this.#typed;
  }

  get typed(): string {
    return this.#typed;
  }
  set typed(value: string) {
    this.#typed = value;
    void this.#search(value.trim());
    void this.#line.read(value);
  }

  /** Commands that answer what was typed, the best first. */
  #ranked(): { entry: Entry; rank: number }[] {
    const typed = this.#typed.trim();
    return [...entriesOfCommands(), ...entriesOfMapViews()]
      .map((entry) => ({ entry, rank: typed === '' ? 0 : fuzzyMatches(entry.title, typed) }))
      .filter((one): one is { entry: Entry; rank: number } => one.rank !== null)
      .sort((a, b) => a.rank - b.rank);
  }

  /** Whether the typed line does something or goes on with something: that stands first. */
  get #isLine(): boolean {
    const result = this.#line.of(this.#typed);
    return result?.is === 'plan' || (result?.completions.length ?? 0) > 0;
  }

  /** Whether what stands first answers what was typed, and stays there whatever is found. */
  get isSure(): boolean {
    const typed = this.#typed.trim();
    if (typed === '') return true;
    if (positionOf(typed) !== null) return this.#here?.typed === typed;
    if (!this.#line.isRead(this.#typed)) return false;
    return this.#isLine || this.#hits.typed === typed || this.#ranked()[0]?.rank === 0;
  }

  /**
   * What stands first, where it may be done unseen: a record, or a command that is called so. Never one of
   * which the letters alone fit, nor a line whose changes nobody has read.
   */
  get answer(): Entry | undefined {
    const [first] = this.sections;
    const isCalledSo = (this.#ranked()[0]?.rank ?? LETTERS_ALONE) < LETTERS_ALONE;
    const isAnswer = first?.title === text.palette.commands ? isCalledSo : !this.#isLine;
    return isAnswer ? first?.entries[0] : undefined;
  }

  /** The sections on screen, in their order; empty ones are left out. */
  get sections(): Section[] {
    const typed = this.#typed.trim();
    const ranked = this.#ranked();
    const matching = { title: text.palette.commands, entries: ranked.map(({ entry }) => entry) };
    if (typed === '') {
      const recent = this.#recents.value.map((one) => this.#record(one));
      return filled([{ title: text.palette.recent, entries: recent }, matching]);
    }
    const place = positionOf(typed);
    if (place !== null) {
      // Nothing until both are known: areas must not slip under Enter in place of the command.
      if (this.#here?.typed !== typed) return [];
      const areas = this.#here.areas.map(({ id, name }) =>
        this.#record({ entity: 'area', id, title: name, detail: '' }),
      );
      return filled([
        { title: text.palette.areasHere, entries: areas },
        { title: text.palette.commands, entries: [newAreaAt(place)] },
      ]);
    }
    const found = {
      title: text.palette.found,
      entries: this.#hits.hits.map((hit) => this.#record(hit)),
    };
    const line = { title: text.line.section, entries: this.#doing() };
    // As with a place: nothing until it is known what the line does.
    if (!this.#line.isRead(this.#typed)) return [];
    if (this.#isLine) return filled([line, found, matching]);
    // A command that begins as typed stays first: what is found later must not slip under Enter.
    return filled(ranked[0]?.rank === 0 ? [matching, found, line] : [found, matching, line]);
  }

  /** What the typed line does, or what it may become. */
  #doing(): Entry[] {
    const typed = this.#typed;
    const result = this.#line.of(typed);
    const further = result?.is === 'problem' ? result.completions : [];
    // What completes the line may be a line that was sent before, or stand for two records of one name.
    const ways = eachOnce([...further, ...this.#line.completions(typed)], ({ line }) => line);
    const goOn = ways.map((one) => ({
      key: `line:${one.line}`,
      title: one.title,
      detail: one.detail,
      fills: one.line,
      run: () => undefined,
    }));
    if (result === null) return goOn;
    const key = 'line:do';
    if (result.is === 'problem') {
      const refused = { key, title: typed, detail: '', refused: result.message };
      return [{ ...refused, run: () => undefined }, ...goOn];
    }
    const done = { key, title: result.title, detail: text.line.hint, plan: result };
    const act = async (): Promise<AppError | null> => {
      await knowOwner([result]);
      const sent = await send(typed, result);
      if (!sent.ok) {
        // It may be understood otherwise by now.
        void this.#line.read(typed);
        return sent.error;
      }
      tellQueued(result.title, sent.value);
      return null;
    };
    return [{ ...done, send: act, run: () => undefined }, ...goOn];
  }

  #record(hit: Recent): Entry {
    return {
      key: `${hit.entity}:${hit.id}`,
      title: shownTitle(hit),
      detail: [entityName(hit.entity), withTimes(hit.detail)]
        .filter((part) => part !== '')
        .join(' · '),
      run: () => {
        const { entity, id, title, detail } = hit;
        this.#recents.change((all) => {
          const others = all.filter((r) => r.entity !== entity || r.id !== id);
          return [{ entity, id, title, detail }, ...others].slice(0, RECENTS);
        });
        const [page, query] = pageOfEntity(entity);
        route.go(page, id, { query });
        void focusOpened();
      },
    };
  }

  async #search(typed: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    if (typed === '' || account.active === null) {
      this.#hits = { typed, hits: [] };
      return;
    }
    const place = positionOf(typed);
    if (place !== null) {
      const areas = await areasAt(place);
      if (asked === this.#asked) this.#here = { typed, areas };
      return;
    }
    const [result, ofKinds] = await Promise.all([
      call('records.search', { text: typed, entities: SOUGHT, limit: HITS }),
      eventsOfKinds(typed),
    ]);
    if (asked !== this.#asked) return;
    const hits = result.ok ? [...result.value.hits] : [];
    // One may be found by its words, too, or by the keys of two kinds.
    for (const one of ofKinds) {
      if (hits.every(({ entity, id }) => entity !== one.entity || id !== one.id)) hits.push(one);
    }
    this.#hits = { typed, hits: hits.slice(0, HITS) };
  }
}

/** What a record is called on the screen: camera events bear the key of their kind. */
function shownTitle({ entity, title }: Pick<Recent, 'entity' | 'title'>): string {
  return entity === 'cameraEvent' ? (reference.eventTypeName(title) ?? title) : title;
}

/** Shorter texts are in the names of most kinds. */
const LEAST_OF_KIND = 3;
/** Camera events whose kind is called what was typed: their records name it by its key. */
async function eventsOfKinds(typed: string): Promise<readonly Hit[]> {
  if (typed.length < LEAST_OF_KIND) return [];
  const found = await Promise.all(
    reference
      .eventTypesNamed(typed)
      .map((text) => call('records.search', { text, entities: ['cameraEvent'], limit: HITS })),
  );
  return found.flatMap((one) => (one.ok ? one.value.hits : []));
}

function filled(sections: Section[]): Section[] {
  return sections.filter(({ entries }) => entries.length > 0);
}

function entityName(entity: string): string {
  const names: Readonly<Record<string, string>> = text.entity;
  return Object.hasOwn(names, entity) ? (names[entity] ?? entity) : entity;
}

import { href, parseRoute } from '../routes.ts';
import type { PageName, Route } from '../routes.ts';
import { asksBefore } from './unsaved.ts';

/** Goes to an entry of the window's history; one that is gone, or given up for another, leads nowhere. */
function traverseTo(key: string): void {
  const { committed, finished } = window.navigation.traverseTo(key);
  committed?.catch(() => undefined);
  finished?.catch(() => undefined);
}

/** The page that is open. */
class CurrentRoute {
  #route = $state.raw<Route>(parseRoute(window.location.hash));
  /** By themselves: what depends on the record is not made anew where only the query changes. */
  readonly #page = $derived(this.#route.page);
  readonly #id = $derived(this.#route.id);
  /** What is shown, in the window's history. */
  #entry = window.navigation.currentEntry?.key ?? null;

  constructor() {
    window.addEventListener('hashchange', () => this.#heard());
  }

  get page(): PageName {
    return this.#page;
  }
  get id(): string | null {
    return this.#id;
  }
  get query(): Readonly<Record<string, string>> {
    return this.#route.query;
  }

  /** The address may be told again by its event: what is shown already is no change. */
  #follow(hash: string): void {
    const next = parseRoute(hash);
    if (!this.#isAt(next)) this.#route = next;
    this.#entry = window.navigation.currentEntry?.key ?? null;
  }
  /** The address has changed: by a link, or back and forward, which nobody can ask before. */
  #heard(): void {
    const here = this.#entry;
    const there = window.navigation.currentEntry?.key ?? null;
    const isElsewhere = !this.#isAt(parseRoute(window.location.hash));
    if (isElsewhere && here !== null && there !== null && here !== there) {
      // It goes back while the person is asked, and there again where they leave.
      if (asksBefore(() => traverseTo(there))) {
        traverseTo(here);
        return;
      }
    }
    this.#follow(window.location.hash);
  }
  #isAt(other: Route): boolean {
    return JSON.stringify(other) === JSON.stringify(this.#route);
  }

  /**
   * Goes to a page: at once, or after what was typed may go. `replace` leaves no step in the history,
   * and asks nothing: it shows the same in other words.
   */
  go(
    page: PageName,
    id?: string | null,
    options: { query?: Record<string, string>; replace?: boolean } = {},
  ): void {
    const target = href(page, id, options.query);
    if (options.replace === true) {
      // A link that was followed is told a moment later: what replaces the page that it left, such as
      // a record's own id, must not replace the one that it leads to.
      if (!this.#isAt(parseRoute(window.location.hash))) return;
      window.history.replaceState(null, '', target);
      this.#follow(target);
      return;
    }
    const go = (): void => {
      window.location.hash = target;
      this.#follow(target);
    };
    if (this.#isAt(parseRoute(target)) || !asksBefore(go)) go();
  }
}

export const route = new CurrentRoute();

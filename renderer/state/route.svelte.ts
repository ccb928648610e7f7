import { href, parseRoute } from '../routes.ts';
import type { PageName, Route } from '../routes.ts';

/** The page that is open. */
class CurrentRoute {
  #route = $state.raw<Route>(parseRoute(window.location.hash));
  /** By themselves: what depends on the record is not made anew where only the query changes. */
  readonly #page = $derived(this.#route.page);
  readonly #id = $derived(this.#route.id);

  constructor() {
    window.addEventListener('hashchange', () => this.#follow(window.location.hash));
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
  }
  #isAt(other: Route): boolean {
    return JSON.stringify(other) === JSON.stringify(this.#route);
  }

  /** Goes to a page, at once; `replace` leaves no step in the history. */
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
    } else {
      window.location.hash = target;
    }
    this.#follow(target);
  }
}

export const route = new CurrentRoute();

import { href, parseRoute } from '../routes.ts';
import type { PageName, Route } from '../routes.ts';

/** The page that is open. */
class CurrentRoute {
  #route = $state.raw<Route>(parseRoute(window.location.hash));

  constructor() {
    window.addEventListener('hashchange', () => {
      this.#route = parseRoute(window.location.hash);
    });
  }

  get page(): PageName {
    return this.#route.page;
  }
  get id(): string | null {
    return this.#route.id;
  }
  get query(): Readonly<Record<string, string>> {
    return this.#route.query;
  }

  /** Goes to a page; `replace` leaves no step in the history. */
  go(
    page: PageName,
    id?: string | null,
    options: { query?: Record<string, string>; replace?: boolean } = {},
  ): void {
    const target = href(page, id, options.query);
    if (options.replace === true) {
      window.history.replaceState(null, '', target);
      this.#route = parseRoute(target);
    } else {
      window.location.hash = target;
    }
  }
}

export const route = new CurrentRoute();

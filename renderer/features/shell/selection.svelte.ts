import { call, listen } from '../../bridge.ts';
import type { EventOf } from '../../bridge.ts';
import type { Route } from '../../routes.ts';
import { route } from '../../state/route.svelte.ts';
import { isDialogOpen } from '../../ui/keyTarget.ts';
import { entityOn } from './followed.ts';

/** This window, among those that are open. */
const me = crypto.randomUUID();

/**
 * The record that is open, linked between windows: picked in one, it is shown in every other one whose
 * page shows records of its kind, until a window is told to stay as it is.
 */
class Selection {
  follows = $state(true);
  /** What any window told last, so that following is no picking. */
  #last = '';

  start(): () => void {
    const stopTelling = $effect.root(() => {
      $effect(() => this.#picked(route));
    });
    const stopListening = listen('selection', (picked) => this.#follow(picked));
    return () => {
      stopTelling();
      stopListening();
    };
  }

  #picked({ page, id, query }: Route): void {
    const entity = entityOn({ page, id, query });
    if (entity === null || id === null || this.#last === `${entity} ${id}`) return;
    this.#last = `${entity} ${id}`;
    void call('shell.select', { entity, id, from: me });
  }

  #follow({ entity, id, from }: EventOf<'selection'>): void {
    if (from === me) return;
    // Also where it is not followed: what this window picked before that is told once more.
    this.#last = `${entity} ${id}`;
    const { page, id: open, query } = route;
    // What is being filled in stays where it is.
    if (!this.follows || isDialogOpen() || open === id) return;
    if (entityOn({ page, id: open, query }) !== entity) return;
    route.go(page, id, { query: { ...query }, replace: true });
  }
}

export const selection = new Selection();

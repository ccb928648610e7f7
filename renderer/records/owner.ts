import { reference } from '../state/reference.svelte.ts';

/** The client that will own a new record, as it travels. */
export interface Owner {
  readonly id: string | number;
  readonly name: string;
}

/**
 * Whether a new record needs its client named: for accounts that stand above the clients. False while it is not
 * known who is signed in: what saves a new record waits for `reference.readMe` first.
 */
export function needsOwner(): boolean {
  return reference.aboveClients;
}

/** The owner as a tenant's field beside the body; null where none is named. */
export function ownerExtra(owner: Owner | null): string | null {
  return owner === null ? null : JSON.stringify({ clientId: owner.id });
}

import type { Core } from './core.ts';

/**
 * Opens the local workspace where no account is in use yet; a person's own account is left alone.
 * For starts from a checkout, which should show a living fleet at once.
 */
export async function openLocalWhenEmpty(core: Core): Promise<void> {
  const known = await core.call('session.accounts', {});
  if (known.ok && !known.value.accounts.some((account) => account.active)) {
    await core.call('session.openLocal', {});
  }
}

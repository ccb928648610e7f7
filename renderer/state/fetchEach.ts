import type { AppError, Output, Result } from '../bridge.ts';
import type { Way } from './job.svelte.ts';

/**
 * Fetches files one after the other; one that can't be had keeps the others from nothing.
 *
 * @param way is told how far it is; what it gives says whether it goes on
 * @returns why the first of them could not be had; null where all could
 */
export async function fetchEach(
  urls: readonly string[],
  ask: (urls: string[]) => Promise<Result<Output<'answers.fetchFiles'>>>,
  way: Way,
): Promise<{ failed: AppError | null }> {
  let failed: AppError | null = null;
  for (const [at, url] of urls.entries()) {
    if (!way(at, urls.length)) break;
    const fetched = await ask([url]);
    // Without a network or a session the next one fails like this one.
    if (!fetched.ok) return { failed: fetched.error };
    failed ??= fetched.value.failed[0]?.error ?? null;
    if (failed?.kind === 'offline' || failed?.kind === 'auth') break;
  }
  return { failed };
}

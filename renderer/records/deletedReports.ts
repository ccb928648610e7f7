import { call } from '../bridge.ts';
import type { Output, Result } from '../bridge.ts';

/** A report that was deleted, as it was when it went. */
export type DeletedReport = Output<'removals.trash'>['rows'][number];

/** As many as are asked for at once. */
const MOST = 500;

/**
 * Scheduled reports that were deleted, here or elsewhere, and did not come back since: each once, the
 * latest first. Errors: those of `removals.trash`.
 */
export async function deletedReports(): Promise<Result<readonly DeletedReport[]>> {
  const gone = await call('removals.trash', { entity: 'scheduledReport', limit: MOST });
  if (!gone.ok || gone.value.rows.length === 0) return gone.ok ? { ok: true, value: [] } : gone;
  const listed = await call('records.ids', {
    view: { entity: 'scheduledReport', archived: 'all' },
  });
  const here = new Set(listed.ok ? listed.value.ids : []);
  const value = gone.value.rows.filter(
    ({ id }, i, all) => !here.has(id) && all.findIndex((other) => other.id === id) === i,
  );
  return { ok: true, value };
}

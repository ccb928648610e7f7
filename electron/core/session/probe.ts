import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { probeLists } from './probeLists.ts';
import { probePaging } from './probePaging.ts';
import { Probing, Stopped, type ProbeSetup } from './probing.ts';
import type { HttpReply } from '../ports.ts';

/**
 * Asks a service about names that the interface specification leaves open (sections 4 and 8), by
 * reads that change nothing: the names of paging, the number of the first page, the page size in
 * force, the filter for archived records, where small lists lie in their answers. It only looks: what
 * it found is a proposal under whatever the person set.
 */

const findingSchema = z.object({
  about: z.enum(['limit', 'page', 'firstPage', 'pageSize', 'archived', 'envelope']),
  /** The endpoint that was asked. */
  endpoint: z.string(),
  /** What Waybill uses without this finding. */
  used: z.string(),
  /** What the service understands; null where it could not be told. */
  found: z.nullable(z.string()),
});

const probedSchema = z.object({
  /** When it was asked, ms since 1970. */
  at: z.number(),
  /** What differs from the profile that was used, as overrides: JSON object text. */
  overrides: z.string(),
  findings: z.array(findingSchema),
});
export type Probed = z.output<typeof probedSchema>;

/** Reads what an earlier run kept; null where there is none or it is of another version. */
export function readProbed(text: string | null): Probed | null {
  if (text === null) return null;
  try {
    const parsed = z.safeParse(probedSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Asks a service about its names, by some thirty small reads. `limited` hears of an answer that asks to
 * be left alone.
 *
 * Errors: `profile.probeStopped` where it could not be asked to the end.
 */
export async function probe(
  setup: ProbeSetup & { now(): number; limited(reply: HttpReply): void },
): Promise<Result<Probed>> {
  const probing = new Probing(setup);
  try {
    await probePaging(probing);
    await probeLists(probing);
  } catch (cause) {
    if (!(cause instanceof Stopped)) throw cause;
    if (cause.limited !== null) setup.limited(cause.limited);
    return fail({
      kind: 'offline',
      code: 'profile.probeStopped',
      message: 'The service could not be asked about its names to the end.',
      safe: 'The profile in use is as it was.',
      next: 'retry',
    });
  }
  const { findings } = probing;
  return ok({ at: setup.now(), overrides: probing.overrides(), findings });
}

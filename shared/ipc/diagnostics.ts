import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { epochMs, none, saved } from './shapes.ts';

/** What whoever looks into a mistake needs, without anything of a fleet or a person in it. */
export const diagnostics = {
  /** How long starting, scanning and sending took since the start. */
  'diagnostics.timings': {
    does: 'read',
    input: none,
    output: z.object({
      timings: z.array(
        z.object({
          event: z.string(),
          /** The list that it was done with; empty for the app as a whole. */
          of: z.string(),
          count: z.number(),
          lastMs: z.number(),
          longestMs: z.number(),
          at: epochMs,
        }),
      ),
    }),
  },
  /** The files of the diagnostic bundle as they would be saved. */
  'diagnostics.preview': {
    does: 'read',
    input: none,
    output: z.object({ files: z.array(z.object({ name: z.string(), text: z.string() })) }),
  },
  /** Hands the person the diagnostic bundle, a ZIP of the files that `diagnostics.preview` shows. */
  'diagnostics.save': { does: 'write', of: 'app', input: none, output: z.object({ saved }) },
} as const satisfies Calls;

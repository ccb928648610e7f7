import * as z from 'zod/mini';
import { anyObject, instant, nonEmpty, text, wireId } from './fields.ts';

/** Export formats of a scheduled report (section 2.12). */
export const REPORT_FORMATS = ['csv', 'pdf', 'xlsx'] as const;

export const scheduledReport = z.looseObject({
  id: wireId,
  name: text,
  type: text,
  format: text,
  params: anyObject,
  status: text,
  createdAt: instant,
  updatedAt: instant,
});
export const scheduledReportQuery = z.looseObject({ format: z.optional(z.enum(REPORT_FORMATS)) });
export const scheduledReportCreate = z.strictObject({
  name: nonEmpty,
  type: nonEmpty,
  format: z.enum(REPORT_FORMATS),
  params: z.optional(z.looseObject({})),
});
export const scheduledReportUpdate = z.strictObject({
  name: z.optional(nonEmpty),
  type: z.optional(nonEmpty),
  format: z.optional(z.enum(REPORT_FORMATS)),
  params: z.optional(z.looseObject({})),
});

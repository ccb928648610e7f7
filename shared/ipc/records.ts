import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import {
  appError,
  entity,
  epochMs,
  fetchedFiles,
  fileAddress,
  fileHost,
  fieldPath,
  filesBeside,
  jsonText,
  listView,
  none,
  op,
  recordId,
  row,
  saved,
  someFiles,
} from './shapes.ts';

/** Lists travel as `name[]=` by themselves: with brackets in its name one would get them twice. */
const queryName = z.string().check(
  z.refine((name) => !name.endsWith('[]'), {
    error: 'A list is named without its brackets.',
  }),
);

const ofRecord = z.strictObject({ entity, id: recordId });

/** Lists and records out of the mirror. None of these waits for the network. */
export const records = {
  /** A window of a list: rows at `offset`, and how many there are in all. */
  'records.window': {
    does: 'read',
    input: z.strictObject({
      view: listView,
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(500)),
    }),
    output: z.object({
      rows: z.array(row),
      total: z.number(),
      /** Changes whenever the entity's records change. */
      revision: z.number(),
      /** When the last complete scan ended; null before the first. */
      scannedAt: z.nullable(epochMs),
    }),
  },
  /** Ids of a whole view in its order, for select-all and keyboard jumps. */
  'records.ids': {
    does: 'read',
    input: z.strictObject({ view: listView }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Ids of a whole view in no order, for marking them elsewhere: one JSON array, cheap to hand on. */
  'records.matching': {
    does: 'read',
    input: z.strictObject({ view: listView }),
    output: z.object({ ids: z.string() }),
  },
  /** Counts by value of one field under a view, for filter chips: `status` gives driving 112… */
  'records.facets': {
    does: 'read',
    input: z.strictObject({ view: listView, field: fieldPath }),
    output: z.object({
      counts: z.array(z.object({ value: z.nullable(z.string()), count: z.number() })),
    }),
  },
  /** One record with its base and its ops, oldest first; ops of every state. */
  'records.get': {
    does: 'read',
    input: z.strictObject({ entity, id: recordId }),
    output: z.nullable(z.object({ row, base: z.nullable(jsonText), ops: z.array(op) })),
  },
  /**
   * Pictures, recordings and documents that a record names, as a camera event does: those that are here,
   * and the addresses of those that are not, at its own service and at others. Nothing is asked for.
   */
  'records.files': {
    does: 'read',
    input: ofRecord,
    output: filesBeside,
  },
  /** Asks the service, with the session, for those that are not here. */
  'records.fetchFiles': {
    does: 'write',
    input: z.extend(ofRecord, { urls: someFiles }),
    output: fetchedFiles,
  },
  /**
   * Asks another server, without anything of the session, for the files that a record names there. The
   * desk asks the person about that server first.
   */
  'records.fetchElsewhere': {
    does: 'write',
    input: z.extend(ofRecord, { host: fileHost, urls: someFiles }),
    output: fetchedFiles,
  },
  /** Hands the person a PDF or a recording that lies beside a record. */
  'records.saveFile': {
    does: 'read',
    input: z.extend(ofRecord, { url: fileAddress }),
    output: z.object({ saved }),
  },
  /** Full-text search over everything the mirror holds, opened answers too, best first. */
  'records.search': {
    does: 'read',
    input: z.strictObject({
      text: z.string().check(z.maxLength(200)),
      /** `answer` are the answers to forms that were opened; all kinds where absent. */
      entities: z.optional(z.array(z.union([entity, z.literal('answer')]))),
      limit: z.int().check(z.gte(1), z.lte(100)),
    }),
    output: z.object({
      hits: z.array(
        z.object({
          entity: z.string(),
          id: z.string(),
          title: z.string(),
          detail: z.string(),
          archived: z.boolean(),
        }),
      ),
    }),
  },
  /** Asks the service for a record (or, without an id, scans the entity) now. */
  'records.refresh': {
    does: 'write',
    input: z.strictObject({ entity, id: z.optional(recordId) }),
    output: none,
  },
  /** Living positions of every vehicle that has one; afterwards the event `positions` tells. */
  'records.positions': {
    does: 'read',
    input: none,
    output: z.object({
      revision: z.number(),
      ids: z.array(z.string()),
      /** Index into POSITION_STATUSES of shared/rules/positions.ts. */
      status: z.instanceof(Uint8Array),
      /** Latitude and longitude in turn, degrees. */
      coordinates: z.instanceof(Float64Array),
      /** Degrees clockwise from north; NaN where unknown. */
      heading: z.instanceof(Float32Array),
      /** When the fix was taken, ms since 1970; NaN where unknown. */
      fixedAt: z.instanceof(Float64Array),
    }),
  },
  /**
   * Any reading endpoint of the catalogue by its parameters: the mirror's copy with its age, and a
   * fresh one where asked for and possible. A failed refresh gives the copy and the error.
   */
  'records.read': {
    does: 'read',
    input: z.strictObject({
      endpoint: z.string(),
      params: z.optional(z.record(z.string(), z.string())),
      query: z.optional(z.record(queryName, z.union([z.string(), z.array(z.string())]))),
      refresh: z.enum(['never', 'ifMissing', 'always']),
      /** Every point of a document that has too many to show, as the mirror keeps it. */
      whole: z.optional(z.boolean()),
    }),
    output: z.object({
      json: z.nullable(jsonText),
      readAt: z.nullable(epochMs),
      /**
       * How many of the points these are, where the service gave more; the mirror keeps them all.
       * Null where they are all; null counts where they were not counted.
       */
      thinned: z.nullable(z.object({ shown: z.nullable(z.number()), all: z.nullable(z.number()) })),
      error: z.nullable(appError),
    }),
  },
} as const satisfies Calls;

import * as z from 'zod/mini';
import { ENTITIES } from '../model/entity.ts';
import { OP_STATES } from '../rules/opStates.ts';
import type { OpState } from '../rules/opStates.ts';

/** Shapes that several calls share. JSON texts of records are strings: the service's own spelling. */

export const none = z.strictObject({});
export const entity = z.enum(ENTITIES);
/** An identifier that the desk asks for: no longer than an address can carry. */
export const recordId = z.string().check(z.minLength(1), z.maxLength(20_000));
/** One that the service gave: whatever its length, it must not keep the others from being shown. */
export const givenId = z.string();
/** JSON text, exactly as the service spelled it wherever nothing was changed. */
export const jsonText = z.string();
/** Milliseconds since 1970, UTC. */
export const epochMs = z.number();
/** A field of a record by its dotted path: `regNo`, `driver.fullName`. */
export const fieldPath = z
  .string()
  .check(z.regex(/^[A-Za-z_][\w]*(\.[A-Za-z_][\w]*)*$/), z.maxLength(100));

export const appError = z.object({
  kind: z.enum([
    'offline',
    'auth',
    'denied',
    'conflict',
    'missing',
    'invalid',
    'server',
    'local',
    'bug',
  ]),
  code: z.string(),
  message: z.string(),
  safe: z.exactOptional(z.string()),
  next: z.enum([
    'retry',
    'signIn',
    'editInput',
    'checkAddress',
    'waitForNetwork',
    'openOutbox',
    'freeSpace',
    'askAdministrator',
    'report',
    'none',
  ]),
  status: z.exactOptional(z.number()),
  requestId: z.exactOptional(z.string()),
  fields: z.exactOptional(z.record(z.string(), z.array(z.string()))),
});

/** A write's state; what each means: `shared/rules/opStates.ts`. */
export const opState = z.enum(OP_STATES);
export type { OpState };

/** Why a queued op is not sent yet. */
export const HOLDS = [
  'op',
  'signIn',
  'offline',
  'rateLimit',
  'disk',
  'person',
  'retry',
  /** A few seconds in which a write that can't be undone can still be taken back. */
  'grace',
  /** Exported to be sent from elsewhere; goes on here only when a person says so. */
  'handedOver',
  /** Came out of a file; verified once a person lets it go. */
  'imported',
] as const;
export const hold = z.enum(HOLDS);
export type Hold = z.output<typeof hold>;

/** Remedies that their name says all about. */
const PLAIN_REMEDIES = [
  'cancel',
  'retry',
  'hold',
  'resume',
  'discard',
  'undo',
  'recreate',
  /** Brings back what was discarded. */
  'restore',
  /** Says that the further records of a create were seen and may stay. */
  'acknowledge',
] as const;
/** What a person can do with an op in its present state. */
export const REMEDIES = [...PLAIN_REMEDIES, 'edit', 'link', 'resolve'] as const;
export const remedy = z.enum(REMEDIES);
export type Remedy = z.output<typeof remedy>;

export type PlainRemedy = (typeof PLAIN_REMEDIES)[number];

type WithoutMore = Exclude<PlainRemedy, 'retry'>;
const WITHOUT_MORE = PLAIN_REMEDIES.filter((one): one is WithoutMore => one !== 'retry');

const side = z.enum(['base', 'mine', 'theirs']);

/** What a person decides about a write: one of its remedies, with what that needs. */
export const decision = z.discriminatedUnion('remedy', [
  z.strictObject({ remedy: z.enum(WITHOUT_MORE) }),
  z.strictObject({
    remedy: z.literal('retry'),
    /** The candidates that the person has looked at: none of them is what it made. Absent: none. */
    seen: z.optional(z.array(givenId)),
    /**
     * The code of what the write asked as that was decided; null: nothing. A decision without one is about what it
     * asks at that moment, whatever that is.
     */
    asked: z.optional(z.nullable(z.string())),
  }),
  z.strictObject({
    remedy: z.literal('edit'),
    body: z.record(z.string(), z.json()),
    /** A tenant's own fields that change as well, null to leave one out of a new record; the others travel as they did. */
    extra: z.optional(jsonText),
    /** What the write said when its form was opened: what was folded into it since stays. */
    was: z.optional(jsonText),
  }),
  z.strictObject({
    remedy: z.literal('resolve'),
    /**
     * By disputed field which value it takes, and what the service held as the choice was made; null: nothing.
     * A side alone is a choice over what the write shows at that moment, whatever that is.
     */
    choices: z.record(
      z.string(),
      z.union([side, z.strictObject({ side, theirs: z.nullable(jsonText) })]),
    ),
  }),
  /** The record that an uncertain create has become. */
  z.strictObject({ remedy: z.literal('link'), id: recordId }),
]);
export type Decision = z.output<typeof decision>;
export type Choices = Extract<Decision, { remedy: 'resolve' }>['choices'];

/** One field on which mine and theirs disagree; JSON texts, null where the field is absent. */
export const fieldConflict = z.object({
  field: z.string(),
  base: z.nullable(jsonText),
  mine: z.nullable(jsonText),
  theirs: z.nullable(jsonText),
});
export type FieldConflict = z.output<typeof fieldConflict>;

/** A record that an uncertain create may have made, beside what the create sent. */
export const candidate = z.object({
  id: givenId,
  /** Where its fields come from; `gone` where the service no longer has it. */
  source: z.enum(['service', 'mirror', 'gone', 'unknown']),
  archived: z.boolean(),
  /** Name of the other write of this desk that has made it; it can't be linked then. */
  claimedBy: z.nullable(z.string()),
  /** The fields that were sent; `theirs` is null where the record does not show one. */
  fields: z.array(
    z.object({
      field: z.string(),
      mine: z.nullable(jsonText),
      theirs: z.nullable(jsonText),
      isSame: z.boolean(),
    }),
  ),
});
export type Candidate = z.output<typeof candidate>;

/** One write of the outbox as the ledger shows it. */
export const op = z.object({
  id: z.string(),
  seq: z.number(),
  endpoint: z.string(),
  /** For people: "Change a vehicle". */
  title: z.string(),
  entity,
  /** Local id: the service's id, or a temporary one (`~new-…`) until the create is confirmed. */
  targetId: z.string(),
  /** Name of the record when the write was made: registration, area name. */
  label: z.string(),
  state: opState,
  hold: z.nullable(hold),
  holdUntil: z.nullable(epochMs),
  /** Body fields that travel, as JSON object text. */
  patch: jsonText,
  /** The fields that it sets as they were, as JSON object text. */
  before: jsonText,
  /**
   * The other record of an assignment: the field of the target that shows it, its kind, and the id
   * that the field gets (null where the write takes it away). `canGoBack` where a conflict can be
   * ended with the one from before. Null for every other write.
   */
  link: z.nullable(
    z.object({ field: z.string(), entity, id: z.nullable(givenId), canGoBack: z.boolean() }),
  ),
  /**
   * What the write sets where no body tells it, as JSON text: `true` where it archives, `null` where
   * it takes something off. Null for a write whose body tells all.
   */
  sets: z.nullable(jsonText),
  dependsOn: z.array(z.string()),
  attempts: z.number(),
  createdAt: epochMs,
  updatedAt: epochMs,
  error: z.nullable(appError),
  conflicts: z.array(fieldConflict),
  /** Records that an uncertain create may have become; one of them can be linked. */
  candidates: z.optional(z.array(givenId)),
  /** Endpoint of the compensating op, or `none`. */
  inverse: z.string(),
  remedies: z.array(remedy),
});
export type Op = z.output<typeof op>;

/** A record as lists show it: base ⊕ pending ops. */
export const row = z.object({
  id: givenId,
  json: jsonText,
  archived: z.boolean(),
  /** Exists only on this computer so far. */
  temporary: z.boolean(),
  /** Pending ops on it, and the state that most needs attention. */
  pending: z.number(),
  mark: z.nullable(z.enum(['waiting', 'sending', 'needsYou'])),
  /** Fields that a pending op has changed. */
  changed: z.array(z.string()),
  /** When the service last gave this record; null for a temporary one. */
  readAt: z.nullable(epochMs),
  /** False when complete lists no longer hold it. */
  listed: z.boolean(),
});
export type Row = z.output<typeof row>;

const lat = z.number().check(z.gte(-90), z.lte(90));
const lng = z.number().check(z.gte(-180), z.lte(180));
/** A box in degrees, south ≤ north and west ≤ east; one without extent is a position. */
export const bounds = z
  .strictObject({ south: lat, west: lng, north: lat, east: lng })
  .check(z.refine(({ south, west, north, east }) => south <= north && west <= east));

/** What a list shows and in which order. */
const aboutField = {
  field: fieldPath,
  /** Further fields that count where the one before holds nothing. */
  or: z.optional(z.array(fieldPath).check(z.maxLength(4))),
};
const conditionText = z.string().check(z.minLength(1), z.maxLength(200));

/** A condition about any field of a list; what it compares is the field's text in the record. */
const listCondition = z.union([
  /** Without case and accents. */
  z.strictObject({ ...aboutField, is: z.enum(['contains', 'lacks']), text: conditionText }),
  z.strictObject({ ...aboutField, is: z.enum(['empty', 'filled']) }),
  z.strictObject({
    ...aboutField,
    is: z.literal('oneOf'),
    values: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  }),
  /** Both ends count; null leaves one open. An instant in milliseconds since 1970. */
  z.strictObject({
    ...aboutField,
    is: z.literal('between'),
    as: z.enum(['number', 'instant']),
    from: z.nullable(z.number()),
    to: z.nullable(z.number()),
  }),
]);

export const listView = z.strictObject({
  entity,
  /** Words; every one must occur in the searched fields. */
  text: z.optional(z.string().check(z.maxLength(200))),
  /** Field equals one of the values. Together no more than one statement of SQLite can take. */
  filters: z.optional(
    z
      .array(
        z.strictObject({
          field: fieldPath,
          oneOf: z.array(z.nullable(z.string())).check(z.maxLength(1_000)),
        }),
      )
      .check(z.maxLength(20)),
  ),
  /** All of them are met. */
  conditions: z.optional(z.array(listCondition).check(z.maxLength(12))),
  archived: z.optional(z.enum(['no', 'only', 'all'])),
  /** Areas that have a position in the box, by their exact shape; no other record has a place. */
  within: z.optional(bounds),
  sort: z.optional(z.strictObject({ field: fieldPath, descending: z.optional(z.boolean()) })),
});
export type ListView = z.output<typeof listView>;

/** The connection as the chip shows it. */
export const connection = z.object({
  state: z.enum(['online', 'offline', 'workOffline', 'signedOut', 'expired']),
  since: epochMs,
  /** Address of the service without credentials; empty before the first sign-in. */
  address: z.string(),
  syncing: z.nullable(
    z.object({ entity: z.string(), step: z.number(), steps: z.number(), rows: z.number() }),
  ),
  waiting: z.number(),
  needsYou: z.number(),
  lastContactAt: z.nullable(epochMs),
  tokenExpiresAt: z.nullable(epochMs),
  /** Whether the sign-in is renewed by itself before then; absent counts as no. */
  tokenRenews: z.optional(z.boolean()),
  error: z.nullable(appError),
  /** Lists that could not be read when they were last asked for, each with the reason. */
  failed: z.record(z.string(), appError),
});
export type Connection = z.output<typeof connection>;

/** An account is one identity: workspace, base address, tenant and user. */
export const account = z.object({
  id: z.string(),
  workspace: z.enum(['local', 'remote']),
  baseUrl: z.string(),
  /** Who is signed in: name or e-mail address. */
  user: z.string(),
  tenant: z.string(),
  active: z.boolean(),
  signedIn: z.boolean(),
  waiting: z.number(),
});
export type Account = z.output<typeof account>;

/** What is said of nothing that is on screen; `code` tells kinds of them apart. */
export const notice = z.object({
  level: z.enum(['info', 'warning']),
  code: z.string(),
  message: z.string(),
});

/** What became of a file that was handed to the person. */
export const saved = z.object({
  /** `download`: fetch `href` on the app's own origin; `file`: saved; `cancelled`: the person closed the dialog. */
  outcome: z.enum(['download', 'file', 'cancelled']),
  href: z.nullable(z.string()),
  fileName: z.string(),
});

/** Pictures, recordings and documents that a record or an answer names. */
export const filesBeside = z.object({
  /** Data addresses of the pictures that are here, by their own. */
  pictures: z.record(z.string(), z.string()),
  /** PDFs and recordings that are here: what is handed out to be seen elsewhere. */
  documents: z.array(z.object({ url: z.string(), sizeBytes: z.number(), readAt: epochMs })),
  /** Addresses of those at the service that are not here. */
  absent: z.array(z.string()),
  /** What is absent and lies at other servers, by these. */
  elsewhere: z.array(z.object({ host: z.string(), urls: z.array(z.string()) })),
});
/** Files of an answer or record that are asked for; all of them where it is left out. */
export const someFiles = z.optional(
  z.array(z.string().check(z.minLength(1), z.maxLength(4_000))).check(z.maxLength(60)),
);
/** A server by its name, with its port where it has one of its own. */
export const fileHost = z.string().check(z.minLength(1), z.maxLength(300));
export const fileAddress = z.string().check(z.maxLength(4_000));

/** What came of asking for them. */
export const fetchedFiles = z.object({
  had: z.number(),
  failed: z.array(z.object({ url: z.string(), error: appError })),
});

/** The writes of an account that are not settled, by what they do. */
export const waitingWrites = z.object({
  total: z.number(),
  /** How many of them are on their way, or being checked, at this moment. */
  inFlight: z.number(),
  kinds: z.array(
    z.object({
      endpoint: z.string(),
      title: z.string(),
      count: z.number(),
      records: z.array(z.string()),
    }),
  ),
});
export type WaitingWrites = z.output<typeof waitingWrites>;

import * as z from 'zod/mini';
import { COMMAND_NAMES } from '../rules/commands.ts';
import { isPage } from '../rules/pages.ts';
import { SHELL_COUNTS, SHELL_TEXTS } from '../rules/shellWords.ts';
import type { Calls } from './call.ts';
import { none } from './shapes.ts';

export const commandName = z.enum(COMMAND_NAMES);

/** A page of the desk with what is open on it, as the part of an address behind `#`. */
const deskRoute = z.string().check(
  z.maxLength(2_000),
  z.regex(/^#\/[a-z]{1,20}([/?][\x21-\x7e]*)?$/),
  z.refine((route) => isPage(/^#\/([a-z]+)/.exec(route)?.[1] ?? '')),
);

/** One record, picked in some window. */
export const selection = z.strictObject({
  entity: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The window that it was picked in, by a name that the page gives itself. */
  from: z.string().check(z.regex(/^[\w-]{1,40}$/)),
});

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When the system tells of writes that need the person. Times are those of this computer's clock. */
export const attention = z.strictObject({
  notifications: z.boolean(),
  /** Whether nothing is told between these times; what came meanwhile is told afterwards. */
  quiet: z.boolean(),
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
});

const words = z.string().check(z.minLength(1), z.maxLength(600));
const name = z.string().check(z.regex(/^[A-Za-z.]{1,60}$/));

/** What the desk calls what Waybill says outside of it; see `shared/rules/shellWords.ts`. */
export const shellWords = z.strictObject({
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35)),
  direction: z.enum(['ltr', 'rtl']),
  texts: z.record(z.enum(SHELL_TEXTS), words),
  counts: z.record(
    z.enum(SHELL_COUNTS),
    z.strictObject({
      zero: z.optional(words),
      one: z.optional(words),
      two: z.optional(words),
      few: z.optional(words),
      many: z.optional(words),
      other: words,
    }),
  ),
  writes: z.record(name, words),
  refusals: z.record(name, z.strictObject({ what: words, safe: words })),
});

/** How updates of the installed app stand. */
export const updates = z.object({
  /**
   * `waiting`: it was asked to restart and lets writes that are on their way end first. `failed`:
   * looked or fetched in vain; the installed version goes on.
   */
  state: z.enum(['off', 'idle', 'looking', 'available', 'fetching', 'ready', 'waiting', 'failed']),
  /**
   * Why they are off; null elsewhere. `system`: this kind of installation is updated by others.
   * `unsigned`: the installed version names no publisher whose signature could be asked for.
   */
  why: z.nullable(z.enum(['notSet', 'forbidden', 'system', 'unsigned'])),
  /** The newer version; empty where none is known. */
  version: z.string(),
  /** What is new, as its maker wrote it; never read as markup. */
  notes: z.string(),
  /** How much of it was fetched, from 0 to 100. */
  percent: z.number(),
  /** When the feed was asked last, in milliseconds since 1970. */
  lookedAt: z.nullable(z.number()),
  /** What went wrong, in words of the program; empty otherwise. `busy`: writes did not end in time. */
  problem: z.string(),
});

/** What may leave Waybill as a file, as policies name it. */
export const EXPORT_KINDS = [
  'answers',
  'tables',
  'reviews',
  'packs',
  'writes',
  'diagnostics',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** What windows and the system around the desk are asked. */
export const shell = {
  /** What the commands are called now and which can be done: the menu of the installed app. */
  'shell.menu': {
    does: 'write',
    of: 'app',
    input: z.strictObject({
      items: z
        .array(
          z.strictObject({
            name: commandName,
            title: z.string().check(z.minLength(1), z.maxLength(100)),
            enabled: z.boolean(),
          }),
        )
        .check(z.maxLength(COMMAND_NAMES.length)),
    }),
    output: none,
  },
  /**
   * What menus, tray, questions and notices say outside the windows, in the desk's language; it is
   * remembered for the next start.
   */
  'shell.words': { does: 'write', of: 'app', input: shellWords, output: none },
  /**
   * One more window of the installed app. Errors (`local`): `shell.none` in a browser, which opens
   * windows itself; `shell.tooManyWindows`.
   */
  'shell.openWindow': {
    does: 'write',
    of: 'app',
    input: z.strictObject({
      route: deskRoute,
      /** Shows the map alone. */
      wall: z.boolean(),
    }),
    output: none,
  },
  /**
   * Shows the data folder, or one inside of it that a person puts files into, in the system's own
   * window. Errors (`local`): `shell.none`, `shell.notOpened`.
   */
  'shell.openDataFolder': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ inside: z.optional(z.enum(['fonts'])) }),
    output: none,
  },
  /** How the system tells of writes that need the person; null in a browser, which is told nothing. */
  'shell.attention': {
    does: 'read',
    input: none,
    output: z.object({ attention: z.nullable(attention) }),
  },
  /** Errors (`local`): `shell.none`, `disk.full`, `db.readonly`. */
  'shell.setAttention': { does: 'write', of: 'app', input: attention, output: none },
  /** What the administrator of this computer allows. */
  'shell.policy': {
    does: 'read',
    input: none,
    output: z.object({
      /** A `broken` one can't be read and allows nothing. */
      state: z.enum(['none', 'inForce', 'broken']),
      file: z.string(),
      problem: z.string(),
      /** Null for all. */
      servers: z.nullable(z.array(z.string())),
      localWorkspace: z.boolean(),
      /** Null for all. */
      exports: z.nullable(z.array(z.enum(EXPORT_KINDS))),
    }),
  },
  /** Updates of the installed app; null in a browser, which has none. */
  'shell.updates': {
    does: 'read',
    input: none,
    output: z.object({ updates: z.nullable(updates) }),
  },
  /** Asks the feed for a newer version. Errors (`local`): `shell.none`, `shell.nothingToUpdate`. */
  'shell.lookForUpdate': { does: 'write', of: 'app', input: none, output: none },
  /** Fetches the newer version and checks it. Errors (`local`): `shell.none`, `shell.nothingToUpdate`. */
  'shell.fetchUpdate': { does: 'write', of: 'app', input: none, output: none },
  /**
   * Restarts into the fetched version: once no write is on its way, and after the question that
   * quitting asks. Errors (`local`): `shell.none`, `shell.nothingToUpdate`.
   */
  'shell.installUpdate': { does: 'write', of: 'app', input: none, output: none },
  /** Tells all windows what was picked in one of them. */
  'shell.select': { does: 'read', input: selection, output: none },
} as const satisfies Calls;

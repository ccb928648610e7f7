import * as z from 'zod/mini';
import type { CallName, Handlers } from '../../shared/ipc/contract.ts';
import { EXPORT_KINDS, type ExportKind } from '../../shared/ipc/shell.ts';
import { fail, type Result } from '../../shared/result.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { normaliseAddress } from './address.ts';
import { TRASH_DAYS } from './db/trashTime.ts';
import type { Files, Http, LocalService, Policy, Ports, UpdateFeed } from './ports.ts';

/** The policy of a computer, as its administrator put it there: how it is read and kept to. */

/** Every rule of a policy by its name. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  servers: z.optional(z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(200))),
  localWorkspace: z.optional(z.boolean()),
  exports: z.optional(z.array(z.enum(EXPORT_KINDS))),
  updates: z.optional(
    z.union([
      z.literal(false),
      z.strictObject({
        feed: z.string().check(z.maxLength(2_000)),
        channel: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/))),
      }),
    ]),
  ),
  keep: z.optional(z.strictObject({ trashDays: z.int().check(z.gte(1), z.lte(TRASH_DAYS)) })),
  telemetry: z.optional(z.literal('none')),
});

export function noPolicy(file: string): Policy {
  return {
    ...{ state: 'none', file, problem: '' },
    ...{ servers: null, localWorkspace: true, exports: null, updates: 'notSet' },
    trashDays: null,
  };
}

export function brokenPolicy(file: string, problem: string): Policy {
  return {
    ...{ state: 'broken', file, problem },
    ...{ servers: [], localWorkspace: false, exports: [], updates: 'forbidden' },
    trashDays: null,
  };
}

/** Reads the text of a policy file. Everything in it has to be known: a misspelt word forbids nothing. */
export function readPolicy(file: string, text: string): Policy {
  const parsed = z.safeParse(policySchema, parsedJson(text.replace(/^\uFEFF/, '')));
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : '';
    return brokenPolicy(
      file,
      `it is no policy of version 1${at === '' ? '' : ` at ${at}`}${unknown}`,
    );
  }
  const { servers, localWorkspace, exports, updates, keep } = parsed.data;
  const addresses: string[] = [];
  for (const typed of servers ?? []) {
    const address = normaliseAddress(typed);
    if (!address.ok) return brokenPolicy(file, `“${typed}” is no address of a server`);
    addresses.push(address.value);
  }
  const feed = updates === false ? 'forbidden' : readFeed(updates);
  if (feed === null) return brokenPolicy(file, 'the feed of updates is no https address');
  return {
    ...{ state: 'inForce', file, problem: '' },
    servers: servers === undefined ? null : addresses,
    localWorkspace: localWorkspace ?? true,
    exports: exports ?? null,
    updates: feed,
    trashDays: keep?.trashDays ?? null,
  };
}

/** The feed of a policy; null where its address is none that is asked. */
function readFeed(
  given: { feed: string; channel?: string | undefined } | undefined,
): UpdateFeed | 'notSet' | null {
  if (given === undefined) return 'notSet';
  if (!URL.canParse(given.feed)) return null;
  const { protocol, username, password, href } = new URL(given.feed);
  // What is asked for over http, somebody on the way may answer.
  if (protocol !== 'https:' || username !== '' || password !== '') return null;
  return { url: href, channel: given.channel ?? 'latest' };
}

/** Whether an address lies at one of these, or below one. */
function isAmong(address: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return allowed.some((one) => {
    const { origin: its, pathname: prefix } = new URL(one);
    const below = prefix.endsWith('/') ? prefix : `${prefix}/`;
    return origin === its && `${pathname}/`.startsWith(below);
  });
}

/** Whether an address may be asked; where no policy is, it may. */
export function mayAsk(policy: Pick<Policy, 'servers'> | undefined, url: string): boolean {
  const servers = policy?.servers ?? null;
  return servers === null || isAmong(url, servers);
}

/** What is said of a server that is not allowed. */
export const REFUSED_SERVER = fail({
  kind: 'denied',
  code: 'policy.server',
  message: 'The policy of this computer does not allow this server.',
  safe: 'Nothing was sent.',
  next: 'none',
});

const REFUSED_LOCAL = fail({
  kind: 'denied',
  code: 'policy.localWorkspace',
  message: 'The policy of this computer does not allow the local workspace.',
  safe: 'Nothing was changed.',
  next: 'none',
});

/** What is said of a file that may not leave. */
export const REFUSED_EXPORT = fail({
  kind: 'denied',
  code: 'policy.export',
  message: 'The policy of this computer does not let this leave Waybill as a file.',
  safe: 'Nothing was saved outside; everything is as it was.',
  next: 'none',
});

/** No request leaves for a server that is not allowed, whoever asks for it. */
function confinedHttp(http: Http, isAllowed: (url: string) => boolean): Http {
  return {
    async send(request) {
      if (isAllowed(request.url)) return http.send(request);
      const detail = 'the policy of this computer does not allow this server';
      return { ok: false, failure: { why: 'notSent', detail } };
    },
    close: () => http.close(),
  };
}

/** Ports under a policy: the network asks allowed servers alone, and files leave where some may. */
export function underPolicy(ports: Ports, policy: Policy): Ports {
  const { localWorkspace, exports } = policy;
  /** Where the service of the local workspace is now; its port is another one at each start. */
  let local: string | null = null;
  const localService: LocalService = {
    ...ports.localService,
    async start() {
      if (!localWorkspace) return REFUSED_LOCAL;
      const started = await ports.localService.start();
      if (started.ok) local = started.value.baseUrl;
      return started;
    },
    onChange: (listener) => ports.localService.onChange(listener),
    remove: () => ports.localService.remove(),
    close: () => ports.localService.close(),
  };
  const isAllowed = (url: string): boolean =>
    mayAsk(policy, url) || (local !== null && isAmong(url, [local]));
  const files: Files = {
    save: () => Promise.resolve(REFUSED_EXPORT),
    folder: () => Promise.resolve(REFUSED_EXPORT),
  };
  return {
    ...ports,
    localService,
    http: confinedHttp(ports.http, isAllowed),
    ...(exports?.length === 0 ? { files } : {}),
  };
}

/** What leaves Waybill as a file, by the call that asks for it. */
export const EXPORTING: Partial<Readonly<Record<CallName, ExportKind>>> = {
  'desk.exportAnswer': 'answers',
  'answers.saveFile': 'answers',
  'records.saveFile': 'answers',
  'exports.start': 'answers',
  'exports.resume': 'answers',
  'desk.saveText': 'tables',
  'desk.saveTable': 'tables',
  'review.export': 'reviews',
  'review.sheet': 'reviews',
  'review.driverPdf': 'reviews',
  'packs.saveFile': 'packs',
  'outbox.export': 'writes',
  'session.exportWaiting': 'writes',
  'diagnostics.save': 'diagnostics',
};

/** Whether files of a kind may leave; where no policy is, they may. */
export function mayExport(policy: Pick<Policy, 'exports'> | undefined, kind: ExportKind): boolean {
  const exports = policy?.exports ?? null;
  return exports === null || exports.includes(kind);
}

/** Handlers under a policy: exports that it forbids, and sign-ins elsewhere, are refused in words. */
export function guarded(handlers: Handlers, policy: Policy): Handlers {
  const forbidden = Object.entries(EXPORTING)
    .filter(([, kind]) => !mayExport(policy, kind))
    .map(([name]) => [name, () => REFUSED_EXPORT] as const);
  const here = <I extends { baseUrl: string }, O>(
    handler: (input: I) => Promise<Result<O>> | Result<O>,
  ) => {
    return (input: I): Promise<Result<O>> | Result<O> => {
      const address = normaliseAddress(input.baseUrl);
      // What is no address is refused by whoever signs in, in better words.
      if (!address.ok || mayAsk(policy, address.value)) return handler(input);
      return REFUSED_SERVER;
    };
  };
  return {
    ...handlers,
    'session.signInWithToken': here(handlers['session.signInWithToken']),
    'session.signInWithPassword': here(handlers['session.signInWithPassword']),
    // Names and refusal are the table's; each handler's own type is lost on the way.
    ...(Object.fromEntries(forbidden) as Partial<Handlers>),
  };
}

/** What is said at the start of a policy that can't be read. */
export function brokenWords({ file, problem }: Policy): string {
  return `The policy of this computer can’t be used: ${problem} (${file}). Until it is mended Waybill asks no server and saves no file outside; what you wrote is kept and waits.`;
}

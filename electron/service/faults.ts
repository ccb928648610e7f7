import * as z from 'zod/mini';
import { isEndpointName } from '../../shared/api/catalogue.ts';
import type { EndpointName } from '../../shared/api/catalogue.ts';
import { fieldErrors, words } from './body.ts';
import { drawFrom } from './world/random.ts';

/**
 * What can go wrong between a service and its client, on purpose. Rules are tried in their order;
 * the first of each kind that matches and is due acts. Chance comes from the seed only.
 */
export const FAULT_KINDS = [
  /** The answer comes `delayMs` later. */
  'latency',
  /** The connection ends before anything was applied. */
  'dropBefore',
  /** The request is applied, the answer never arrives. */
  'dropAfter',
  /** The connection ends at once, the request is applied `delayMs` later. */
  'applyLate',
  /** `status` instead of doing anything, with `Retry-After` where `retryAfterS` is given. */
  'status',
  /** Applied, but answered with `status` (a gateway that gave up). */
  'statusAfter',
  /** A page of HTML with status 200, as a captive portal sends it; nothing is applied. */
  'html',
  /** Half of the body, then the end of the connection. */
  'truncate',
  /** The body arrives in small pieces, `delayMs` apart. */
  'drip',
  /** The body is followed by megabytes of spaces (`bytes`). */
  'hugeBody',
  /** Pages of lists slip by `rows`, as if records had come or gone between two pages. */
  'shiftPages',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRule {
  readonly kind: FaultKind;
  /** Which requests: by name of the endpoint, by method, by path (`*` stands for anything). */
  readonly endpoint?: EndpointName;
  readonly method?: string;
  readonly path?: string;
  /** Let so many matching requests pass first. */
  readonly after?: number;
  /** Then act on every n-th. */
  readonly every?: number;
  /** Then act with this probability, 0 to 1. */
  readonly probability?: number;
  /** Act so many times at most. */
  readonly times?: number;
  readonly status?: number;
  readonly retryAfterS?: number;
  readonly delayMs?: number;
  readonly bytes?: number;
  readonly rows?: number;
}

export interface FaultTarget {
  readonly endpoint: EndpointName;
  readonly method: string;
  /** The path without prefix and query. */
  readonly path: string;
}

export interface FaultBox {
  /** Replaces all rules and starts their counts and their chance anew. */
  set(rules: readonly FaultRule[], seed?: number): void;
  readonly rules: readonly FaultRule[];
  /** The rules that act on this request, at most one of each kind. Counts it. */
  dueFor(target: FaultTarget): ReadonlyMap<FaultKind, FaultRule>;
}

function pathMatches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function matches(rule: FaultRule, target: FaultTarget): boolean {
  return (
    (rule.endpoint === undefined || rule.endpoint === target.endpoint) &&
    (rule.method === undefined || rule.method === target.method) &&
    (rule.path === undefined || pathMatches(rule.path, target.path))
  );
}

export function createFaults(initial: readonly FaultRule[] = [], seed = 1): FaultBox {
  let rules: readonly FaultRule[] = [];
  let counts: { seen: number; done: number }[] = [];
  let draw = drawFrom(seed);

  const isDue = (rule: FaultRule, count: { seen: number; done: number }) => {
    count.seen += 1;
    const beyond = count.seen - (rule.after ?? 0);
    if (beyond <= 0 || count.done >= (rule.times ?? Infinity)) return false;
    if ((beyond - 1) % (rule.every ?? 1) !== 0) return false;
    return rule.probability === undefined || draw.chance(rule.probability);
  };

  const box: FaultBox = {
    set(newRules, newSeed = seed) {
      rules = [...newRules];
      counts = rules.map(() => ({ seen: 0, done: 0 }));
      draw = drawFrom(newSeed);
    },
    get rules() {
      return rules;
    },
    dueFor(target) {
      const due = new Map<FaultKind, FaultRule>();
      rules.forEach((rule, index) => {
        const count = counts[index];
        if (count === undefined || !matches(rule, target) || !isDue(rule, count)) return;
        if (due.has(rule.kind)) return;
        count.done += 1;
        due.set(rule.kind, rule);
      });
      return due;
    },
  };
  box.set(initial, seed);
  return box;
}

const count = z.int().check(z.gte(0));

/** A rule as it stands in a file. */
const faultRule = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  endpoint: z.optional(z.string().check(z.refine(isEndpointName, 'is no name of the catalogue'))),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  after: z.optional(count),
  every: z.optional(z.int().check(z.gte(1))),
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  times: z.optional(count),
  status: z.optional(z.int().check(z.gte(100), z.lte(599))),
  retryAfterS: z.optional(z.number().check(z.gte(0))),
  delayMs: z.optional(z.number().check(z.gte(0))),
  bytes: z.optional(count),
  rows: z.optional(z.int()),
});

/** Reads rules from text (`--faults FILE`): a JSON array. Throws with the reason in words. */
export function parseFaults(text: string): FaultRule[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new Error('Faults must be a JSON array of rules.');
  return parsed.map((rule: unknown, index) => {
    const read = z.safeParse(faultRule, rule, { error: words });
    if (read.success) return read.data as FaultRule;
    const wrong = Object.entries(fieldErrors(read.error)).map(
      ([field, said]) => `${field}: ${said.join(' ')}`,
    );
    throw new Error(`Rule ${index + 1}: ${wrong.join('; ')}`);
  });
}

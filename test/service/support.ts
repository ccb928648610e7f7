import { afterAll, expect } from 'vitest';
import {
  createService,
  type PlainReply,
  type PlainRequest,
  type RunningService,
  type ServiceOptions,
} from '../../electron/service/createService.ts';
import type { DemoName } from '../../electron/service/credentials.ts';
import { demoTown } from '../support/localService.ts';

/** A working day at noon in the generated town. */
export const NOON_MS = Date.parse('2026-03-04T11:00:00Z');

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body parsed; undefined where it is empty. */
  readonly json: Json;
}

/** Parsed JSON, for looking into with `at`. */
export type Json = unknown;

/** The value at a path, or undefined where the path ends early. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.hasOwn(current, key) ? Reflect.get(current, key) : undefined;
  }
  return current;
}

export interface Bench {
  readonly service: RunningService;
  /** Moves the service's clock, ms. */
  pass(ms: number): void;
  /** Puts the clock back to noon. */
  backToNoon(): void;
  /** A request without socket, signed in as the dispatcher unless told otherwise. */
  ask(method: PlainRequest['method'], path: string, body?: unknown, as?: DemoName): Promise<Reply>;
  /** The same with the body as text. */
  askText(
    method: PlainRequest['method'],
    path: string,
    text: string,
    as?: DemoName,
  ): Promise<Reply>;
  raw(request: PlainRequest): Promise<PlainReply>;
  /** What the service called its own mistakes. */
  readonly bugs: readonly unknown[];
}

export function parsed({ status, headers, body }: PlainReply): Reply {
  const text = body.toString();
  const isJson = (headers['content-type'] ?? '').startsWith('application/json');
  return { status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** A demo with twenty vehicles and no socket, whose clock stands still until `pass`. */
export async function startBench(options: Partial<ServiceOptions> = {}): Promise<Bench> {
  let nowMs = NOON_MS;
  const bugs: unknown[] = [];
  const service = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'demo',
    vehicles: 20,
    listen: false,
    sleep: async () => undefined,
    clock: () => nowMs,
    onBug: (error) => bugs.push(error),
    town: demoTown(),
    ...options,
  });
  const tokens = new Map<DemoName, string>();
  const tokenOf = async (name: DemoName) => {
    const token = tokens.get(name) ?? (await service.tokenFor(name));
    tokens.set(name, token);
    return token;
  };
  const askText: Bench['askText'] = async (method, path, text, as = 'dispatcher') => {
    const headers = {
      authorization: `Bearer ${await tokenOf(as)}`,
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
    };
    const body = text === '' ? {} : { body: text };
    return parsed(await service.handle({ method, path: `/api${path}`, headers, ...body }));
  };
  return {
    service,
    bugs,
    pass: (ms) => {
      nowMs += ms;
    },
    backToNoon: () => {
      nowMs = NOON_MS;
    },
    ask: (method, path, body, as) =>
      askText(method, path, body === undefined ? '' : JSON.stringify(body), as),
    askText,
    raw: (request) => service.handle(request),
  };
}

/** A bench for all tests of a file, closed after them; none of them may meet a mistake in it. */
export async function sharedBench(options: Partial<ServiceOptions> = {}): Promise<Bench> {
  const bench = await startBench(options);
  afterAll(async () => {
    await bench.service.close();
    expect(bench.bugs).toEqual([]);
  });
  return bench;
}

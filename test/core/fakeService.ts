import { endpoint } from '../../shared/api/catalogue.ts';
import type { ReadName, WriteName } from '../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../shared/api/endpoint.ts';
import type { Entity } from '../../shared/model/entity.ts';
import type { AppError, Result } from '../../shared/result.ts';
import { ok } from '../../shared/result.ts';
import {
  jsonMember,
  jsonMembers,
  jsonObject,
  setJsonMembers,
} from '../../shared/rules/jsonText.ts';
import type {
  ApiClient,
  ApiReply,
  MutationOutcome,
  Params,
} from '../../electron/core/api/types.ts';
import { readAsOf } from '../../electron/core/outbox/model/rule.ts';
import type { VirtualClock } from '../support/virtualClock.ts';

/**
 * How the next mutation fails. `late` applies it after that many virtual milliseconds, a gateway answers with the `status` at once;
 * `answeredWith` applies it, unless it stays `undone`, and answers with that record; `copyRefused` applies it, and answers with the
 * refusal of a copy that something on the way made, for a session that had ended in between; with
 * `copyRenewed` the session is renewed at once, as it is with `renewed`, where nothing was applied;
 * `shut` sends nothing, since the session had ended before; `copyTooMany` applies it and answers as to one request too many, as any status does with `done`; `onlySaid` answers as if it were
 * done, with the record as it is.
 */
export type Fault =
  | 'replyLost'
  | 'requestLost'
  | 'notSent'
  | 'signIn'
  | 'shut'
  | 'copyRefused'
  | 'copyRenewed'
  | 'renewed'
  | 'copyTooMany'
  | 'onlySaid'
  | 'rateLimited'
  | 'crash'
  | { late: number; status?: number }
  | { answeredWith: string; undone?: true }
  | { status: number; done?: true };

/** A mutation as it arrived: what was on the wire, and whether it changed anything. */
export interface Arrival {
  endpoint: WriteName;
  params: Params;
  body: string | undefined;
  applied: boolean;
}

/** A fleet service without sockets: records as JSON texts, and a log of what arrived. */
export class FakeService {
  readonly tables = new Map<Entity, Map<string, string>>();
  readonly arrivals: Arrival[] = [];
  /** Faults of the next mutations, in their order; afterwards all is well. */
  faults: Fault[] = [];
  /** Error that every read gives; null when reads work. */
  readError: AppError | null = null;
  /** Error that the identity canary gives; null when it answers. */
  meError: AppError | null = null;
  /** Error that lists of archived records give; null when they can be read. */
  archivedError: AppError | null = null;
  /** Whether lists promise one record more than they have, so that none proves itself. */
  miscounts = false;
  /** What `/me` answers. */
  me = '{"id":7}';
  /** What the service makes of a record before it keeps it. */
  keeps: (text: string) => string = (text) => text;
  reads = 0;
  /** The lists that were read, page by page. */
  readonly pages: string[] = [];
  /** Called before each of them is answered. */
  onPage: () => void = () => undefined;
  #nextId = 900;
  readonly clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  table(entity: Entity): Map<string, string> {
    const known = this.tables.get(entity) ?? new Map<string, string>();
    this.tables.set(entity, known);
    return known;
  }

  apply(name: WriteName, params: Params, body: string | undefined): string {
    const rule = endpoint(name).write;
    if (rule === undefined) throw new Error(`${name} does not write`);
    const table = this.table(rule.target.entity);
    const id =
      rule.target.param === undefined ? String((this.#nextId += 1)) : params[rule.target.param];
    if (id === undefined) throw new Error('a path without its id');
    const renamed = [...jsonMembers(body ?? '{}')].map(
      ([field, value]) => [readAsOf(rule, field) ?? field, value] as const,
    );
    const record = table.get(id) ?? jsonObject([['id', id]]);
    const set = (changes: readonly (readonly [string, string | null])[]): string => {
      const text = this.keeps(setJsonMembers(record, new Map(changes)));
      table.set(id, text);
      return text;
    };
    switch (rule.does) {
      case 'create':
      case 'update':
      case 'append':
        return set(renamed);
      case 'archive':
        return set([['status', '"archived"']]);
      case 'restore':
        return set([['status', '"active"']]);
      case 'delete':
        table.delete(id);
        return '{}';
      case 'assign': {
        const other =
          rule.also?.param === undefined
            ? jsonMember(body ?? '{}', rule.also?.body ?? '')
            : params[rule.also.param];
        return set([
          [rule.link?.object ?? 'none', jsonObject([['id', other ?? 'null']])],
          ...(rule.link?.id === undefined ? [] : [[rule.link.id, other ?? 'null'] as const]),
        ]);
      }
      case 'unassign':
        return set([
          [rule.link?.object ?? 'none', 'null'],
          ...(rule.link?.id === undefined ? [] : [[rule.link.id, 'null'] as const]),
        ]);
    }
  }

  mutate(name: WriteName, params: Params, body: string | undefined): MutationOutcome | 'crash' {
    const arrival: Arrival = { endpoint: name, params, body, applied: false };
    const fault = this.faults.shift();
    if (fault === 'shut') return { is: 'signIn', wasRefused: false };
    if (fault === 'notSent') {
      return { is: 'notSent', detail: 'connection refused', wasRefused: false };
    }
    this.arrivals.push(arrival);
    const rule = endpoint(name).write;
    const target = rule?.target.param === undefined ? undefined : params[rule.target.param];
    const uncertain: MutationOutcome = { is: 'uncertain', status: null, detail: 'reset', body: '' };
    const now = (): string => {
      arrival.applied = true;
      return this.apply(name, params, body);
    };
    switch (fault) {
      case 'replyLost':
        now();
        return uncertain;
      case 'requestLost':
        return uncertain;
      case 'crash':
        now();
        return 'crash';
      case 'copyRefused':
        now();
        return { is: 'signIn', wasRefused: true };
      case 'copyRenewed':
      case 'renewed':
        if (fault === 'copyRenewed') now();
        return { is: 'renewed' };
      case 'signIn':
        return { is: 'signIn', wasRefused: true };
      case 'rateLimited':
        return { is: 'rateLimited', waitMs: 40_000, status: 429 };
      case 'onlySaid': {
        const table = this.table(rule?.target.entity ?? 'vehicle');
        return { is: 'applied', reply: replyOf(table.get(target ?? '') ?? '{}') };
      }
      case 'copyTooMany':
        now();
        return { is: 'rateLimited', waitMs: 40_000, status: 429 };
      case undefined: {
        if (
          target !== undefined &&
          rule !== undefined &&
          !this.table(rule.target.entity).has(target)
        ) {
          return refused(404);
        }
        return { is: 'applied', reply: replyOf(now()) };
      }
      default:
        if ('answeredWith' in fault) {
          if (fault.undone !== true) now();
          return { is: 'applied', reply: replyOf(fault.answeredWith) };
        }
        if ('late' in fault) {
          this.clock.after(fault.late, () => now());
          return { ...uncertain, status: fault.status ?? null };
        }
        if (fault.done === true) now();
        return fault.status >= 500 ? { ...uncertain, status: fault.status } : refused(fault.status);
    }
  }

  read(name: ReadName, params: Params): Result<ApiReply> {
    this.reads += 1;
    if (this.readError !== null) return { ok: false, error: this.readError };
    if (name === 'getMe') {
      return this.meError === null ? ok(replyOf(this.me)) : { ok: false, error: this.meError };
    }
    if (name === 'getPlanPermissions') return ok(replyOf('{"data":[]}'));
    const { mirror } = endpoint(name);
    const entity: Entity = mirror.as === 'record' ? mirror.entity : 'vehicle';
    const key = mirror.as === 'record' ? mirror.id : 'vehicleId';
    const text = this.table(entity).get(params[key] ?? '');
    return text === undefined ? { ok: false, error: errorOf(404) } : ok(replyOf(text));
  }
}

function replyOf(text: string): ApiReply {
  return { status: 200, headers: {}, text, path: '$' };
}

export function errorOf(status: number): AppError {
  return {
    kind: status === 403 ? 'denied' : status === 404 ? 'missing' : 'invalid',
    code: `http.${status}`,
    message: `The service answered ${status}.`,
    next: 'none',
    status,
  };
}

export const OFFLINE: AppError = {
  kind: 'offline',
  code: 'http.notSent',
  message: 'The service can not be reached.',
  next: 'waitForNetwork',
};

function refused(status: number): MutationOutcome {
  return { is: 'rejected', status, error: errorOf(status), body: '{"message":"no"}' };
}

/** The client of a fake service. `onCrash` answers a mutation under which the application ends. */
export function apiOver(service: FakeService, onCrash: () => Promise<never>): ApiClient {
  return {
    read: async (name, options) => service.read(name, options?.params ?? {}),
    page: () => Promise.reject(new Error('The outbox reads pages in parts')),
    pageBody: async (name, _page, options) => {
      service.reads += 1;
      if (service.readError !== null) return { ok: false, error: service.readError };
      const wantsArchived = options?.query?.['status'] === 'archived';
      service.pages.push(wantsArchived ? `${name} archived` : name);
      service.onPage();
      if (wantsArchived && service.archivedError !== null) {
        return { ok: false, error: service.archivedError };
      }
      const { mirror } = endpoint(name);
      if (mirror.as !== 'scan') throw new Error(`${name} is no list`);
      const rows = [...service.table(mirror.entity)].filter(
        ([, text]) => (jsonMember(text, 'status') === '"archived"') === wantsArchived,
      );
      const text = `[${rows.map(([, row]) => row).join(',')}]`;
      const total = rows.length + (service.miscounts ? 1 : 0);
      const page = { ...replyOf(text), ids: rows.map(([id]) => id), total, last: true };
      const { status, headers } = page;
      return ok({
        ...{ status, headers, bytes: Buffer.from(text), places: [''], lists: new Map() },
        ...{ conclude: () => ok(page), read: async () => ok(page), readRows: async () => ok(page) },
      });
    },
    body: async () => {
      throw new Error('the outbox reads nothing large');
    },
    file: async () => {
      throw new Error('the outbox reads no file');
    },
    download: async () => {
      throw new Error('the outbox downloads nothing');
    },
    mutate: async (name, { params = {}, bodyText, mayRepeat }) => {
      for (const value of [...Object.values(params), bodyText ?? '']) {
        if (value.includes('~new-')) throw new Error('a temporary id on the wire');
      }
      if (paramNamesOf(endpoint(name)).some((param) => params[param] === undefined)) {
        throw new Error('a path without its parameter');
      }
      const outcome = service.mutate(name, params, bodyText);
      if (outcome === 'crash') return onCrash();
      if (outcome.is !== 'renewed' || (await mayRepeat?.()) === false) return outcome;
      const again = service.mutate(name, params, bodyText);
      if (again === 'crash') return onCrash();
      return again.is === 'renewed' ? { is: 'signIn', wasRefused: true } : again;
    },
  };
}

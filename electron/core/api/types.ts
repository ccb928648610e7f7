import type { ReadName, WriteName } from '../../../shared/api/catalogue.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { BodyShape } from './bodyShape.ts';

export type Params = Record<string, string>;
export type Query = Record<string, string | string[]>;

export interface ReadOptions {
  params?: Params;
  query?: Query;
  signal?: AbortSignal;
  /** Asks for a page that the list may not have: a refusal tells nothing of the endpoint. */
  mayBePast?: boolean;
}

/** A checked answer whose text is untouched: the mirror stores the service's own spelling. */
export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  /** The whole body as text, valid JSON; empty for `reply: 'empty'`. */
  text: string;
  /** SQLite JSON path of the payload inside `text`: `$` or `$.data`. */
  path: string;
}

/** A successful answer whose body was not looked at yet, but for being no page of HTML. */
export interface ApiBody {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array;
  /** Where the payload may lie, by the profile, in the order to try: '', `data`, `result.areas`. */
  places: readonly string[];
}

/** One page of a list. */
export interface ApiPage extends ApiReply {
  /** Ids of the rows in their order, as text to the letter; '' for a row without one. */
  ids: string[];
  /** What the service says there is in all; null where it does not say. */
  total: number | null;
  /** True when no page follows. */
  last: boolean;
}

/** What somebody found in the body of a page who read it. */
export interface PageFound {
  /** Ids of the rows as `ApiPage` has them; one at least, where there are rows. */
  ids: readonly string[];
  /** The page as valid JSON text with its rows left out: `{"data":[],"total":3}`. */
  around: string;
}

/** A page as it came, to be read where that holds nobody up. */
export interface ApiPageBody extends ApiBody {
  /** Where the rows may lie in the bytes, by place, and how they may be cut; not checked yet. */
  lists: BodyShape['lists'];
  /** What follows from a page. To be asked once, for each page of a list. */
  conclude(found: PageFound): Result<Pick<ApiPage, 'total' | 'last'>>;
  /** Checks and reads the body here, and concludes. */
  read(bytes: Uint8Array): Promise<Result<ApiPage>>;
  /** Checks and reads rows that were cut out of it, as an array of their own. */
  readRows(bytes: Uint8Array): Promise<Result<Pick<ApiPage, 'text' | 'path' | 'ids'>>>;
}

/** How a mutation ended, judged without trusting error bodies. */
export type MutationOutcome =
  /** Nothing reached the service; `wasRefused`: but for a request that it answered with 401. */
  | { is: 'notSent'; detail: string; wasRefused: boolean }
  /** 2xx, same origin, valid JSON of the expected shape, or an allowed empty body. */
  | { is: 'applied'; reply: ApiReply }
  /** 401 after one shared refresh: hold for sign-in. */
  | { is: 'signIn'; wasRefused: boolean }
  /** 401, after which the session was renewed; nothing was sent again, as `mayRepeat` forbade it. */
  | { is: 'renewed' }
  /** 429: wait this long; no attempt is burned. */
  | { is: 'rateLimited'; waitMs: number; status: number }
  /** 4xx that says nothing was applied. `error` is for people. */
  | { is: 'rejected'; status: number; error: AppError; body: string }
  /** Everything else: may or may not have been applied. */
  | { is: 'uncertain'; status: number | null; detail: string; body: string };

export interface MutateOptions {
  params?: Params;
  bodyText?: string;
  signal?: AbortSignal;
  /** Asked after a 401, once the session is renewed: whether it may be sent again. */
  mayRepeat?: () => Promise<boolean>;
}

/** The one generic client over the endpoint table. It knows no feature. */
export interface ApiClient {
  /** Any reading row that is not a page. */
  read(name: ReadName, options?: ReadOptions): Promise<Result<ApiReply>>;
  /** The same with the body as it came, for replies that are too large to be checked here. */
  body(name: ReadName, options?: ReadOptions): Promise<Result<ApiBody>>;
  /** One page of a `reply: 'page'` or `'list'` row; `page` counts from 1. */
  page(
    name: ReadName,
    page: number,
    options?: ReadOptions & { limit?: number },
  ): Promise<Result<ApiPage>>;
  /** The same with the body as it came. */
  pageBody(
    name: ReadName,
    page: number,
    options?: ReadOptions & { limit?: number },
  ): Promise<Result<ApiPageBody>>;
  /** A binary download. */
  download(name: ReadName, options?: ReadOptions): Promise<Result<Uint8Array>>;
  /** A file of the service by its address; of another origin it is refused. */
  file(at: string, options?: Pick<ReadOptions, 'signal'>): Promise<Result<Uint8Array>>;
  /**
   * At most one request on the wire. A 401 is refreshed and sent again, unless `mayRepeat` forbids it.
   */
  mutate(name: WriteName, options: MutateOptions): Promise<MutationOutcome>;
}

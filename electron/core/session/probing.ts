import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { at, type Outline } from '../../../shared/rules/jsonOutline.ts';
import type { Exchange } from '../api/exchange.ts';
import { decodeUtf8, outlineOf } from '../api/json.ts';
import { placesOf, type Profile } from '../api/profile.ts';
import type { Query } from '../api/types.ts';
import type { HttpReply } from '../ports.ts';

export interface ProbeSetup {
  /** An exchange that translates names by the profile given. */
  exchange(profile: Profile): Exchange;
  token(): string | null;
  /** The profile in use, with what the person set. */
  profile: Profile;
  /** Which names the person set: those are not asked about. */
  isSet(path: readonly string[]): boolean;
  signal: AbortSignal;
}

/** One answer to one question. */
export interface Finding {
  about: 'limit' | 'page' | 'firstPage' | 'pageSize' | 'archived' | 'envelope';
  /** The endpoint that was asked. */
  endpoint: string;
  /** What Waybill uses without this finding. */
  used: string;
  /** What the service understands; null where it could not be told. */
  found: string | null;
}

/** A successful answer; its offsets are those of the text. */
interface Document {
  text: string;
  root: Outline;
}

/** The same of a list. */
interface Answer extends Document {
  rows: Outline;
}

/** Thrown to end a probe: the service is away, or does not want to be asked now (`limited`: its 429). */
export class Stopped extends Error {
  readonly limited: HttpReply | null;

  constructor(limited: HttpReply | null = null) {
    super();
    this.limited = limited;
  }
}

export function isRows(found: Outline | null): found is Outline {
  return found?.kind === 'array' && (found.ids.length === 0 || found.objects === found.ids.length);
}

/** Asks a service, and gathers what was found under the names that are known to it by now. */
export class Probing {
  readonly findings: Finding[] = [];
  readonly #setup: ProbeSetup;
  readonly #overrides: Record<string, unknown> = {};
  #profile: Profile;

  constructor(setup: ProbeSetup) {
    this.#setup = setup;
    this.#profile = setup.profile;
  }

  /** The names in use, with those of the paging that were found. */
  get profile(): Profile {
    return this.#profile;
  }

  /** The same with another name of the paging. */
  profileWith(key: 'limit' | 'page', name: string): Profile {
    return { ...this.#profile, query: { ...this.#profile.query, [key]: name } };
  }

  /** Whether the person set this name: it is not asked about. */
  isSet(...path: string[]): boolean {
    return this.#setup.isSet(path);
  }

  /** Asks for a document; null where the service has none there. */
  async document(
    name: EndpointName,
    asked: Query,
    using: Profile = this.#profile,
  ): Promise<Document | null> {
    const { signal } = this.#setup;
    const token = this.#setup.token();
    if (token === null || signal.aborted) throw new Stopped();
    const sent = await this.#setup.exchange(using).send(name, { query: asked, token, signal });
    if (sent.is !== 'answer') throw new Stopped();
    const { status, body } = sent.reply;
    if (status === 429) throw new Stopped(sent.reply);
    if (status === 401) throw new Stopped();
    // Asked for a page before the first, a service may break: that is an answer, too.
    if (status >= 500 && status !== 501 && asked['page'] !== '0') throw new Stopped();
    if (status < 200 || status >= 300) return null;
    const text = await decodeUtf8(body);
    const root = text === null ? null : await outlineOf(text);
    return text === null || root === null ? null : { text, root };
  }

  /** Asks for a list; null where the answer holds none in the places known for it. */
  async list(
    name: EndpointName,
    asked: Query,
    using: Profile = this.#profile,
  ): Promise<Answer | null> {
    const answer = await this.document(name, asked, using);
    if (answer === null) return null;
    for (const place of placesOf(using, name)) {
      const rows = at(answer.root, place);
      if (isRows(rows)) return { ...answer, rows };
    }
    return null;
  }

  note(about: Finding['about'], endpoint: string, used: string, found: string | null): void {
    this.findings.push({ about, endpoint, used, found });
  }

  /** Proposes another value than the one in use. */
  propose(key: 'firstPage' | 'pageSize' | 'archived', value: unknown): void {
    this.#overrides[key] = value;
  }

  /** The same for a member of `query` or `envelopes`. */
  proposeIn(key: 'query' | 'envelopes', member: string, value: unknown): void {
    const known = this.#overrides[key];
    this.#overrides[key] = { ...(typeof known === 'object' ? known : {}), [member]: value };
  }

  /** Proposes a name of the paging, and asks under it from now on. */
  takeName(key: 'limit' | 'page', name: string): void {
    this.#profile = this.profileWith(key, name);
    this.proposeIn('query', key, name);
  }

  /** What differs from the profile that was used, as overrides: JSON object text. */
  overrides(): string {
    return JSON.stringify(this.#overrides);
  }
}

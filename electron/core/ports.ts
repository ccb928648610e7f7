import type * as z from 'zod/mini';
import type { Result } from '../../shared/result.ts';
import type { ExportKind, updates } from '../../shared/ipc/shell.ts';
import type { CommandName } from '../../shared/rules/commands.ts';
import type { ShellWords } from '../../shared/rules/shellWords.ts';
import type {
  AnswerPicture,
  AnswerSource,
  DocumentWish,
  Looked,
  MadeDocument,
  MergeWish,
} from './forms/document/make.ts';
import type { Merged } from './forms/merge/merge.ts';

/**
 * Everything the core wants from the machine it runs on. Electron, the headless host and the
 * tests each bring their own, so that a test can stop time, cut the wire or fill the disk.
 */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Calls once after `delayMs`; the returned function cancels. Never keeps a process alive. */
  after(delayMs: number, run: () => void): () => void;
}

export interface Random {
  /** RFC 9562 version 4. */
  uuid(): string;
  /** In [0, 1). */
  fraction(): number;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Text to send; absent sends no body. */
  body?: string;
  /** Time without any progress, and time in all. */
  idleTimeoutMs: number;
  totalTimeoutMs: number;
  /** Bodies beyond this are cut off and reported as `tooLarge`. */
  maxBytes: number;
  signal?: AbortSignal;
  /**
   * `mutation`: a fresh connection, no retries, at most one request on the wire.
   * `read`: connections may be reused.
   */
  purpose: 'read' | 'mutation';
  /** Nobody is asked on this computer or in a private network, whatever the name stands for. */
  publicOnly?: true;
}

export type HttpFailure =
  /**
   * Provably nothing reached the service: DNS, refused, TLS before a byte was written. `isPrivate`: it
   * was to go to the public internet alone.
   */
  | { why: 'notSent'; detail: string; isPrivate?: true }
  /** Something may have reached it: time-out (`timedOut`: one of our own limits), reset, truncation. */
  | { why: 'broken'; detail: string; timedOut?: true }
  | { why: 'tooLarge'; detail: string }
  | { why: 'aborted'; detail: string };

export interface HttpReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Whole body. Redirects are never followed: a 3xx comes back as such. */
  body: Uint8Array;
}

export interface Http {
  send(
    request: HttpRequest,
  ): Promise<{ ok: true; reply: HttpReply } | { ok: false; failure: HttpFailure }>;
  close(): void;
}

/** What is kept per account, in the keychain or in memory, nowhere else. */
export interface StoredSecret {
  token: string;
  refreshToken: string | null;
}

export interface Secrets {
  /**
   * `secure`: a keychain; `session-only`: memory; `locked`: a keychain that refuses everything;
   * `refused`: one that is open and does not take a token.
   */
  state(): 'secure' | 'session-only' | 'locked' | 'refused';
  backend(): string;
  get(accountId: string): Promise<StoredSecret | null>;
  set(accountId: string, secret: StoredSecret): Promise<void>;
  remove(accountId: string): Promise<void>;
  /** A keychain that did not answer in time has answered: it may give what `get` lacked before. */
  onBack(listener: () => void): () => void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** Structured, one line each. Never pass tokens, passwords, names or coordinates. */
export interface Log {
  write(level: LogLevel, event: string, detail?: Record<string, string | number | boolean>): void;
}

/** Something that went wrong or took long, in words of the program: never data of a person. */
export interface Note {
  /** Milliseconds since 1970. */
  at: number;
  level: LogLevel;
  event: string;
  detail: Record<string, string | number | boolean>;
}

/** How long something took, all in milliseconds. */
export interface Timing {
  /** Name of the event, such as `sync.scan`. */
  event: string;
  /** What it was done with, such as `vehicle`; empty where nothing else is of its kind. */
  of: string;
  count: number;
  lastMs: number;
  longestMs: number;
  /** When it was done last, in milliseconds since 1970. */
  at: number;
}

/** What is kept since the start, for whoever looks into a mistake. */
export interface Notebook {
  /** A log that notes what is worth it and hands everything on. */
  over(log: Log): Log;
  /** The latest warnings and errors, the oldest first. */
  problems(): readonly Note[];
  /** The latest slow queries, by their names, the oldest first. */
  slow(): readonly Note[];
  timings(): readonly Timing[];
}

export interface Paths {
  /** Folder of databases and journals; made with mode 0700. */
  data: string;
}

/** What the operating system says of the network; a hint only, never proof. */
export interface Connectivity {
  online(): boolean;
  /** Network came or went, the machine woke up, the window got focus. */
  onHint(listener: () => void): () => void;
  /** The machine is about to sleep (`true`), or is awake again. */
  onSleep(listener: (asleep: boolean) => void): () => void;
}

/** Makes documents of answers, without a network and without a window. */
export interface Typesetter {
  /**
   * A document of one answer, or of many one after the other.
   *
   * @param ground GeoJSON of the local workspace's town, for small maps; null for the world alone
   */
  make(
    sources: readonly AnswerSource[],
    wish: DocumentWish,
    ground: string | null,
  ): Promise<Result<MadeDocument>>;
  /**
   * Merges documents that were made as parts into one file, with their tags and bookmarks; the file
   * is on the disk when it returns.
   *
   * @returns null where the signal stopped it
   * @throws where the file can't be written, with the system's `code` and its `path`
   */
  merge(wish: MergeWish, signal: AbortSignal): Promise<Result<Merged | null>>;
  /** Whether a PDF of the service can be merged with others. */
  look(file: string): Promise<Looked>;
  /** The pictures of an answer as files; those that are none are left out. */
  pictures(source: AnswerSource): Promise<Result<AnswerPicture[]>>;
  /** Fonts came or went: what is asked for from now on is drawn with those that are there. */
  renewFonts(): Promise<void>;
  /** Ends its threads; what is under way fails. Asked again, they start anew. */
  close(): Promise<void>;
}

export interface Files {
  /** Hands a file to the person: a save dialog, or a download link on the app's own origin. */
  save(
    fileName: string,
    mimeType: string,
    bytes: Uint8Array,
  ): Promise<
    Result<{ outcome: 'download' | 'file' | 'cancelled'; href: string | null; fileName: string }>
  >;
  /** Asks for a folder to put an export into; null where the person closed the dialog. */
  folder(): Promise<Result<string | null>>;
}

/** A command of the desk as the menu of the app shows it. */
export interface MenuEntry {
  name: CommandName;
  title: string;
  enabled: boolean;
}

/** When the system tells of writes that need the person; see `shell.attention` of the contract. */
export interface AttentionSettings {
  notifications: boolean;
  quiet: boolean;
  /** `HH:MM` on the clock of this computer. */
  quietFrom: string;
  quietTo: string;
}

/** How updates of the app stand; see `shell.updates` of the contract. */
export type UpdateState = z.infer<typeof updates>;

/** Updates of the installed app. What can't be done in the state that it is in answers false. */
export interface AppUpdates {
  state(): UpdateState;
  look(): boolean;
  fetch(): boolean;
  install(): boolean;
}

/** Windows and the system around the desk, where the app has windows of its own. */
export interface Desktop {
  setMenu(entries: readonly MenuEntry[]): void;
  /** What is said outside the windows from now on. */
  setWords(words: ShellWords): void;
  /** False where there are as many windows as anybody needs. */
  openWindow(route: string, wall: boolean): boolean;
  /** Shows the data folder or one inside of it, made where it lacks; the system's words where it could not. */
  openDataFolder(inside?: 'fonts'): Promise<string | null>;
  /** The path of the file that the system handed over to be opened, once; null where none waits. */
  takeHanded(): string | null;
  attention(): AttentionSettings;
  setAttention(settings: AttentionSettings): Promise<Result<Record<string, never>>>;
  updates: AppUpdates;
}

/** Where newer versions of the app lie: a folder behind https with what electron-builder made. */
export interface UpdateFeed {
  url: string;
  /** Name of the list of a channel, such as `latest` for `latest.yml`. */
  channel: string;
}

/**
 * What whoever looks after a fleet of computers allows on this one, from a file that they put there. A
 * file that can't be read allows nothing: a mistake in it must not open what it was to close.
 */
export interface Policy {
  state: 'none' | 'inForce' | 'broken';
  /** Where the file lies, or would lie. */
  file: string;
  /** What is wrong with a broken one; empty otherwise. */
  problem: string;
  /** Addresses that may be asked, in their normal form; null for all. */
  servers: readonly string[] | null;
  localWorkspace: boolean;
  /** What may leave as a file; null for all. */
  exports: readonly ExportKind[] | null;
  /** Where newer versions of the app come from; off where nobody said so. */
  updates: UpdateFeed | 'notSet' | 'forbidden';
  /** Days that what is gone at the service lies in the trash; null for as long as it does anyway. */
  trashDays: number | null;
}

/** The embedded fleet service of the local workspace. */
export interface LocalService {
  /** Starts it, or gives the running one. Its address changes from start to start. */
  start(): Promise<Result<LocalServiceInfo>>;
  /** Tells whenever it ended or came back on another port. */
  onChange(listener: () => void): () => void;
  /**
   * Ends it and takes its folder with credentials and database away; `start` makes a new workspace.
   *
   * Errors: kind `local`, code `local.notRemoved`.
   */
  remove(): Promise<Result<Record<string, never>>>;
  close(): Promise<void>;
}

export interface LocalServiceInfo {
  /** Constant for the data folder: names the identity, whatever the port. */
  workspaceId: string;
  baseUrl: string;
  email: string;
  password: string;
  /** GeoJSON text of the generated town. */
  basemap: string;
}

export interface Ports {
  clock: Clock;
  random: Random;
  http: Http;
  secrets: Secrets;
  log: Log;
  paths: Paths;
  connectivity: Connectivity;
  typesetter: Typesetter;
  files: Files;
  localService: LocalService;
  /** What this computer's administrator allows; absent where nobody has to ask. */
  policy?: Policy;
  /** Absent in a browser. */
  desktop?: Desktop;
  /** Where the database runs: `thread` in worker threads, `inline` in this one (model tests). */
  database: 'thread' | 'inline';
  /** What was noted since the start; the core keeps notes of its own where there is none. */
  notebook?: Notebook;
  /** The last lines of the log that outlives the app. */
  savedLog?: () => string;
  host: 'electron' | 'headless';
  version: string;
}

/** What an account has of them. Its service and its maps alone are given a network, each one of its own. */
export type AccountPorts = Omit<Ports, 'http'>;

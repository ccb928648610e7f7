import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { replaceWhole } from '../atomicFile.ts';
import { failedBy } from '../db/failure.ts';
import { askingOnly } from '../ownServers.ts';
import { mayAsk, REFUSED_SERVER } from '../policy.ts';
import type { HttpFailure, Ports } from '../ports.ts';
import { workOffline } from '../refusals.ts';
import { fileOfFont, OFFERED_FONTS, type OfferedFont, pathOfFont } from './fontTable.ts';
import { FONT_FOLDER } from './typesetter.ts';

/**
 * A font of a script that documents lack, fetched because a person said so of this font. The server learns
 * the address that is asked for and nothing of an account; what it sends is kept where it is the file
 * that was expected, to the byte.
 */

/** Gives the files of packages of the public registry, each by its version. */
export const FONT_SERVER = 'https://cdn.jsdelivr.net/';
const IDLE_MS = 15_000;
const TOTAL_MS = 120_000;
const SAFE = 'Nothing was kept of it; documents are made as before.';

const UNREACHED = fail({
  kind: 'offline',
  code: 'fonts.unreached',
  message: 'The server of fonts can’t be reached, or broke off.',
  safe: SAFE,
  next: 'retry',
});
const REFUSED = fail({
  kind: 'server',
  code: 'fonts.refused',
  message: 'The server of fonts does not give the file, or sends on to another address.',
  safe: SAFE,
  next: 'none',
});
const OTHER = fail({
  kind: 'server',
  code: 'fonts.other',
  message: 'What the server of fonts sent is not the file that was expected.',
  safe: SAFE,
  next: 'report',
});
const UNKNOWN = fail({
  kind: 'invalid',
  code: 'fonts.unknown',
  message: 'No font is known here for this script.',
  safe: 'Nothing was changed.',
  next: 'none',
});

export interface FontFetchOptions {
  ports: Pick<Ports, 'http' | 'random' | 'version' | 'policy' | 'typesetter' | 'paths'>;
  /** Not under *Work offline*. */
  mayAsk(): boolean;
  server?: string;
  offered?: readonly OfferedFont[];
  limits?: { idleMs: number; totalMs: number };
  /** Puts a file down whole. */
  put?: typeof replaceWhole;
}

export interface FontFetch {
  readonly offered: readonly OfferedFont[];
  /** The name of the server that is asked. */
  readonly host: string;
  /**
   * Fetches the font of a script into the folder of fonts; documents are drawn with it from then on.
   *
   * Errors: `connection.workOffline`, `policy.server`, `fonts.…` as above, those of the disk.
   */
  fetch(script: string): Promise<Result<Record<string, never>>>;
  /** Ends the fetching of a font; whoever waits for it hears `fonts.unreached`. */
  stop(script: string): void;
  /** Takes a font away that was fetched. Errors: `fonts.unknown`, those of the disk. */
  remove(script: string): Promise<Result<Record<string, never>>>;
  /** Takes away what the end of the process left half written, once. */
  tidy(): Promise<void>;
}

function failed({ why }: HttpFailure): Result<never> {
  return why === 'tooLarge' ? OTHER : UNREACHED;
}

class Fetching implements FontFetch {
  readonly offered: readonly OfferedFont[];
  readonly host: string;
  readonly #options: FontFetchOptions;
  readonly #server: string;
  readonly #folder: string;
  readonly #underWay = new Map<string, Promise<Result<Record<string, never>>>>();
  readonly #stops = new Map<string, AbortController>();
  #tidied: Promise<void> | null = null;

  constructor(options: FontFetchOptions) {
    this.#options = options;
    this.offered = options.offered ?? OFFERED_FONTS;
    this.#server = options.server ?? FONT_SERVER;
    this.host = new URL(this.#server).host;
    this.#folder = path.join(options.ports.paths.data, FONT_FOLDER);
  }

  fetch(script: string): Promise<Result<Record<string, never>>> {
    const font = this.#fontOf(script);
    if (font === undefined) return Promise.resolve(UNKNOWN);
    const known = this.#underWay.get(script);
    if (known !== undefined) return known;
    const stop = new AbortController();
    this.#stops.set(script, stop);
    const fetching = this.#fetch(font, stop.signal).finally(() => {
      this.#underWay.delete(script);
      this.#stops.delete(script);
    });
    this.#underWay.set(script, fetching);
    return fetching;
  }

  stop(script: string): void {
    this.#stops.get(script)?.abort();
  }

  async remove(script: string): Promise<Result<Record<string, never>>> {
    const font = this.#fontOf(script);
    if (font === undefined) return UNKNOWN;
    try {
      await rm(this.#placeOf(font), { force: true });
    } catch (error) {
      return failedBy(error);
    }
    await this.#options.ports.typesetter.renewFonts();
    return ok({});
  }

  tidy(): Promise<void> {
    return (this.#tidied ??= this.#removeParts());
  }

  #fontOf(script: string): OfferedFont | undefined {
    return this.offered.find((font) => font.script === script);
  }

  #placeOf(font: OfferedFont): string {
    return path.join(this.#folder, fileOfFont(font));
  }

  async #fetch(font: OfferedFont, signal: AbortSignal): Promise<Result<Record<string, never>>> {
    const { ports } = this.#options;
    await this.tidy();
    const read = await this.#read(font, signal);
    if (!read.ok) return read;
    if (signal.aborted) return UNREACHED;
    try {
      const put = this.#options.put ?? replaceWhole;
      await put(this.#placeOf(font), read.value, ports.random);
    } catch (error) {
      return failedBy(error);
    }
    await ports.typesetter.renewFonts();
    return ok({});
  }

  async #read(font: OfferedFont, signal: AbortSignal): Promise<Result<Uint8Array>> {
    const { ports, limits } = this.#options;
    const url = new URL(pathOfFont(font), this.#server).href;
    if (!this.#options.mayAsk()) return workOffline(SAFE);
    if (!mayAsk(ports.policy, url)) return REFUSED_SERVER;
    const sent = await askingOnly(ports.http, () => [this.#server]).send({
      ...{ method: 'GET', url, purpose: 'read', maxBytes: font.bytes, signal },
      headers: { accept: 'font/ttf', 'user-agent': `Waybill/${ports.version}` },
      idleTimeoutMs: limits?.idleMs ?? IDLE_MS,
      totalTimeoutMs: limits?.totalMs ?? TOTAL_MS,
    });
    if (!sent.ok) return failed(sent.failure);
    // Redirects come back as such: nobody was asked about where they lead.
    const { status, body } = sent.reply;
    if (status !== 200) return REFUSED;
    const sum = createHash('sha256').update(body).digest('hex');
    return body.byteLength === font.bytes && sum === font.sha256 ? ok(body) : OTHER;
  }

  async #removeParts(): Promise<void> {
    const ours = new Set(this.offered.map(fileOfFont));
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const whole = name.replace(/\.[0-9a-f-]{36}\.tmp$/, '');
      if (whole === name || !ours.has(whole)) continue;
      await rm(path.join(this.#folder, name), { force: true }).catch(() => undefined);
    }
  }
}

/** Fonts that a person may fetch; nothing is asked for before they do. */
export function createFontFetch(options: FontFetchOptions): FontFetch {
  return new Fetching(options);
}

import { lineOf } from '../core/diagnostics/notebook.ts';
import type { Clock, Note } from '../core/ports.ts';
import { APP_ORIGIN, type AppFile } from './protocol.ts';

/** The page that stands in for a desk that keeps dying: no script, nothing that can fail. */
export const TROUBLE_ADDRESS = `${APP_ORIGIN}/trouble.html`;
/** The diagnostic text; its answer asks the browser to save it. */
export const DIAGNOSIS_ADDRESS = `${APP_ORIGIN}/trouble.txt`;

/** So many deaths within so long end in the page of trouble. */
export const MOST_DEATHS = 3;
export const DEATHS_WITHIN_MS = 60_000;

/** A part of the app that ended or failed, in words of Electron's own: never data of a person. */
export interface Death {
  /** `desk`, `load`, `preload`, `GPU`, `Utility`, `main` … */
  what: string;
  /** Such as `crashed`, `oom` or `ERR_FAILED`. */
  reason: string;
  code: number;
}

const LISTED_DEATHS = 50;

/** What ended since the start, and whether it is worth trying once more. */
export class Deaths {
  readonly #clock: Pick<Clock, 'now'>;
  #list: (Death & { atMs: number })[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  note(death: Death): void {
    this.#list = [...this.#list, { ...death, atMs: this.#clock.now() }].slice(-LISTED_DEATHS);
  }

  /** Whether such parts have ended so often within so short a time that starting anew is no help. */
  inALoop(...whats: readonly string[]): boolean {
    const since = this.#clock.now() - DEATHS_WITHIN_MS;
    const recent = this.#list.filter(({ what, atMs }) => whats.includes(what) && atMs > since);
    return recent.length >= MOST_DEATHS;
  }

  /** One line each, oldest first. */
  lines(): string[] {
    return this.#list.map(
      ({ atMs, what, reason, code }) =>
        `${new Date(atMs).toISOString()} ${what}: ${reason} (${code})`,
    );
  }
}

export interface About {
  version: string;
  /** Such as `linux x64`. */
  system: string;
  /** Versions by name: Electron, Chromium, Node. */
  parts: Readonly<Record<string, string>>;
}

/**
 * The diagnostic text: versions, what ended when, and what went wrong. No path, name, record or token
 * is in it. The whole bundle needs a desk that lives; this is what is left of it.
 */
export function diagnosis(about: About, deaths: Deaths, problems: readonly Note[]): string {
  return [
    `Waybill ${about.version} on ${about.system}`,
    ...Object.entries(about.parts).map(([name, version]) => `${name} ${version}`),
    '',
    'What ended or failed since the start (UTC):',
    ...deaths.lines(),
    '',
    'What went wrong since the start (UTC):',
    ...problems.map(lineOf),
    '',
  ].join('\n');
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function page(dataDir: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Waybill</title>
    <link rel="stylesheet" href="/trouble.css" />
  </head>
  <body>
    <main>
      <h1>The desk keeps stopping</h1>
      <p>It was opened again several times within a minute and stopped each time.</p>
      <h2>What is safe</h2>
      <p>
        Everything that you saved, and every write that waits, is on this computer’s disk. Waybill
        goes on sending what can be sent. It all lies in this folder:
      </p>
      <p><code>${escape(dataDir)}</code></p>
      <h2>What to do</h2>
      <ul>
        <li><a href="/">Open the desk again</a>.</li>
        <li>If it stops again, quit Waybill, restart the computer and start Waybill once more.</li>
        <li>
          <a href="/trouble.txt">Save a diagnostic text</a> for whoever looks after your computer. It
          names versions and what stopped when, and nothing of your fleet.
        </li>
      </ul>
    </main>
  </body>
</html>
`;
}

const STYLE = `html { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-inline-size: 40rem; margin: 12vh auto; padding: 0 2rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; margin-block-start: 1.5rem; }
code { overflow-wrap: anywhere; }
`;

/**
 * The files of the page of trouble by their path, made when they are asked for; undefined for every
 * other path.
 */
export function troubleFiles(
  dataDir: string,
  about: About,
  deaths: Deaths,
  problems: () => readonly Note[],
): (path: string) => AppFile | undefined {
  const file = (type: string, text: string): AppFile => ({
    bytes: new TextEncoder().encode(text),
    type: `${type}; charset=utf-8`,
  });
  return (path) => {
    if (path === '/trouble.html') return file('text/html', page(dataDir));
    if (path === '/trouble.css') return file('text/css', STYLE);
    if (path !== '/trouble.txt') return undefined;
    const text = file('text/plain', diagnosis(about, deaths, problems()));
    return { ...text, downloadAs: 'waybill-diagnosis.txt' };
  };
}

import { lineOf } from '../core/diagnostics/notebook.ts';
import type { ShellText, ShellWords } from '../../shared/rules/shellWords.ts';
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

/** What ended since the start, or in one window, and whether it is worth trying once more. */
export class Deaths {
  readonly #clock: Pick<Clock, 'now'>;
  #list: (Death & { atMs: number })[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  note(death: Death): void {
    this.#list = [...this.#list, { ...death, atMs: this.#clock.now() }].slice(-LISTED_DEATHS);
  }

  /** Whether so much has ended within so short a time that starting anew is no help. */
  inALoop(): boolean {
    const now = this.#clock.now();
    // What lies ahead was long ago: the clock was put back.
    const late = this.#list.filter(({ atMs }) => Math.abs(now - atMs) < DEATHS_WITHIN_MS);
    return late.length >= MOST_DEATHS;
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

function page(
  dataDir: string,
  { language, direction, texts }: ShellWords,
  mayBeSaved: boolean,
): string {
  const say = (name: ShellText): string => escape(texts[name]);
  const save = `<li><a href="/trouble.txt">${say('saveDiagnosis')}</a>. ${say('diagnosisFor')}</li>`;
  return `<!doctype html>
<html lang="${escape(language)}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <title>Waybill</title>
    <link rel="stylesheet" href="/trouble.css" />
  </head>
  <body>
    <main>
      <h1>${say('keepsStopping')}</h1>
      <p>${say('keepsStoppingDetail')}</p>
      <h2>${say('whatIsSafe')}</h2>
      <p>${say('safeOnDisk')}</p>
      <p><code dir="ltr">${escape(dataDir)}</code></p>
      <h2>${say('whatToDo')}</h2>
      <ul>
        <li><a href="/">${say('openDeskAgain')}</a></li>
        <li>${say('restart')}</li>
        ${mayBeSaved ? save : ''}
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
 *
 * @param mayBeSaved whether the policy lets a diagnosis leave as a file; without it there is none
 */
export function troubleFiles(
  dataDir: string,
  about: About,
  deaths: Deaths,
  problems: () => readonly Note[],
  words: () => ShellWords,
  mayBeSaved: boolean,
): (path: string) => AppFile | undefined {
  const file = (type: string, text: string): AppFile => ({
    bytes: new TextEncoder().encode(text),
    type: `${type}; charset=utf-8`,
  });
  return (path) => {
    if (path === '/trouble.html') return file('text/html', page(dataDir, words(), mayBeSaved));
    if (path === '/trouble.css') return file('text/css', STYLE);
    if (path !== '/trouble.txt' || !mayBeSaved) return undefined;
    const text = file('text/plain', diagnosis(about, deaths, problems()));
    return { ...text, downloadAs: 'waybill-diagnosis.txt' };
  };
}

import type { AppError } from '../../shared/result.ts';
import { text } from './en.ts';

/** The service's own words at the end of what the core says of its refusal. */
const SAID = /It says: “(.+)”\.?$/s;

/**
 * An error as the desk says it in its language: by its code, with the service's own words and the status.
 * What there are no words for stays as the core said it.
 */
export function worded(error: AppError): AppError {
  const words = Object.entries(text.errors.codes).find(([code]) => code === error.code)?.[1];
  if (words === undefined || words.what === '') return error;
  const said = SAID.exec(error.message)?.[1];
  const status = error.status === undefined ? '' : ` (${String(error.status)})`;
  const what = `${words.what.replace(/\.$/, '')}${status}.`;
  return {
    ...error,
    message: said === undefined ? what : `${what} ${text.errors.says(said)}`,
    ...(error.safe === undefined ? {} : { safe: words.safe }),
  };
}

/** What a write is called; by the core's name where the desk has none. */
export function writeTitle({ endpoint, title }: { endpoint: string; title: string }): string {
  return Object.entries(text.whatWrites).find(([name]) => name === endpoint)?.[1] ?? title;
}

/** What the core notes of a write, by its words around what differs; they hold no sign of a pattern. */
const NOTED = Object.keys(text.noted).map((said) => ({
  said,
  pattern: new RegExp(`^${said.split('{}').join('(.+?)')}$`, 's'),
}));

/** The name of a write in the desk's words; what is none stays as it is. */
function writeNamed(name: string): string {
  return writeTitle({ endpoint: name, title: name });
}

/** What became of a write, as the desk says it in its language; what it has no words for stays. */
export function notedWords(reason: string): string {
  const words: Readonly<Record<string, string>> = text.noted;
  for (const { said, pattern } of NOTED) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const put = found.slice(1).map(writeNamed);
    return (words[said] ?? said).replaceAll('{}', () => put.shift() ?? '');
  }
  return reason;
}

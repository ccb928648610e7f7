import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page, or a part of one, that is made from the contract table. */
export interface Generated {
  /** The page, from the project's root. */
  page: string;
  /** The script that makes it, from the project's root. */
  script: string;
  /** What the whole page should hold; `now` is what it holds, empty where there is none. */
  make(now: string): Promise<string>;
}

/**
 * Prints the page; `--write` puts it into its file; `--check` fails the process where the file is
 * out of date.
 */
export async function keepPage({ page, script, make }: Generated): Promise<void> {
  const file = path.resolve(import.meta.dirname, '..', page);
  const now = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const made = await make(now);
  if (process.argv.includes('--write')) {
    writeFileSync(file, made);
  } else if (process.argv.includes('--check')) {
    if (now === made) return;
    console.error(`${page} is out of date: node ${script} --write`);
    process.exitCode = 1;
  } else {
    process.stdout.write(made);
  }
}
